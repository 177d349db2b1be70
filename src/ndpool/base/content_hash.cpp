#include "ndpool/base/content_hash.hpp"

#include <fmt/format.h>

#include <bit>

namespace ndpool {

namespace {

struct State {
    std::uint64_t v0;
    std::uint64_t v1;
    std::uint64_t v2;
    std::uint64_t v3;

    void mix(int rounds) {
        for (int round = 0; round < rounds; ++round) {
            v0 += v1;
            v1 = std::rotl(v1, 13) ^ v0;
            v0 = std::rotl(v0, 32);
            v2 += v3;
            v3 = std::rotl(v3, 16) ^ v2;
            v0 += v3;
            v3 = std::rotl(v3, 21) ^ v0;
            v2 += v1;
            v1 = std::rotl(v1, 17) ^ v2;
            v2 = std::rotl(v2, 32);
        }
    }
    void take(std::uint64_t word) {
        v3 ^= word;
        mix(2);
        v0 ^= word;
    }
    [[nodiscard]] std::uint64_t folded() const { return v0 ^ v1 ^ v2 ^ v3; }
};

/// Up to eight bytes as a number, little-endian on every machine.
std::uint64_t word_of(const char* bytes, std::size_t count) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < count; ++i) {
        word |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    }
    return word;
}

}  // namespace

ContentHash content_hash(std::string_view bytes, std::uint64_t key_low, std::uint64_t key_high) {
    State state{key_low ^ 0x736f6d6570736575ULL, key_high ^ 0x646f72616e646f6dULL ^ 0xee, key_low ^ 0x6c7967656e657261ULL,
                key_high ^ 0x7465646279746573ULL};
    const std::size_t whole = bytes.size() / 8 * 8;
    for (std::size_t i = 0; i < whole; i += 8) {
        state.take(word_of(bytes.data() + i, 8));
    }
    state.take(std::uint64_t{bytes.size()} << 56 | word_of(bytes.data() + whole, bytes.size() - whole));
    state.v2 ^= 0xee;
    state.mix(4);
    const std::uint64_t low = state.folded();
    state.v1 ^= 0xdd;
    state.mix(4);
    return {low, state.folded()};
}

std::string text_of(const ContentHash& hash) {
    std::string text;
    for (const std::uint64_t word : {hash.low, hash.high}) {
        for (int i = 0; i < 8; ++i) {
            text += fmt::format("{:02x}", word >> (8 * i) & 0xff);
        }
    }
    return text;
}

}  // namespace ndpool
