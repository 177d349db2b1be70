#include "output.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ndpool/base/error.hpp"
#include "ndpool/io/atomic_write.hpp"
#include "ndpool/io/file.hpp"

namespace ndpool::command {

namespace fs = std::filesystem;

namespace {

/// A symbolic link to nothing is more likely a mistake than a file to be replaced.
void refuse_dangling_link(const fs::path& path) {
    std::error_code ignored;
    if (fs::is_symlink(fs::symlink_status(path, ignored)) && !fs::exists(path, ignored)) {
        throw InvalidInput(
            fmt::format("{}: this is a symbolic link to nothing, remove it or choose another name", path.string()));
    }
}

}  // namespace

void require_place_for_file(const fs::path& path) {
    std::error_code ignored;
    refuse_dangling_link(path);
    if (fs::is_directory(path, ignored)) {
        throw InvalidInput(fmt::format("{}: this is a folder, expected the name of a file to write", path.string()));
    }
    const fs::path folder = path.parent_path();
    if (!folder.empty() && !fs::is_directory(folder, ignored)) {
        throw IoError(fmt::format("{}: there is no folder {}, make it first", path.string(), folder.string()));
    }
}

void require_place_for_folder(const fs::path& path) {
    std::error_code ignored;
    refuse_dangling_link(path.has_filename() ? path : path.parent_path());
    if (fs::exists(path / "manifest.json", ignored) && !is_our_folder(path)) {
        throw InvalidInput(
            fmt::format("{}: the folder has a manifest.json that is not ndpool's, expected a new folder or an earlier result",
                        path.string()));
    }
    const fs::path folder = (path.has_filename() ? path : path.parent_path()).parent_path();
    if (!folder.empty() && !fs::is_directory(folder, ignored)) {
        throw IoError(fmt::format("{}: there is no folder {}, make it first", path.string(), folder.string()));
    }
    // A folder is made and removed again: if that works, the result can be written.
    const AtomicFolder probe(path);
}

void require_input_outside(const fs::path& input, const fs::path& output) {
    std::error_code missing;
    const fs::path inner = fs::canonical(input, missing);
    const fs::path outer = missing ? fs::path() : fs::canonical(output, missing);
    if (!missing && std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end()) {
        throw InvalidInput(
            fmt::format("{}: writing the folder would remove the input {}, choose another", output.string(), input.string()));
    }
}

void require_other_file(const fs::path& input, const fs::path& output) {
    std::error_code ignored;
    if (fs::equivalent(input, output, ignored)) {
        throw InvalidInput(fmt::format("{}: writing the file would replace the input, choose another", output.string()));
    }
}

bool is_our_folder(const fs::path& path) {
    try {
        const Json manifest = Json::parse(read_file(path / "manifest.json"));
        return manifest.is_object() && manifest.value("program", "") == "ndpool";
    } catch (const Error&) {
        return false;
    } catch (const Json::exception&) {
        return false;
    }
}

std::optional<Format> format_asked_for(const std::string& name) {
    return name.empty() ? std::nullopt : std::optional(format_named(name));
}

}  // namespace ndpool::command
