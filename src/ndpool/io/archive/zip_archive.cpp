#include "ndpool/io/archive/zip_archive.hpp"

#include <fmt/format.h>
#include <zip.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <limits>
#include <set>
#include <system_error>

#include "ndpool/base/error.hpp"
#include "ndpool/base/memory.hpp"
#include "ndpool/io/file_descriptor.hpp"
#include "ndpool/io/place.hpp"

namespace ndpool {

namespace {

/// An error of libzip with its message, freed automatically.
class ZipError {
public:
    ZipError() { zip_error_init(&error); }
    ~ZipError() { zip_error_fini(&error); }
    ZipError(const ZipError&) = delete;
    ZipError& operator=(const ZipError&) = delete;
    std::string text() { return zip_error_strerror(&error); }

    zip_error_t error{};
};

struct CloseMember {
    void operator()(zip_file_t* member) const { zip_fclose(member); }
};
using OpenMember = std::unique_ptr<zip_file_t, CloseMember>;

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
std::uint64_t likely_size(const zip_stat_t& status, std::uint64_t archive_size) {
    constexpr std::uint64_t largest_ratio = 1032;
    const std::uint64_t packed =
        std::min({status.comp_size, archive_size, std::numeric_limits<std::uint64_t>::max() / largest_ratio});
    return std::min<std::uint64_t>(status.size, largest_ratio * packed);
}

}  // namespace

struct ZipArchive::Handle {
    zip_t* archive = nullptr;
    std::uint64_t size = 0;

    Handle() = default;
    ~Handle() {
        if (archive != nullptr) {
            zip_discard(archive);
        }
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    /// Takes ownership of the source; there is none if creating it failed with the error.
    void open(zip_source_t* source, ZipError& error, const std::string& file) {
        zip_stat_t status;
        zip_stat_init(&status);
        if (source != nullptr && zip_source_stat(source, &status) == 0) {
            size = status.size;
            archive = zip_open_from_source(source, ZIP_RDONLY, &error.error);
        }
        if (archive == nullptr) {
            zip_source_free(source);
            refuse(file, fmt::format("the zip archive cannot be read ({}), expected a whole one", error.text()));
        }
    }
};

/// The content of a member, unpacked while it is read.
class ZipArchive::Member {
public:
    Member(OpenMember file, std::uint64_t size, std::string place)
        : file_(std::move(file)), size_(size), place_(std::move(place)) {
        if (size_ == 0) {
            expect_end();
        }
    }

    void read(std::span<char> part) {
        while (!part.empty()) {
            const std::size_t got = next(part);
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
    std::size_t next(std::span<char> part) {
        const zip_int64_t got = zip_fread(file_.get(), part.data(), part.size());
        if (got < 0) {
            refuse(place_, fmt::format("the member is corrupt ({}), expected a whole one",
                                       zip_error_strerror(zip_file_get_error(file_.get()))));
        }
        return static_cast<std::size_t>(got);
    }
    /// The checksum is compared only when somebody reads on after the last byte.
    void expect_end() {
        char beyond = 0;
        if (next({&beyond, 1}) != 0) {
            refuse_length(place_, size_);
        }
    }

    OpenMember file_;
    std::uint64_t size_;
    std::uint64_t used_ = 0;
    std::string place_;
};

ZipArchive::ZipArchive(const std::filesystem::path& path)
    : handle_(std::make_unique<Handle>()), file_(path.string()), bytes_allowed_(available_memory() / 2) {
    FileDescriptor descriptor = open_regular_file(path);
    FILE* const stream = fdopen(descriptor.number(), "rb");
    if (stream == nullptr) {
        throw IoError(fmt::format("{}: {}", file_, std::generic_category().message(errno)));
    }
    (void)descriptor.release();
    ZipError error;
    zip_source_t* source = zip_source_filep_create(stream, 0, 0, &error.error);
    if (source == nullptr) {
        (void)std::fclose(stream);
    }
    handle_->open(source, error, file_);
    read_names();
}

ZipArchive::ZipArchive(std::string_view bytes, std::string_view file)
    : handle_(std::make_unique<Handle>()), file_(file), bytes_allowed_(available_memory() / 2) {
    if (!is_zip(bytes)) {
        refuse(file_, "the file does not begin like a zip archive, expected one");
    }
    ZipError error;
    handle_->open(zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error.error), error, file_);
    read_names();
}

void ZipArchive::read_names() {
    std::set<std::string> seen;
    const zip_int64_t count = zip_get_num_entries(handle_->archive, 0);
    for (zip_int64_t index = 0; index < count; ++index) {
        const char* const name = zip_get_name(handle_->archive, static_cast<zip_uint64_t>(index), ZIP_FL_ENC_RAW);
        if (name == nullptr || leads_outside(name)) {
            refuse(file_, fmt::format("the archive has a member {}, expected names inside the archive",
                                      ndpool::quoted(name == nullptr ? "" : name)));
        }
        if (!seen.insert(name).second) {
            refuse(file_, fmt::format("the archive has two members {}, expected each name once", ndpool::quoted(name)));
        }
        if (!std::string_view(name).ends_with('/')) {
            names_.emplace_back(name);
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
    zip_stat_t status;
    zip_stat_init(&status);
    if (!contains(name) || zip_stat(handle_->archive, name.c_str(), ZIP_FL_ENC_RAW, &status) != 0) {
        refuse(file_, fmt::format("the archive has no member {}, expected one", ndpool::quoted(name)));
    }
    if ((status.valid & ZIP_STAT_ENCRYPTION_METHOD) != 0 && status.encryption_method != ZIP_EM_NONE) {
        refuse(place(name), "the member is encrypted, expected one that anybody can read");
    }
    if (status.size > bytes_allowed_) {
        refuse_length(place(name), bytes_allowed_);
    }
    OpenMember file(zip_fopen_index(handle_->archive, status.index, 0));
    if (!file) {
        refuse(place(name), fmt::format("the member cannot be unpacked ({}), expected stored, deflate or bzip2",
                                        zip_error_strerror(zip_get_error(handle_->archive))));
    }
    bytes_allowed_ -= status.size;
    const auto member = std::make_shared<Member>(std::move(file), status.size, place(name));
    return {status.size, likely_size(status, handle_->size), [member](std::span<char> part) { member->read(part); }};
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
