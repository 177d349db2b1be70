#include "ndpool/base/seed.hpp"

#include <bit>
#include <cmath>

#include "ndpool/base/elementary.hpp"

namespace ndpool {

namespace {

/// One step of SplitMix64 (Steele, Lea, Flood 2014): advances the state and returns a well mixed word.
std::uint64_t split_mix(std::uint64_t& state) {
    state += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

/// FNV-1a over the bytes of a name.
std::uint64_t hash_of(std::string_view name) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : name) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    }
    return hash;
}

}  // namespace

Seed Seed::child(std::string_view name, std::uint64_t index) const {
    std::uint64_t state = value_;
    state = split_mix(state) ^ hash_of(name);
    state = split_mix(state) ^ index;
    return Seed(split_mix(state));
}

Random::Random(Seed seed) : state_{} {
    std::uint64_t mixer = seed.value();
    for (std::uint64_t& word : state_) {
        word = split_mix(mixer);
    }
}

std::uint64_t Random::bits() {
    const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
}

double Random::uniform() {
    return static_cast<double>(bits() >> 11) * 0x1.0p-53;
}

std::uint64_t Random::below(std::uint64_t bound) {
    // Rejecting the first 2^64 mod bound values leaves every remainder equally likely.
    const std::uint64_t rejected = (0 - bound) % bound;
    std::uint64_t word = bits();
    while (word < rejected) {
        word = bits();
    }
    return word % bound;
}

double Random::normal() {
    while (true) {
        const double x = uniform(-1, 1);
        const double y = uniform(-1, 1);
        const double square = x * x + y * y;
        if (square > 0 && square < 1) {
            return x * std::sqrt(-2 * portable_log(square) / square);
        }
    }
}

}  // namespace ndpool
