#pragma once

#include <unistd.h>

#include <filesystem>
#include <utility>

namespace ndpool {

/// An open file of the operating system, closed by the destructor.
class FileDescriptor {
public:
    explicit FileDescriptor(int number) : number_(number) {}
    ~FileDescriptor() { close(); }
    FileDescriptor(FileDescriptor&& other) noexcept : number_(other.release()) {}
    FileDescriptor(const FileDescriptor&) = delete;
    FileDescriptor& operator=(const FileDescriptor&) = delete;

    [[nodiscard]] bool is_open() const { return number_ >= 0; }
    [[nodiscard]] int number() const { return number_; }
    /// Gives the file to the caller, who closes it.
    [[nodiscard]] int release() { return std::exchange(number_, -1); }
    /// False, with errno set, if the system reports a late error.
    bool close() { return number_ < 0 || ::close(release()) == 0; }

private:
    int number_;
};

/// Opens a regular file to read it. Throws InvalidInput "FILE: ..." if it is missing, not a file, not permitted or larger than
/// the memory that is available.
[[nodiscard]] FileDescriptor open_regular_file(const std::filesystem::path& path);

}  // namespace ndpool
