#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace ndpool {

/// Content of a known length from which any part can be copied, whether or not all of it is in memory.
struct ByteSource {
    std::uint64_t size = 0;
    /// Fills the span with the bytes from `begin` on; all of them are within the size.
    std::function<void(std::uint64_t begin, std::span<char> part)> copy;
};

/// The bytes must outlive the source.
[[nodiscard]] ByteSource source_of(std::string_view bytes);
[[nodiscard]] std::string bytes_of(const ByteSource& source);

/// Bytes of a file that come one after the other.
struct ByteStream {
    std::uint64_t size = 0;    ///< remaining bytes as the file states them, which may be wrong
    std::uint64_t likely = 0;  ///< how many of them memory may be reserved for before they are read
    /// Fills the span with the next bytes. Throws InvalidInput if they are missing or corrupt, and with the last byte if there
    /// are more than the file states.
    std::function<void(std::span<char> part)> read;
};

/// The bytes must outlive the stream.
[[nodiscard]] ByteStream stream_of(std::string_view bytes);

/// Where bytes are written to.
class ByteSink {
public:
    ByteSink() = default;
    virtual ~ByteSink() = default;
    ByteSink(const ByteSink&) = delete;
    ByteSink& operator=(const ByteSink&) = delete;

    virtual void append(std::string_view bytes) = 0;
    /// Overwrites bytes that were appended before.
    virtual void replace(std::uint64_t position, std::string_view bytes) = 0;
};

/// Collects the bytes in memory.
class StringSink : public ByteSink {
public:
    void append(std::string_view bytes) override { bytes_.append(bytes); }
    void replace(std::uint64_t position, std::string_view bytes) override { bytes_.replace(position, bytes.size(), bytes); }
    [[nodiscard]] std::string take() { return std::move(bytes_); }

private:
    std::string bytes_;
};

}  // namespace ndpool
