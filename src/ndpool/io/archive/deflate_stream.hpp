#pragma once

#include <zlib.h>

#include <new>

// Internal to io/.
namespace ndpool {

/// A stream of zlib that is freed automatically.
struct DeflateStream {
    /// Takes the arguments of deflateInit2.
    DeflateStream(int level, int window, int memory_level) {
        if (deflateInit2(&stream, level, Z_DEFLATED, window, memory_level, Z_DEFAULT_STRATEGY) != Z_OK) {
            throw std::bad_alloc();
        }
    }
    ~DeflateStream() { deflateEnd(&stream); }
    DeflateStream(const DeflateStream&) = delete;
    DeflateStream& operator=(const DeflateStream&) = delete;

    z_stream stream{};
};

}  // namespace ndpool
