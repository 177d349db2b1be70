#pragma once

#include <cstdint>

// Decisions that must not depend on how a graph is divided are made by hashes of the nodes' names, their numbers in the base.
namespace ndpool {

/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014).
[[nodiscard]] constexpr std::uint64_t scrambled(std::uint64_t x) {
    x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31U);
}

[[nodiscard]] constexpr std::uint64_t hash_of(std::uint64_t seed, std::uint64_t number) {
    return scrambled(scrambled(number + 0x9E3779B97F4A7C15ULL) ^ seed);
}

/// Uniform in [-1, 1).
[[nodiscard]] constexpr float signed_unit(std::uint64_t hash) {
    return static_cast<float>(static_cast<std::int64_t>(hash >> 40U) - (std::int64_t{1} << 23U)) * 0x1p-23F;
}

}  // namespace ndpool
