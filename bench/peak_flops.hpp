#pragma once

#include "measure.hpp"
#include "ndpool/base/lanes.hpp"
#include "ndpool/base/run_vectorised.hpp"

// What a core can do at most with the vector variant in use.
namespace ndpool::bench {

/// x <- x * factor + summand in as many chains as the registers hold, which do not wait for one another.
template <typename Number>
struct Chains {
    static constexpr int steps = 1 << 20;

    template <int bytes>
    static constexpr int count = bytes == 64 ? 24 : 12;

    /// Adds what was computed to `sink`, so that it is computed; returns the number of operations.
    template <int bytes>
    [[gnu::always_inline]] static double run(Number factor, Number& sink) {
        constexpr int lanes = bytes / static_cast<int>(sizeof(Number));
        using Part = Lanes<Number, lanes, bytes>;
        const Part factors = Part::filled(factor);
        const Part summands = Part::filled(Number(1e-3));
        Part x[count<bytes>];
        // Chains that begin alike are the same chain to a compiler, which then computes it once.
        Number start = factor;
#pragma GCC unroll 24
        for (Part& value : x) {
            start += factor;
            value = Part::filled(start);
        }
        for (int step = 0; step < steps; ++step) {
#pragma GCC unroll 24
            for (Part& value : x) {
                value = value * factors + summands;
            }
        }
#pragma GCC unroll 24
        for (const Part& value : x) {
            Number numbers[lanes];
            value.store(numbers);
            sink += numbers[0];
        }
        return 2.0 * steps * count<bytes> * lanes;
    }
};

/// Multiplications and additions per second that are not fused, in registers of the variant in use.
template <typename Number>
[[nodiscard]] double peak_flops() {
    Number sink = 0;
    double flops = 0;
    const double seconds = best_cpu_seconds(7, [&] { flops = run_vectorised<Chains<Number>>(Number(0.5), sink); });
    volatile Number used = sink;
    static_cast<void>(used);
    return flops / seconds;
}

}  // namespace ndpool::bench
