#include "ndpool/io/mapped_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <system_error>

#include "ndpool/base/error.hpp"
#include "ndpool/io/file_descriptor.hpp"
#include "ndpool/io/place.hpp"

namespace ndpool {

MappedFile::MappedFile(const std::filesystem::path& path) {
    const std::string name = path.string();
    const auto reason = [] { return std::generic_category().message(errno); };
    // Without O_NONBLOCK a pipe without a writer would hang here.
    const FileDescriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file.is_open()) {
        refuse(name, fmt::format("cannot open the file: {}", reason()));
    }
    struct stat status {};
    if (fstat(file.number(), &status) != 0) {
        throw IoError(fmt::format("{}: {}", name, reason()));
    }
    if (!S_ISREG(status.st_mode)) {
        refuse(name, "this is no regular file, expected one");
    }
    size_ = static_cast<std::size_t>(status.st_size);
    if (size_ == 0) {
        return;
    }
    void* const at = mmap(nullptr, size_, PROT_READ, MAP_SHARED, file.number(), 0);
    if (at == MAP_FAILED) {
        throw IoError(fmt::format("{}: cannot map the file: {}", name, reason()));
    }
    data_ = static_cast<const char*>(at);
}

MappedFile::~MappedFile() {
    if (data_ != nullptr) {
        munmap(const_cast<char*>(data_), size_);
    }
}

}  // namespace ndpool
