#include "ndpool/io/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <span>
#include <system_error>

#include "ndpool/base/error.hpp"
#include "ndpool/base/memory.hpp"
#include "ndpool/io/archive/gzip.hpp"
#include "ndpool/io/file_descriptor.hpp"
#include "ndpool/io/place.hpp"

namespace ndpool {

namespace {

std::size_t size_of_regular_file(const FileDescriptor& file, const std::string& name) {
    struct stat status {};
    if (fstat(file.number(), &status) != 0) {
        throw IoError(fmt::format("{}: {}", name, std::generic_category().message(errno)));
    }
    if (S_ISDIR(status.st_mode)) {
        refuse(name, "this is a folder, expected a file");
    }
    if (!S_ISREG(status.st_mode)) {
        refuse(name, "this is no regular file, expected one");
    }
    return static_cast<std::size_t>(status.st_size);
}

/// Reads until the buffer is full or the file ends.
std::size_t fill(int file, std::span<char> buffer, const std::string& name) {
    std::size_t used = 0;
    while (used < buffer.size()) {
        const ssize_t got = read(file, buffer.data() + used, buffer.size() - used);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            throw IoError(fmt::format("{}: cannot read on: {}", name, std::generic_category().message(errno)));
        }
        if (got == 0) {
            break;
        }
        used += static_cast<std::size_t>(got);
    }
    return used;
}

}  // namespace

FileDescriptor open_regular_file(const std::filesystem::path& path) {
    const std::string name = path.string();
    // Without O_NONBLOCK a pipe without a writer would hang here.
    FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file.is_open()) {
        refuse(name, fmt::format("cannot open the file: {}", std::generic_category().message(errno)));
    }
    const std::size_t size = size_of_regular_file(file, name);
    if (size > available_memory()) {
        refuse(name,
               fmt::format("the file has {}, expected no more than the memory that is available ({})",
                           readable_bytes(static_cast<double>(size)), readable_bytes(static_cast<double>(available_memory()))));
    }
    return file;
}

std::string read_beginning(const std::filesystem::path& path, std::size_t length) {
    const FileDescriptor file = open_regular_file(path);
    std::string bytes(length, '\0');
    bytes.resize(fill(file.number(), bytes, path.string()));
    return bytes;
}

std::string read_bytes(const std::filesystem::path& path) {
    const std::string name = path.string();
    const FileDescriptor file = open_regular_file(path);
    constexpr std::size_t look_beyond = 1;  // one byte more shows whether the file has grown
    std::string bytes(size_of_regular_file(file, name) + look_beyond, '\0');
    std::size_t used = 0;
    while ((used += fill(file.number(), std::span(bytes).subspan(used), name)) == bytes.size()) {
        bytes.resize(2 * used);
    }
    bytes.resize(used);
    return bytes;
}

std::string read_standard_input() {
    const std::string name = "standard input";
    constexpr std::size_t first_size = std::size_t{1} << 16U;
    std::string bytes(first_size, '\0');
    std::size_t used = 0;
    while ((used += fill(STDIN_FILENO, std::span(bytes).subspan(used), name)) == bytes.size()) {
        if (used > available_memory()) {
            refuse(name, fmt::format("there are more than {}, expected no more than the memory that is available",
                                     readable_bytes(static_cast<double>(used))));
        }
        bytes.resize(2 * used);
    }
    bytes.resize(used);
    return bytes;
}

std::string read_file(const std::filesystem::path& path) {
    std::string bytes = read_bytes(path);
    return is_gzip(bytes) ? gunzip(bytes, path.string()) : bytes;
}

}  // namespace ndpool
