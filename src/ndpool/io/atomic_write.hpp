#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "ndpool/io/archive/byte_stream.hpp"

namespace ndpool {

/// A file that appears as a whole or not at all: after a crash there is the old content or the new one, never half
/// of one. It is written under the name `.NAME.partial-PID` beside the target; commit() renames it, and without
/// commit() the destructor removes it. What is no regular file (a device, a pipe) is written to directly by commit().
/// Throws InvalidInput if the target is a folder, IoError with the system's reason otherwise.
class AtomicFile : public ByteSink {
public:
    explicit AtomicFile(const std::filesystem::path& target);
    ~AtomicFile() override;
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void append(std::string_view bytes) override;
    void replace(std::uint64_t position, std::string_view bytes) override;
    /// To be called once, last.
    void commit();

private:
    struct Partial;

    std::filesystem::path target_;
    std::unique_ptr<Partial> partial_;  ///< none if the target is no regular file
    StringSink direct_;                 ///< what commit() writes then
};

/// Writes a whole file as an AtomicFile.
void write_file(const std::filesystem::path& target, std::string_view content);

/// A folder that appears as a whole or not at all.
///
///     AtomicFolder out("result");
///     write_file(out.path() / "manifest.json", ...);
///     out.commit();
///
/// Everything is written to the sibling `.NAME.partial-PID`; commit() flushes all files to the disk, puts the folder in the
/// place of the target and removes what was there; without commit() the destructor removes it. A process may have only one
/// AtomicFolder per target at a time.
class AtomicFolder {
public:
    /// Throws InvalidInput if the target is no folder, or a folder with content but without `manifest.json`: such a folder was
    /// not written by ndpool and is never replaced. Throws IoError if the folder cannot be made. Partial folders of the same
    /// target that dead processes left are removed.
    explicit AtomicFolder(const std::filesystem::path& target);
    ~AtomicFolder();
    AtomicFolder(const AtomicFolder&) = delete;
    AtomicFolder& operator=(const AtomicFolder&) = delete;

    /// Where to write.
    [[nodiscard]] const std::filesystem::path& path() const { return partial_; }
    /// To be called once, last. Throws IoError with the system's reason; the target is then as it was.
    void commit();

private:
    std::filesystem::path target_;
    std::filesystem::path partial_;
};

}  // namespace ndpool
