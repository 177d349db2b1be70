#include <fmt/format.h>
#include <zip.h>

#include "ndpool/base/error.hpp"
#include "ndpool/io/zip_archive.hpp"

namespace ndpool {

namespace {

// 1 January 1980, 0:00: the beginning of time in a zip archive.
constexpr zip_uint16_t fixed_time = 0;
constexpr zip_uint16_t fixed_date = (1 << 5) + 1;

[[noreturn]] void fail(zip_error_t* error) {
    throw IoError(fmt::format("cannot make a zip archive: {}", zip_error_strerror(error)));
}

void add_member(zip_t* archive, const ZipMember& member) {
    zip_source_t* const content = zip_source_buffer(archive, member.content.data(), member.content.size(), 0);
    if (content == nullptr) {
        fail(zip_get_error(archive));
    }
    const zip_int64_t index = zip_file_add(archive, member.name.c_str(), content, 0);
    if (index < 0) {
        zip_source_free(content);
        fail(zip_get_error(archive));
    }
    const auto position = static_cast<zip_uint64_t>(index);
    constexpr zip_uint32_t quickest = 1;  // digits of weights hardly shrink further
    if (zip_set_file_compression(archive, position, ZIP_CM_DEFLATE, quickest) != 0 ||
        zip_file_set_dostime(archive, position, fixed_time, fixed_date, 0) != 0) {
        fail(zip_get_error(archive));
    }
}

std::string content_of(zip_source_t* source) {
    zip_stat_t status;
    zip_stat_init(&status);
    if (zip_source_stat(source, &status) != 0 || zip_source_open(source) != 0) {
        fail(zip_source_error(source));
    }
    std::string bytes(status.size, '\0');
    const zip_int64_t got = zip_source_read(source, bytes.data(), bytes.size());
    zip_source_close(source);
    if (got < 0 || static_cast<zip_uint64_t>(got) != status.size) {
        fail(zip_source_error(source));
    }
    return bytes;
}

}  // namespace

std::string zip_bytes(const std::vector<ZipMember>& members) {
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* const raw = zip_source_buffer_create(nullptr, 0, 0, &error);
    if (raw == nullptr) {
        fail(&error);
    }
    // One reference for the archive, which gives its own up when it is closed, and one to read the bytes.
    const std::unique_ptr<zip_source_t, void (*)(zip_source_t*)> source(raw, zip_source_free);
    zip_source_keep(raw);
    zip_t* const archive = zip_open_from_source(raw, ZIP_TRUNCATE, &error);
    if (archive == nullptr) {
        zip_source_free(raw);
        fail(&error);
    }
    try {
        for (const ZipMember& member : members) {
            add_member(archive, member);
        }
        if (zip_close(archive) != 0) {
            fail(zip_get_error(archive));
        }
    } catch (...) {
        zip_discard(archive);
        throw;
    }
    return content_of(raw);
}

}  // namespace ndpool
