#include "ndpool/io/archive/zlib/zlib_contents.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "ndpool/base/error.hpp"
#include "ndpool/io/archive/zlib/zip_directory.hpp"
#include "ndpool/io/file_descriptor.hpp"
#include "ndpool/io/place.hpp"

namespace ndpool {

namespace {

constexpr std::uint16_t stored = 0;
constexpr std::uint16_t deflated = 8;

class FileSource {
public:
    FileSource(FileDescriptor descriptor, std::string file) : descriptor_(std::move(descriptor)), file_(std::move(file)) {}

    [[nodiscard]] std::uint64_t size() const {
        const off_t end = lseek(descriptor_.number(), 0, SEEK_END);
        return end < 0 ? 0 : static_cast<std::uint64_t>(end);
    }
    void copy(std::uint64_t begin, std::span<char> part) const {
        while (!part.empty()) {
            const ssize_t got = pread(descriptor_.number(), part.data(), part.size(), static_cast<off_t>(begin));
            if (got < 0 && errno == EINTR) {
                continue;
            }
            if (got <= 0) {
                throw IoError(fmt::format("{}: {}", file_, got < 0 ? std::strerror(errno) : "the file became shorter"));
            }
            begin += static_cast<std::uint64_t>(got);
            part = part.subspan(static_cast<std::size_t>(got));
        }
    }

private:
    FileDescriptor descriptor_;
    std::string file_;
};

/// The content of a member, unpacked while it is read.
class Member {
public:
    Member(ByteSource source, ZipDirectoryEntry entry, std::uint64_t begin, std::string place)
        : source_(std::move(source)),
          entry_(std::move(entry)),
          next_(begin),
          packed_left_(entry_.packed_size),
          place_(std::move(place)) {
        constexpr int no_header = -15;
        if (entry_.method == deflated && inflateInit2(&stream_, no_header) != Z_OK) {
            throw std::bad_alloc();
        }
    }
    ~Member() {
        if (entry_.method == deflated) {
            inflateEnd(&stream_);
        }
    }
    Member(const Member&) = delete;
    Member& operator=(const Member&) = delete;

    std::size_t read(std::span<char> part) {
        part = part.first(std::min<std::size_t>(part.size(), std::size_t{1} << 30));
        const std::size_t got = entry_.method == stored ? copy(part) : unpack(part);
        checksum_ = static_cast<std::uint32_t>(
            crc32(checksum_, reinterpret_cast<const Bytef*>(part.data()), static_cast<uInt>(got)));  // NOLINT
        if (got == 0 && checksum_ != entry_.checksum) {
            refuse_corrupt("CRC error");
        }
        return got;
    }

private:
    static constexpr std::size_t chunk_size = std::size_t{1} << 16;

    std::size_t copy(std::span<char> part) {
        const std::uint64_t count = std::min<std::uint64_t>(part.size(), packed_left_);
        take(part.first(count));
        return count;
    }

    std::size_t unpack(std::span<char> part) {
        stream_.next_out = reinterpret_cast<Bytef*>(part.data());  // NOLINT
        stream_.avail_out = static_cast<uInt>(part.size());
        while (stream_.avail_out == part.size() && !ended_) {
            if (stream_.avail_in == 0 && packed_left_ > 0) {
                packed_.resize(std::min<std::uint64_t>(chunk_size, packed_left_));
                take(packed_);
                stream_.next_in = reinterpret_cast<Bytef*>(packed_.data());  // NOLINT
                stream_.avail_in = static_cast<uInt>(packed_.size());
            }
            const int outcome = inflate(&stream_, Z_NO_FLUSH);
            ended_ = outcome == Z_STREAM_END;
            if (outcome != Z_OK && outcome != Z_STREAM_END) {
                refuse_corrupt(stream_.msg != nullptr ? stream_.msg : "it ends too early");
            }
        }
        return part.size() - stream_.avail_out;
    }

    void take(std::span<char> part) {
        source_.copy(next_, part);
        next_ += part.size();
        packed_left_ -= part.size();
    }

    [[noreturn]] void refuse_corrupt(const char* reason) const {
        refuse(place_, fmt::format("the member is corrupt ({}), expected a whole one", reason));
    }

    ByteSource source_;
    ZipDirectoryEntry entry_;
    std::uint64_t next_;
    std::uint64_t packed_left_;
    std::string place_;
    std::string packed_;
    z_stream stream_{};
    std::uint32_t checksum_ = 0;
    bool ended_ = false;
};

MemberBytes open_member(const ByteSource& source, const ZipDirectoryEntry& entry, const std::string& place) {
    if (entry.method != stored && entry.method != deflated) {
        refuse(place, fmt::format("the member cannot be unpacked (method {}), expected stored or deflate", entry.method));
    }
    const auto member = std::make_shared<Member>(source, entry, content_position(source, entry, place), place);
    return [member](std::span<char> part) { return member->read(part); };
}

ZipContents contents_of(const ByteSource& source, const std::string& file) {
    auto directory = std::make_shared<const std::vector<ZipDirectoryEntry>>(zip_directory(source, file));
    ZipContents contents{.size = source.size, .entries = {}, .open = {}};
    for (const ZipDirectoryEntry& entry : *directory) {
        contents.entries.push_back({entry.name, entry.encrypted, entry.size, entry.packed_size});
    }
    contents.open = [source, directory](std::size_t entry, const std::string& place) {
        return open_member(source, directory->at(entry), place);
    };
    return contents;
}

}  // namespace

ZipContents zlib_contents(const std::filesystem::path& path) {
    const auto file = std::make_shared<FileSource>(open_regular_file(path), path.string());
    const auto copy = [file](std::uint64_t begin, std::span<char> part) { file->copy(begin, part); };
    return contents_of({file->size(), copy}, path.string());
}

ZipContents zlib_contents(std::string_view bytes, const std::string& file) {
    return contents_of(source_of(bytes), file);
}

}  // namespace ndpool
