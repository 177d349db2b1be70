#include "ndpool/io/archive/byte_stream.hpp"

#include <algorithm>
#include <cassert>

namespace ndpool {

ByteSource source_of(std::string_view bytes) {
    return {bytes.size(), [bytes](std::uint64_t begin, std::span<char> part) { bytes.copy(part.data(), part.size(), begin); }};
}

std::string bytes_of(const ByteSource& source) {
    std::string bytes(source.size, '\0');
    source.copy(0, bytes);
    return bytes;
}

ByteStream stream_of(std::string_view bytes) {
    return {bytes.size(), bytes.size(), [rest = bytes](std::span<char> part) mutable {
                assert(part.size() <= rest.size());
                rest.copy(part.data(), part.size());
                rest.remove_prefix(part.size());
            }};
}

}  // namespace ndpool
