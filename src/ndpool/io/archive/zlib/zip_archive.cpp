#include "ndpool/io/archive/zlib/zip_archive.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <new>
#include <set>
#include <utility>

#include "ndpool/base/error.hpp"
#include "ndpool/base/memory.hpp"
#include "ndpool/io/archive/zlib/zip_directory.hpp"
#include "ndpool/io/file_descriptor.hpp"
#include "ndpool/io/place.hpp"

namespace ndpool {

namespace {

bool leads_outside(std::string_view name) {
    if (name.empty() || name.front() == '/' || name.find('\\') != std::string_view::npos || name.substr(1, 1) == ":") {
        return true;
    }
    const std::string framed = fmt::format("/{}/", name);
    return framed.find("/../") != std::string::npos;
}

[[noreturn]] void refuse_length(const std::string& place, std::uint64_t limit) {
    refuse(place, fmt::format("the member unpacks to more than {} bytes, expected no more than it states and than half of "
                              "the memory that is available",
                              limit));
}

/// The largest size that a member can have: deflate never shrinks further.
std::uint64_t likely_size(const ZipDirectoryEntry& entry, std::uint64_t archive_size) {
    constexpr std::uint64_t largest_ratio = 1032;
    const std::uint64_t packed =
        std::min({entry.packed_size, archive_size, std::numeric_limits<std::uint64_t>::max() / largest_ratio});
    return std::min<std::uint64_t>(entry.size, largest_ratio * packed);
}

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

}  // namespace

ByteSource file_source(const std::filesystem::path& path) {
    const auto source = std::make_shared<FileSource>(open_regular_file(path), path.string());
    return {source->size(), [source](std::uint64_t begin, std::span<char> part) { source->copy(begin, part); }};
}

struct ZipArchive::Handle {
    ByteSource source;
    std::vector<ZipDirectoryEntry> entries;
};

/// The content of a member, unpacked while it is read.
class ZipArchive::Member {
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
        if (entry_.size == 0) {
            expect_end();
        }
    }
    ~Member() {
        if (entry_.method == deflated) {
            inflateEnd(&stream_);
        }
    }
    Member(const Member&) = delete;
    Member& operator=(const Member&) = delete;

    void read(std::span<char> part) {
        while (!part.empty()) {
            const std::size_t got = next(part);
            if (got == 0) {
                refuse(place_, fmt::format("the member unpacks to {} bytes, expected the {} it states", used_, entry_.size));
            }
            checksum_ = static_cast<std::uint32_t>(
                crc32(checksum_, reinterpret_cast<const Bytef*>(part.data()), static_cast<uInt>(got)));  // NOLINT
            used_ += got;
            part = part.subspan(got);
        }
        if (used_ == entry_.size) {
            expect_end();
        }
    }

    static constexpr std::uint16_t stored = 0;
    static constexpr std::uint16_t deflated = 8;

private:
    static constexpr std::size_t chunk_size = std::size_t{1} << 16;

    std::size_t next(std::span<char> part) {
        const std::size_t room = std::min<std::size_t>(part.size(), std::size_t{1} << 30);
        if (entry_.method == stored) {
            const std::uint64_t count = std::min<std::uint64_t>(room, packed_left_);
            take(part.first(count));
            return count;
        }
        stream_.next_out = reinterpret_cast<Bytef*>(part.data());  // NOLINT
        stream_.avail_out = static_cast<uInt>(room);
        while (stream_.avail_out == room && !ended_) {
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
        return room - stream_.avail_out;
    }

    void take(std::span<char> part) {
        source_.copy(next_, part);
        next_ += part.size();
        packed_left_ -= part.size();
    }

    void expect_end() {
        char beyond = 0;
        if (next({&beyond, 1}) != 0) {
            refuse_length(place_, entry_.size);
        }
        if (checksum_ != entry_.checksum) {
            refuse_corrupt("CRC error");
        }
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
    std::uint64_t used_ = 0;
    std::uint32_t checksum_ = 0;
    bool ended_ = false;
};

ZipArchive::ZipArchive(const std::filesystem::path& path)
    : handle_(std::make_unique<Handle>()), file_(path.string()), bytes_allowed_(available_memory() / 2) {
    handle_->source = file_source(path);
    read_names();
}

ZipArchive::ZipArchive(std::string_view bytes, std::string_view file)
    : handle_(std::make_unique<Handle>()), file_(file), bytes_allowed_(available_memory() / 2) {
    if (!is_zip(bytes)) {
        refuse(file_, "the file does not begin like a zip archive, expected one");
    }
    handle_->source = source_of(bytes);
    read_names();
}

void ZipArchive::read_names() {
    handle_->entries = zip_directory(handle_->source, file_);
    std::set<std::string> seen;
    for (const ZipDirectoryEntry& entry : handle_->entries) {
        if (leads_outside(entry.name)) {
            refuse(file_,
                   fmt::format("the archive has a member {}, expected names inside the archive", ndpool::quoted(entry.name)));
        }
        if (!seen.insert(entry.name).second) {
            refuse(file_, fmt::format("the archive has two members {}, expected each name once", ndpool::quoted(entry.name)));
        }
        if (!entry.name.ends_with('/')) {
            names_.push_back(entry.name);
        }
    }
}

ZipArchive::~ZipArchive() = default;

bool ZipArchive::contains(std::string_view name) const {
    return std::find(names_.begin(), names_.end(), name) != names_.end();
}

std::string ZipArchive::place(std::string_view name) const {
    return fmt::format("{}:{}", file_, name);
}

ByteStream ZipArchive::open(const std::string& name) {
    const auto entry = std::find_if(handle_->entries.begin(), handle_->entries.end(),
                                    [&](const ZipDirectoryEntry& any) { return any.name == name; });
    if (!contains(name) || entry == handle_->entries.end()) {
        refuse(file_, fmt::format("the archive has no member {}, expected one", ndpool::quoted(name)));
    }
    if (entry->encrypted) {
        refuse(place(name), "the member is encrypted, expected one that anybody can read");
    }
    if (entry->size > bytes_allowed_) {
        refuse_length(place(name), bytes_allowed_);
    }
    if (entry->method != Member::stored && entry->method != Member::deflated) {
        refuse(place(name), fmt::format("the member cannot be unpacked (method {}), expected stored or deflate", entry->method));
    }
    const std::uint64_t begin = content_position(handle_->source, *entry, place(name));
    bytes_allowed_ -= entry->size;
    const auto member = std::make_shared<Member>(handle_->source, *entry, begin, place(name));
    return {entry->size, likely_size(*entry, handle_->source.size), [member](std::span<char> part) { member->read(part); }};
}

std::string ZipArchive::read(const std::string& name) {
    constexpr std::uint64_t largest_chunk = 1 << 20;
    const ByteStream stream = open(name);
    std::string content;
    content.reserve(stream.likely);
    while (content.size() < stream.size) {
        const std::size_t used = content.size();
        content.resize(used + std::min(largest_chunk, stream.size - used));
        stream.read(std::span(content).subspan(used));
    }
    return content;
}

bool is_zip(std::string_view bytes) {
    return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06");
}

}  // namespace ndpool
