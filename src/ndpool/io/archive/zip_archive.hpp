#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "ndpool/io/archive/byte_stream.hpp"
#include "ndpool/io/archive/zip_contents.hpp"

namespace ndpool {

/// A zip archive, read as untrusted input. A member is refused if its path leads outside (absolute, `..`, a backslash), or if
/// it occurs twice, is encrypted, packed by an unknown method, corrupt, or longer than stated. An archive is refused if it
/// unpacks to more than half of the available memory.
class ZipArchive {
public:
    /// Reads from a file, member by member on demand. Throws InvalidInput "FILE: ..." or "FILE:MEMBER: ...", IoError if the
    /// system refuses.
    explicit ZipArchive(const std::filesystem::path& path);
    /// Reads from memory; the bytes must outlive the archive. Throws InvalidInput likewise.
    ZipArchive(std::string_view bytes, std::string_view file);
    /// The same for an archive that was opened already; `file` is for messages.
    ZipArchive(ZipContents contents, std::string file);

    /// All members that are not folders, in the archive's order.
    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
    [[nodiscard]] bool contains(std::string_view name) const;
    /// A member's content. Throws InvalidInput "FILE:MEMBER: ...", also if there is no such member.
    [[nodiscard]] std::string read(const std::string& name);
    /// The same as a stream.
    [[nodiscard]] ByteStream open(const std::string& name);
    /// "FILE:MEMBER", for messages.
    [[nodiscard]] std::string place(std::string_view name) const;

private:
    ZipContents contents_;
    std::string file_;
    std::vector<std::string> names_;
    std::uint64_t bytes_allowed_;
};

[[nodiscard]] bool is_zip(std::string_view bytes);

}  // namespace ndpool
