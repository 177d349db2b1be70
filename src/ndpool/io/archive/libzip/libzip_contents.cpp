#include "ndpool/io/archive/libzip/libzip_contents.hpp"

#include <fmt/format.h>
#include <zip.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

#include "ndpool/base/error.hpp"
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

using OpenArchive = std::shared_ptr<zip_t>;

struct CloseMember {
    void operator()(zip_file_t* member) const { zip_fclose(member); }
};

/// A member that is read; it keeps its archive open.
struct OpenMember {
    OpenArchive archive;
    std::unique_ptr<zip_file_t, CloseMember> file;
};

MemberBytes open_member(const OpenArchive& archive, std::size_t entry, const std::string& place) {
    auto member = std::make_shared<OpenMember>();
    member->archive = archive;
    member->file.reset(zip_fopen_index(archive.get(), entry, 0));
    if (!member->file) {
        refuse(place, fmt::format("the member cannot be unpacked ({}), expected stored, deflate or bzip2",
                                  zip_error_strerror(zip_get_error(archive.get()))));
    }
    return [member, place](std::span<char> part) {
        const zip_int64_t got = zip_fread(member->file.get(), part.data(), part.size());
        if (got < 0) {
            refuse(place, fmt::format("the member is corrupt ({}), expected a whole one",
                                      zip_error_strerror(zip_file_get_error(member->file.get()))));
        }
        return static_cast<std::size_t>(got);
    };
}

ZipEntry entry_at(zip_t* archive, zip_uint64_t index, const std::string& file) {
    zip_stat_t status;
    zip_stat_init(&status);
    if (zip_stat_index(archive, index, ZIP_FL_ENC_RAW, &status) != 0 || (status.valid & ZIP_STAT_NAME) == 0) {
        refuse(file, fmt::format("the zip archive cannot be read ({}), expected a whole one",
                                 zip_error_strerror(zip_get_error(archive))));
    }
    const bool encrypted = (status.valid & ZIP_STAT_ENCRYPTION_METHOD) != 0 && status.encryption_method != ZIP_EM_NONE;
    return {status.name, encrypted, status.size, status.comp_size};
}

/// Takes ownership of the source; there is none if creating it failed with the error.
ZipContents contents_of(zip_source_t* source, ZipError& error, const std::string& file) {
    ZipContents contents;
    OpenArchive archive;
    zip_stat_t status;
    zip_stat_init(&status);
    if (source != nullptr && zip_source_stat(source, &status) == 0) {
        contents.size = status.size;
        if (zip_t* const opened = zip_open_from_source(source, ZIP_RDONLY, &error.error)) {
            archive.reset(opened, zip_discard);
        }
    }
    if (!archive) {
        zip_source_free(source);
        refuse(file, fmt::format("the zip archive cannot be read ({}), expected a whole one", error.text()));
    }
    const zip_int64_t count = zip_get_num_entries(archive.get(), 0);
    for (zip_int64_t index = 0; index < count; ++index) {
        contents.entries.push_back(entry_at(archive.get(), static_cast<zip_uint64_t>(index), file));
    }
    contents.open = [archive](std::size_t entry, const std::string& place) { return open_member(archive, entry, place); };
    return contents;
}

}  // namespace

ZipContents libzip_contents(const std::filesystem::path& path) {
    FileDescriptor descriptor = open_regular_file(path);
    FILE* const stream = fdopen(descriptor.number(), "rb");
    if (stream == nullptr) {
        throw IoError(fmt::format("{}: {}", path.string(), std::generic_category().message(errno)));
    }
    (void)descriptor.release();
    ZipError error;
    zip_source_t* source = zip_source_filep_create(stream, 0, 0, &error.error);
    if (source == nullptr) {
        (void)std::fclose(stream);
    }
    return contents_of(source, error, path.string());
}

ZipContents libzip_contents(std::string_view bytes, const std::string& file) {
    ZipError error;
    return contents_of(zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error.error), error, file);
}

}  // namespace ndpool
