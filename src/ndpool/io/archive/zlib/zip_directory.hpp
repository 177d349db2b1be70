#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ndpool/io/archive/byte_stream.hpp"

// Internal to io/: the zip format where libzip is not linked (NDPOOL_LIBZIP=OFF, as in the Python module): members that are
// stored or deflated, Zip64.
namespace ndpool {

/// A member as the directory at the end of an archive states it.
struct ZipDirectoryEntry {
    std::string name;
    bool encrypted = false;
    std::uint16_t method = 0;  ///< 0 stored, 8 deflated
    std::uint32_t checksum = 0;
    std::uint64_t packed_size = 0;
    std::uint64_t size = 0;
    std::uint64_t position = 0;  ///< of its own header
};

/// The members in the order of the directory. Throws InvalidInput "FILE: ..." if there is no directory, or if it is cut off.
[[nodiscard]] std::vector<ZipDirectoryEntry> zip_directory(const ByteSource& archive, const std::string& file);

/// Where the packed content of a member begins; all of it is within the archive. Throws InvalidInput "PLACE: ..." otherwise.
[[nodiscard]] std::uint64_t content_position(const ByteSource& archive, const ZipDirectoryEntry& entry, const std::string& place);

}  // namespace ndpool
