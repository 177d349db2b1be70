#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ndpool {

/// A hash of some content, 128 bits long.
struct ContentHash {
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    bool operator==(const ContentHash&) const = default;
};

/// SipHash-2-4 with 128 bits (Aumasson and Bernstein 2012) under a key. It is a simple pseudorandom function, published with
/// test vectors, and as fast as reading the content from a disk. Under a fixed key, accidental collisions are impossible in
/// practice, but somebody could construct content with a given hash.
[[nodiscard]] ContentHash content_hash(std::string_view bytes, std::uint64_t key_low = 0, std::uint64_t key_high = 0);

/// 32 hexadecimal digits, in the order of the published test vectors.
[[nodiscard]] std::string text_of(const ContentHash& hash);

}  // namespace ndpool
