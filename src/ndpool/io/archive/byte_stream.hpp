#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace ndpool {

/// Content of a known length of which any part can be had, whether it is in memory as a whole or not.
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
    std::uint64_t size = 0;    ///< what the file says is still to come: a claim
    std::uint64_t likely = 0;  ///< how much of it memory may be set aside for before it has come
    /// Fills the span with the next bytes. Throws InvalidInput if they do not come or are corrupt, and with the last
    /// byte if there are more than the file says.
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
