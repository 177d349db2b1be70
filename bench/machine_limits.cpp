// machine_limits: what this machine can do at most, as a JSON object: memory bandwidth and multiplications and additions that
// are not fused, for the roofline of docs/performance.md.
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "measure.hpp"

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

/// Chains x <- x * factor + summand that do not wait for one another, as many as the registers hold.
constexpr int steps = 1 << 22;

using FourDoubles [[gnu::vector_size(32)]] = double;
using EightDoubles [[gnu::vector_size(64)]] = double;

template <typename Register, int chains>
[[gnu::always_inline]] inline double run_chains(double factor) {
    const Register factors = Register{} + factor;
    const Register summands = Register{} + 1e-3;
    Register x[chains];
    std::fill(x, x + chains, summands);
    for (int step = 0; step < steps; ++step) {
#pragma GCC unroll 24
        for (Register& value : x) {
            value = value * factors + summands;
        }
    }
    double sum = 0;
    for (const Register& value : x) {
        sum += value[0];
    }
    return sum;
}

__attribute__((target("avx512f"))) double chains_of_avx512(double factor) {
    return run_chains<EightDoubles, 24>(factor);
}

__attribute__((target("avx2"))) double chains_of_avx2(double factor) {
    return run_chains<FourDoubles, 12>(factor);
}

template <typename Chains>
double gigaflops(Chains chains, double numbers_a_step) {
    volatile double sink = 0;
    const double seconds = bench::best_cpu_seconds(5, [&] { sink = sink + chains(0.999); });
    return 2.0 * numbers_a_step * steps / seconds / 1e9;
}

}  // namespace

int main() {
    nlohmann::json result = {{"triad_gb_s_1_thread", triad_gigabytes_a_second(1)},
                             {"triad_gb_s_2_threads", triad_gigabytes_a_second(2)}};
    if (__builtin_cpu_supports("avx2")) {
        result["gflop_s_avx2"] = gigaflops(chains_of_avx2, 12 * 4);
    }
    if (__builtin_cpu_supports("avx512f")) {
        result["gflop_s_avx512"] = gigaflops(chains_of_avx512, 24 * 8);
    }
    std::printf("%s\n", result.dump(2).c_str());
    return 0;
}
