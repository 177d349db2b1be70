#include "ndpool/io/zip_archive.hpp"

#include <fmt/format.h>
#include <zip.h>

#include <algorithm>
#include <set>

#include "ndpool/base/error.hpp"
#include "ndpool/base/memory.hpp"
#include "ndpool/io/place.hpp"

namespace ndpool {

namespace {

/// An error of libzip that is freed, with its words.
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

/// The sizes in an archive are claims: the buffer grows with what arrives, and one byte above the limit is enough.
std::string unpacked(zip_file_t* member, std::uint64_t limit, const std::string& place) {
    constexpr std::uint64_t first_room = 1 << 16;
    std::string content;
    std::uint64_t used = 0;
    for (;;) {
        if (used == content.size()) {
            content.resize(std::min(std::max(first_room, 2 * used), limit + 1));
        }
        const zip_int64_t got = zip_fread(member, content.data() + used, content.size() - used);
        if (got < 0) {
            refuse(place, fmt::format("the member is corrupt ({}), expected a whole one",
                                      zip_error_strerror(zip_file_get_error(member))));
        }
        used += static_cast<std::uint64_t>(got);
        if (used > limit) {
            refuse(place,
                   fmt::format("the member unpacks to more than {} bytes, expected no more than it states and than half of "
                               "the memory that is available",
                               limit));
        }
        if (got == 0) {
            content.resize(used);
            return content;
        }
    }
}

}  // namespace

struct ZipArchive::Handle {
    zip_t* archive = nullptr;

    ~Handle() {
        if (archive != nullptr) {
            zip_discard(archive);
        }
    }
};

ZipArchive::ZipArchive(std::string_view bytes, std::string_view file)
    : handle_(std::make_unique<Handle>()), file_(file), bytes_allowed_(available_memory() / 2) {
    if (!is_zip(bytes)) {
        refuse(file_, "the file does not begin like a zip archive, expected one");
    }
    ZipError error;
    zip_source_t* source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error.error);
    if (source != nullptr) {
        handle_->archive = zip_open_from_source(source, ZIP_RDONLY, &error.error);
    }
    if (handle_->archive == nullptr) {
        zip_source_free(source);
        refuse(file_, fmt::format("the zip archive cannot be read ({}), expected a whole one", error.text()));
    }
    std::set<std::string> seen;
    const zip_int64_t count = zip_get_num_entries(handle_->archive, 0);
    for (zip_int64_t index = 0; index < count; ++index) {
        const char* const name = zip_get_name(handle_->archive, static_cast<zip_uint64_t>(index), ZIP_FL_ENC_RAW);
        if (name == nullptr || leads_outside(name)) {
            refuse(file_, fmt::format("the archive has a member {}, expected names inside the archive",
                                      quoted(name == nullptr ? "" : name)));
        }
        if (!seen.insert(name).second) {
            refuse(file_, fmt::format("the archive has two members {}, expected each name once", quoted(name)));
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

std::string ZipArchive::read(const std::string& name) {
    zip_stat_t status;
    zip_stat_init(&status);
    if (!contains(name) || zip_stat(handle_->archive, name.c_str(), ZIP_FL_ENC_RAW, &status) != 0) {
        refuse(file_, fmt::format("the archive has no member {}, expected one", quoted(name)));
    }
    if ((status.valid & ZIP_STAT_ENCRYPTION_METHOD) != 0 && status.encryption_method != ZIP_EM_NONE) {
        refuse(place(name), "the member is encrypted, expected one that anybody can read");
    }
    const OpenMember member(zip_fopen_index(handle_->archive, status.index, 0));
    if (!member) {
        refuse(place(name), fmt::format("the member cannot be unpacked ({}), expected stored, deflate or bzip2",
                                        zip_error_strerror(zip_get_error(handle_->archive))));
    }
    std::string content = unpacked(member.get(), std::min(status.size, bytes_allowed_), place(name));
    if (content.size() < status.size) {
        refuse(place(name),
               fmt::format("the member unpacks to {} bytes, expected the {} it states", content.size(), status.size));
    }
    bytes_allowed_ -= content.size();
    return content;
}

bool is_zip(std::string_view bytes) {
    return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06");
}

}  // namespace ndpool
