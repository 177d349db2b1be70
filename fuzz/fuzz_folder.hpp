#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "fuzz_input.hpp"
#include "ndpool/io/atomic_write.hpp"

namespace ndpool {

/// A folder for what readers of folders are to read; in memory where there is such a place, and removed at the end.
inline const std::filesystem::path& fuzz_folder() {
    namespace fs = std::filesystem;
    static const struct Folder {
        fs::path path = (fs::exists("/dev/shm") ? fs::path("/dev/shm") : fs::temp_directory_path()) /
                        ("ndpool_fuzz_" + std::to_string(getpid()));
        Folder() { fs::create_directories(path); }
        ~Folder() {
            std::error_code ignored;
            fs::remove_all(path, ignored);
        }
    } folder;
    return folder.path;
}

/// Puts a file there, without waiting for the disk.
inline void put(const std::filesystem::path& name, std::string_view content) {
    const std::filesystem::path path = fuzz_folder() / name;
    std::filesystem::create_directories(path.parent_path());
    FILE* file = std::fopen(path.c_str(), "wb");
    std::fwrite(content.data(), 1, content.size(), file);
    std::fclose(file);
}

}  // namespace ndpool
