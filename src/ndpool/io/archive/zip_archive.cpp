#include "ndpool/io/archive/zip_archive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <set>
#include <utility>

#include "ndpool/base/memory.hpp"
#include "ndpool/io/place.hpp"
#ifdef NDPOOL_LIBZIP
#include "ndpool/io/archive/libzip/libzip_contents.hpp"
#else
#include "ndpool/io/archive/zlib/zlib_contents.hpp"
#endif

namespace ndpool {

namespace {

template <typename... Source>
ZipContents contents_of(const Source&... source) {
#ifdef NDPOOL_LIBZIP
    return libzip_contents(source...);
#else
    return zlib_contents(source...);
#endif
}

std::string_view checked_zip(std::string_view bytes, std::string_view file) {
    if (!is_zip(bytes)) {
        refuse(file, "the file does not begin like a zip archive, expected one");
    }
    return bytes;
}

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

/// The largest size that a member can have: deflate never shrinks further, and no packed member is longer than its archive.
/// Other methods may shrink further, which then only costs time.
std::uint64_t likely_size(const ZipEntry& entry, std::uint64_t archive_size) {
    constexpr std::uint64_t largest_ratio = 1032;
    const std::uint64_t packed =
        std::min({entry.packed_size, archive_size, std::numeric_limits<std::uint64_t>::max() / largest_ratio});
    return std::min<std::uint64_t>(entry.size, largest_ratio * packed);
}

/// The content of a member, which must be as long as stated.
class Member {
public:
    Member(MemberBytes next, std::uint64_t size, std::string place)
        : next_(std::move(next)), size_(size), place_(std::move(place)) {
        if (size_ == 0) {
            expect_end();
        }
    }

    void read(std::span<char> part) {
        while (!part.empty()) {
            const std::size_t got = next_(part);
            if (got == 0) {
                refuse(place_, fmt::format("the member unpacks to {} bytes, expected the {} it states", used_, size_));
            }
            used_ += got;
            part = part.subspan(got);
        }
        if (used_ == size_) {
            expect_end();
        }
    }

private:
    /// The checksum is compared only when somebody reads on after the last byte.
    void expect_end() {
        char beyond = 0;
        if (next_({&beyond, 1}) != 0) {
            refuse_length(place_, size_);
        }
    }

    MemberBytes next_;
    std::uint64_t size_;
    std::uint64_t used_ = 0;
    std::string place_;
};

}  // namespace

ZipArchive::ZipArchive(const std::filesystem::path& path) : ZipArchive(contents_of(path), path.string()) {}

ZipArchive::ZipArchive(std::string_view bytes, std::string_view file)
    : ZipArchive(contents_of(checked_zip(bytes, file), std::string(file)), std::string(file)) {}

ZipArchive::ZipArchive(ZipContents contents, std::string file)
    : contents_(std::move(contents)), file_(std::move(file)), bytes_allowed_(available_memory() / 2) {
    std::set<std::string_view> seen;
    for (const ZipEntry& entry : contents_.entries) {
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

bool ZipArchive::contains(std::string_view name) const {
    return std::find(names_.begin(), names_.end(), name) != names_.end();
}

std::string ZipArchive::place(std::string_view name) const {
    return fmt::format("{}:{}", file_, name);
}

ByteStream ZipArchive::open(const std::string& name) {
    if (!contains(name)) {
        refuse(file_, fmt::format("the archive has no member {}, expected one", ndpool::quoted(name)));
    }
    const auto found = std::find_if(contents_.entries.begin(), contents_.entries.end(),
                                    [&](const ZipEntry& entry) { return entry.name == name; });
    if (found->encrypted) {
        refuse(place(name), "the member is encrypted, expected one that anybody can read");
    }
    if (found->size > bytes_allowed_) {
        refuse_length(place(name), bytes_allowed_);
    }
    MemberBytes bytes = contents_.open(static_cast<std::size_t>(found - contents_.entries.begin()), place(name));
    bytes_allowed_ -= found->size;
    const auto member = std::make_shared<Member>(std::move(bytes), found->size, place(name));
    return {found->size, likely_size(*found, contents_.size), [member](std::span<char> part) { member->read(part); }};
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
