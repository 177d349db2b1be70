#include "ndpool/io/archive/gzip.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

#include "ndpool/base/memory.hpp"
#include "ndpool/io/archive/deflate_stream.hpp"
#include "ndpool/io/place.hpp"

namespace ndpool {

namespace {

constexpr int gzip_window = 15 + 16;  // the largest window, with gzip's header and trailer
constexpr std::size_t largest_step = std::numeric_limits<uInt>::max();

/// zlib takes a non-const pointer to input that it does not change.
Bytef* input_of(std::string_view bytes) {
    return reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // NOLINT
}

class Inflater {
public:
    Inflater() {
        if (inflateInit2(&stream, gzip_window) != Z_OK) {
            throw std::bad_alloc();
        }
    }
    ~Inflater() { inflateEnd(&stream); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    z_stream stream{};
};

/// Points the stream at the free end of `result`, which grows as data arrives, not by a size that a file states.
void make_room(z_stream& stream, std::string& result, std::size_t used, std::size_t limit) {
    constexpr std::size_t first_room = 1 << 16;
    if (used == result.size()) {
        result.resize(std::min(std::max(first_room, 2 * used), limit));
    }
    stream.next_out = reinterpret_cast<Bytef*>(result.data() + used);  // NOLINT
    stream.avail_out = static_cast<uInt>(std::min(result.size() - used, largest_step));
}

}  // namespace

bool is_gzip(std::string_view bytes) {
    return bytes.starts_with("\x1f\x8b");
}

std::string gunzip(std::string_view bytes, std::string_view file) {
    const auto limit = static_cast<std::size_t>(available_memory() / 2);
    Inflater inflater;
    z_stream& stream = inflater.stream;
    std::string result;
    std::size_t used = 0;
    for (;;) {
        if (used >= limit) {
            refuse(file, fmt::format("the file unpacks to more than {}, half of the memory that is available",
                                     readable_bytes(static_cast<double>(limit))));
        }
        make_room(stream, result, used, limit);
        stream.next_in = input_of(bytes);
        stream.avail_in = static_cast<uInt>(std::min(bytes.size(), largest_step));
        const uInt offered = stream.avail_in;
        const uInt room = stream.avail_out;
        const int outcome = inflate(&stream, Z_NO_FLUSH);
        bytes.remove_prefix(offered - stream.avail_in);
        used += room - stream.avail_out;
        if (outcome == Z_STREAM_END) {
            if (!bytes.empty() && !is_gzip(bytes)) {
                refuse(file, "there is something behind the gzip data, expected the end of the file");
            }
            if (bytes.empty()) {
                result.resize(used);
                return result;
            }
            inflateReset(&stream);
        } else if (outcome != Z_OK) {
            refuse(file, fmt::format("the gzip data is corrupt ({}), expected a whole .gz file",
                                     stream.msg != nullptr ? stream.msg : "it ends too early"));
        }
    }
}

std::string gzip(std::string_view bytes) {
    constexpr int memory_level = 8;
    DeflateStream deflater(Z_DEFAULT_COMPRESSION, gzip_window, memory_level);
    z_stream& stream = deflater.stream;
    std::string result;
    std::size_t used = 0;
    for (int outcome = Z_OK; outcome != Z_STREAM_END;) {
        make_room(stream, result, used, std::numeric_limits<std::size_t>::max());
        stream.next_in = input_of(bytes);
        stream.avail_in = static_cast<uInt>(std::min(bytes.size(), largest_step));
        const uInt offered = stream.avail_in;
        const uInt room = stream.avail_out;
        outcome = deflate(&stream, bytes.size() <= largest_step ? Z_FINISH : Z_NO_FLUSH);
        bytes.remove_prefix(offered - stream.avail_in);
        used += room - stream.avail_out;
    }
    result.resize(used);
    return result;
}

}  // namespace ndpool
