// machine_limits: what this machine can do at most, as a JSON object: memory bandwidth and multiplications and additions that
// are not fused, for the roofline of docs/performance.md.
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "peak_flops.hpp"

using namespace ndpool;

namespace {

/// a = b + 3 c, each of 128 MB: far more than any cache. STREAM's count: 24 bytes an element.
double triad_gigabytes_a_second(int threads) {
    constexpr std::size_t size = std::size_t{1} << 24;
    std::vector<double> a(size, 0.0);
    std::vector<double> b(size, 1.0);
    std::vector<double> c(size, 2.0);
    double best = 1e9;
    for (int repetition = 0; repetition < 10; ++repetition) {
        const double start = bench::wall_seconds();
        std::vector<std::jthread> workers;
        for (int thread = 0; thread < threads; ++thread) {
            const std::size_t first = size * static_cast<std::size_t>(thread) / static_cast<std::size_t>(threads);
            const std::size_t last = size * (static_cast<std::size_t>(thread) + 1) / static_cast<std::size_t>(threads);
            workers.emplace_back([&, first, last] {
                for (std::size_t i = first; i < last; ++i) {
                    a[i] = b[i] + 3.0 * c[i];
                }
            });
        }
        workers.clear();
        best = std::min(best, bench::wall_seconds() - start);
    }
    return 24.0 * static_cast<double>(size) / best / 1e9;
}

}  // namespace

int main() {
    nlohmann::json result = {{"triad_gb_s_1_thread", triad_gigabytes_a_second(1)},
                             {"triad_gb_s_2_threads", triad_gigabytes_a_second(2)}};
    for (const VectorVariant variant : vector_variants()) {
        use_vector_variant(variant);
        result["gflop_s_" + std::string(vector_variant_name(variant))] = bench::peak_flops<double>() / 1e9;
    }
    std::printf("%s\n", result.dump(2).c_str());
    return 0;
}
