#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

// Internal to io/: what libzip/ and zlib/ read of a zip archive. ZipArchive decides which of it is accepted.
namespace ndpool {

/// A member as the directory of its archive states it.
struct ZipEntry {
    std::string name;
    bool encrypted = false;
    std::uint64_t size = 0;
    std::uint64_t packed_size = 0;
};

/// Fills the front of the span with the next bytes of a member and returns their number, 0 at the end of the member. Throws
/// InvalidInput "PLACE: ..." if the member is corrupt.
using MemberBytes = std::function<std::size_t(std::span<char> part)>;

struct ZipContents {
    std::uint64_t size = 0;         ///< bytes of the archive
    std::vector<ZipEntry> entries;  ///< in the archive's order, folders too
    /// The content of one entry. Throws InvalidInput "PLACE: ..." if its packing is unknown.
    std::function<MemberBytes(std::size_t entry, const std::string& place)> open;
};

}  // namespace ndpool
