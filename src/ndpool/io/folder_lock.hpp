#pragma once

#include <filesystem>

namespace ndpool {

/// A folder that only this process writes to while the lock exists. Creates the folder if it does not exist, and removes it
/// again if it is empty at the end. The system releases the lock when a process ends, however it ends.
class FolderLock {
public:
    /// Throws IoError "FOLDER: ..., held by process 123 on HOST" if another process has it, or if the folder cannot be made.
    explicit FolderLock(const std::filesystem::path& folder);
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

    /// The file that holds the lock; code that lists the folder skips it.
    static constexpr const char* file_name = ".ndpool-lock";

private:
    std::filesystem::path folder_;
    int file_ = -1;
    bool made_folder_ = false;
};

}  // namespace ndpool
