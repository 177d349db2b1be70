// thread_cost THREADS...: seconds of one parallel_for whose bodies do nothing, for each number of threads, as a JSON object. The
// quickest of several repetitions of many calls; a call starts all threads but one and waits for their end.
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "measure.hpp"
#include "ndpool/base/parallel.hpp"

using namespace ndpool;

namespace {

nlohmann::json cost_of(int threads) {
    constexpr int calls = 500;
    constexpr int repetitions = 9;
    double wall = 0;
    double cpu = 0;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        const double wall_start = bench::wall_seconds();
        const double cpu_start = bench::cpu_seconds();
        for (int call = 0; call < calls; ++call) {
            parallel_for(static_cast<std::size_t>(threads), {threads}, [](std::size_t) {});
        }
        const double wall_taken = (bench::wall_seconds() - wall_start) / calls;
        const double cpu_taken = (bench::cpu_seconds() - cpu_start) / calls;
        wall = repetition == 0 || wall_taken < wall ? wall_taken : wall;
        cpu = repetition == 0 || cpu_taken < cpu ? cpu_taken : cpu;
    }
    return {{"threads", threads}, {"wall", wall}, {"cpu", cpu}};
}

}  // namespace

int main(int count, char** words) {
    nlohmann::json costs = nlohmann::json::array();
    for (int i = 1; i < count; ++i) {
        costs.push_back(cost_of(std::atoi(words[i])));
    }
    std::puts(costs.dump().c_str());
}
