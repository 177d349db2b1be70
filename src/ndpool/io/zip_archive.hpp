#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ndpool {

/// A zip archive in memory, read with suspicion: a member that leads outside (absolute, `..`, a backslash), is there
/// twice, is encrypted, packed by an unknown method, corrupt, or longer than it says is refused, and so is an archive
/// that unpacks to more than half of the memory that is available. The bytes must outlive the archive.
class ZipArchive {
public:
    /// Throws InvalidInput "FILE: ..." or "FILE:MEMBER: ...".
    ZipArchive(std::string_view bytes, std::string_view file);
    ~ZipArchive();
    ZipArchive(const ZipArchive&) = delete;
    ZipArchive& operator=(const ZipArchive&) = delete;

    /// All members that are no folders, in the archive's order.
    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
    [[nodiscard]] bool contains(std::string_view name) const;
    /// A member's content. Throws InvalidInput "FILE:MEMBER: ...", also if there is no such member.
    [[nodiscard]] std::string read(const std::string& name);
    /// "FILE:MEMBER", for messages.
    [[nodiscard]] std::string place(std::string_view name) const;

private:
    struct Handle;

    std::unique_ptr<Handle> handle_;
    std::string file_;
    std::vector<std::string> names_;
    std::uint64_t bytes_allowed_;
};

[[nodiscard]] bool is_zip(std::string_view bytes);

struct ZipMember {
    std::string name;
    std::string content;
};

/// An archive with these members, deflated, all with the same fixed time: the same content gives the same bytes.
[[nodiscard]] std::string zip_bytes(const std::vector<ZipMember>& members);

}  // namespace ndpool
