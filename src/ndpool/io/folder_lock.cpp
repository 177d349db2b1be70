#include "ndpool/io/folder_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>

#include "ndpool/base/error.hpp"

namespace ndpool {

namespace {

namespace fs = std::filesystem;

std::string who_am_i() {
    std::array<char, 256> host{};
    static_cast<void>(gethostname(host.data(), host.size() - 1));
    return fmt::format("process {} on {}", getpid(), host.data());
}

std::string text_of(int file) {
    std::array<char, 300> text{};
    const ssize_t length = pread(file, text.data(), text.size() - 1, 0);
    return length > 0 ? std::string(text.data(), static_cast<std::size_t>(length)) : "another process";
}

/// Whether the path still leads to the open file: the previous holder of the lock may have removed it.
bool is_still_there(int file, const fs::path& path) {
    struct stat opened {};
    struct stat named {};
    return fstat(file, &opened) == 0 && stat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
           opened.st_dev == named.st_dev;
}

}  // namespace

FolderLock::FolderLock(const fs::path& folder) : folder_(folder) {
    std::error_code error;
    made_folder_ = fs::create_directories(folder_, error);
    if (error) {
        throw IoError(fmt::format("{}: cannot make this folder: {}", folder_.string(), error.message()));
    }
    const fs::path path = folder_ / file_name;
    do {
        if (file_ >= 0) {
            close(file_);
        }
        file_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
        if (file_ < 0) {
            throw IoError(fmt::format("{}: cannot write: {}", path.string(), std::strerror(errno)));
        }
        if (flock(file_, LOCK_EX | LOCK_NB) != 0) {
            const std::string holder = errno == EWOULDBLOCK ? text_of(file_) : std::strerror(errno);
            close(file_);
            throw IoError(fmt::format("{}: this folder is in use, held by {}; wait for it, or take another folder",
                                      folder_.string(), holder));
        }
    } while (!is_still_there(file_, path));
    const std::string text = who_am_i();
    if (ftruncate(file_, 0) != 0 || pwrite(file_, text.data(), text.size(), 0) < 0) {
        // Only a name for messages: the lock works without it.
    }
}

FolderLock::~FolderLock() {
    std::error_code ignored;
    fs::remove(folder_ / file_name, ignored);
    close(file_);
    if (made_folder_ && fs::is_empty(folder_, ignored)) {
        fs::remove(folder_, ignored);
    }
}

}  // namespace ndpool
