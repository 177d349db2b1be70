#include "ndpool/io/archive/zlib/zip_directory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "ndpool/io/place.hpp"

namespace ndpool {

namespace {

constexpr std::size_t end_size = 22;
constexpr std::size_t entry_size = 46;
constexpr std::uint32_t in_zip64 = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint16_t many_in_zip64 = std::numeric_limits<std::uint16_t>::max();

[[noreturn]] void refuse_archive(const std::string& file, const std::string& reason) {
    refuse(file, fmt::format("the zip archive cannot be read ({}), expected a whole one", reason));
}

/// Little-endian numbers one after the other.
class Fields {
public:
    explicit Fields(std::string_view bytes) : bytes_(bytes) {}

    std::uint16_t u16() { return static_cast<std::uint16_t>(number(2)); }
    std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }
    std::uint64_t u64() { return number(8); }
    void skip(std::size_t count) { bytes_.remove_prefix(std::min(count, bytes_.size())); }
    [[nodiscard]] std::size_t left() const { return bytes_.size(); }
    std::string_view text(std::size_t count) {
        const std::string_view result = bytes_.substr(0, count);
        skip(count);
        return result;
    }

private:
    /// Zero beyond the end: the caller has checked the length, or the number is refused as any other wrong one.
    std::uint64_t number(std::size_t count) {
        std::uint64_t value = 0;
        for (std::size_t k = 0; k < std::min(count, bytes_.size()); ++k) {
            value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes_[k])) << (8 * k);
        }
        skip(count);
        return value;
    }

    std::string_view bytes_;
};

std::string part_of(const ByteSource& archive, std::uint64_t begin, std::uint64_t size, const std::string& file) {
    if (begin > archive.size || size > archive.size - begin) {
        refuse_archive(file, "it is cut off");
    }
    std::string part(size, '\0');
    archive.copy(begin, part);
    return part;
}

/// Where the directory is, how long it is, and how many members it has.
struct DirectoryPlace {
    std::uint64_t members = 0;
    std::uint64_t size = 0;
    std::uint64_t position = 0;
};

DirectoryPlace zip64_place(const ByteSource& archive, std::uint64_t locator_position, const std::string& file) {
    constexpr std::size_t zip64_end_size = 56;
    const std::string locator = part_of(archive, locator_position, 20, file);
    if (!locator.starts_with("PK\x06\x07")) {
        refuse_archive(file, "its Zip64 directory is missing");
    }
    Fields fields(locator);
    fields.skip(8);
    const std::string end = part_of(archive, fields.u64(), zip64_end_size, file);
    if (!end.starts_with("PK\x06\x06")) {
        refuse_archive(file, "its Zip64 directory is missing");
    }
    Fields place(end);
    place.skip(32);
    const std::uint64_t members = place.u64();
    const std::uint64_t size = place.u64();
    return {members, size, place.u64()};
}

DirectoryPlace directory_place(const ByteSource& archive, const std::string& file) {
    constexpr std::uint64_t longest_comment = 65535;
    const std::uint64_t length = std::min<std::uint64_t>(archive.size, end_size + longest_comment);
    const std::string tail = part_of(archive, archive.size - length, length, file);
    const std::size_t found = tail.rfind("PK\x05\x06");
    if (found == std::string::npos || tail.size() - found < end_size) {
        refuse_archive(file, "it has no directory");
    }
    Fields fields(std::string_view(tail).substr(found));
    fields.skip(10);
    const DirectoryPlace place{fields.u16(), fields.u32(), fields.u32()};
    if (place.members == many_in_zip64 || place.size == in_zip64 || place.position == in_zip64) {
        const std::uint64_t end = archive.size - length + found;
        return zip64_place(archive, end >= 20 ? end - 20 : archive.size, file);
    }
    return place;
}

/// Sizes and positions that do not fit in 32 bits are in the extra field number 1, in this order.
void take_zip64(ZipDirectoryEntry& entry, std::string_view extra) {
    for (Fields fields(extra); fields.left() >= 4;) {
        const std::uint16_t kind = fields.u16();
        Fields content(fields.text(fields.u16()));
        if (kind == 1) {
            for (std::uint64_t* value : {&entry.size, &entry.packed_size, &entry.position}) {
                *value = *value == in_zip64 ? content.u64() : *value;
            }
        }
    }
}

}  // namespace

std::vector<ZipDirectoryEntry> zip_directory(const ByteSource& archive, const std::string& file) {
    const DirectoryPlace place = directory_place(archive, file);
    const std::string bytes = part_of(archive, place.position, place.size, file);
    std::vector<ZipDirectoryEntry> entries;
    Fields fields(bytes);
    for (std::uint64_t k = 0; k < place.members; ++k) {
        if (fields.left() < entry_size || fields.text(4) != "PK\x01\x02") {
            refuse_archive(file, "its directory is corrupt");
        }
        ZipDirectoryEntry entry;
        fields.skip(4);
        entry.encrypted = (fields.u16() & 1U) != 0;
        entry.method = fields.u16();
        fields.skip(4);
        entry.checksum = fields.u32();
        entry.packed_size = fields.u32();
        entry.size = fields.u32();
        const std::uint16_t name = fields.u16();
        const std::uint16_t extra = fields.u16();
        const std::uint16_t comment = fields.u16();
        fields.skip(8);
        entry.position = fields.u32();
        if (fields.left() < static_cast<std::size_t>(name) + extra + comment) {
            refuse_archive(file, "its directory is corrupt");
        }
        entry.name = fields.text(name);
        take_zip64(entry, fields.text(extra));
        fields.skip(comment);
        entries.push_back(std::move(entry));
    }
    return entries;
}

std::uint64_t content_position(const ByteSource& archive, const ZipDirectoryEntry& entry, const std::string& place) {
    constexpr std::size_t local_size = 30;
    const std::string header = part_of(archive, entry.position, local_size, place);
    Fields fields(header);
    if (fields.text(4) != "PK\x03\x04") {
        refuse(place, "the member is corrupt (it has no header), expected a whole one");
    }
    fields.skip(22);
    const std::uint64_t begin = entry.position + local_size + fields.u16() + fields.u16();
    if (begin > archive.size || entry.packed_size > archive.size - begin) {
        refuse(place, "the member is corrupt (it is cut off), expected a whole one");
    }
    return begin;
}

}  // namespace ndpool
