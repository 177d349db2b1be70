#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace ndpool {

/// A regular file mapped into memory to be read: the system loads the pages that are touched, so that a file may be larger than
/// the memory. Throws InvalidInput "FILE: ..." if it is missing, not a file or not permitted, IoError if the system refuses.
class MappedFile {
public:
    explicit MappedFile(const std::filesystem::path& path);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    [[nodiscard]] std::string_view bytes() const { return {data_, size_}; }

private:
    const char* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace ndpool
