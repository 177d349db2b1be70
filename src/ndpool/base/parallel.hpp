#pragma once

#include <cstddef>
#include <functional>

namespace ndpool {

/// The number of threads that may work. Results never depend on it.
struct Parallel {
    int threads = 1;  ///< 0 means as many as the machine has.
};

[[nodiscard]] int thread_count(const Parallel& parallel);

/// Calls `body(i)` for every i in [0, count), in any order. Different calls must not write to the same memory. The exception of
/// the smallest failing index is rethrown after all threads have stopped.
///
/// @code
/// std::vector<int> squares(100);
/// parallel_for(squares.size(), {.threads = 4}, [&](std::size_t i) { squares[i] = static_cast<int>(i * i); });
/// assert(squares[9] == 81);
/// @endcode
void parallel_for(std::size_t count, const Parallel& parallel, const std::function<void(std::size_t)>& body);

/// Calls `body(begin, end)` for chunks of [0, count) with `chunk` numbers each; the last chunk may have fewer.
template <typename Body>
void parallel_for_pieces(std::size_t count, std::size_t chunk, const Parallel& parallel, const Body& body) {
    parallel_for((count + chunk - 1) / chunk, parallel,
                 [&](std::size_t i) { body(i * chunk, i * chunk + chunk < count ? i * chunk + chunk : count); });
}

}  // namespace ndpool
