#include "ndpool/io/tu/tu_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "ndpool/io/archive/zip_archive.hpp"
#include "ndpool/io/file.hpp"
#include "ndpool/io/place.hpp"

namespace ndpool {

namespace fs = std::filesystem;

namespace {

constexpr std::array<const char*, 9> keys{"A",           "graph_indicator", "graph_labels", "graph_attributes",
                                          "node_labels", "node_attributes", "edge_labels",  "edge_attributes",
                                          "split"};
constexpr std::string_view edges_ending = "_A.txt";

/// The names of the data sets whose edge files a folder holds.
std::vector<std::string> names_in(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        const std::string file = entry->path().filename().string();
        if (file.size() > edges_ending.size() && file.ends_with(edges_ending)) {
            names.push_back(file.substr(0, file.size() - edges_ending.size()));
        }
    }
    if (error && error != std::errc::no_such_file_or_directory && error != std::errc::not_a_directory) {
        refuse(folder.string(), fmt::format("cannot look into the folder: {}", error.message()));
    }
    return names;
}

fs::path name_of(const fs::path& folder) {
    const fs::path whole = fs::absolute(folder).lexically_normal();
    return whole.has_filename() ? whole.filename() : whole.parent_path().filename();
}

/// Where the files are: the collection's folders, and those of PyTorch Geometric with a subfolder `raw`.
std::optional<fs::path> folder_with_files(const fs::path& folder) {
    for (const fs::path& candidate : {folder, folder / "raw", folder / name_of(folder)}) {
        if (!names_in(candidate).empty()) {
            return candidate;
        }
    }
    return std::nullopt;
}

std::string chosen_name(const std::vector<std::string>& names, const std::string& preferred, std::string_view place) {
    if (std::find(names.begin(), names.end(), preferred) != names.end()) {
        return preferred;
    }
    if (names.size() != 1) {
        refuse(place, fmt::format("there are {} files NAME_A.txt, expected one data set", names.size()));
    }
    return names.front();
}

}  // namespace

bool holds_tu_files(const fs::path& folder) {
    return folder_with_files(folder).has_value();
}

TuFiles tu_files_in_folder(const fs::path& folder, std::string& name) {
    const auto found = folder_with_files(folder);
    if (!found) {
        refuse(folder.string(), "the folder holds no NAME_A.txt, expected a TU data set");
    }
    const fs::path& place = *found;
    name = chosen_name(names_in(place), name_of(folder).string(), folder.string());
    TuFiles files;
    for (const std::string key : keys) {
        const fs::path path = place / fmt::format("{}_{}.txt", name, key);
        std::error_code error;
        if (fs::exists(path, error) || error) {
            files[key] = {path.string(), read_file(path)};
        }
    }
    return files;
}

TuFiles tu_files_in_zip(std::string_view bytes, std::string_view file, std::string& name) {
    ZipArchive archive(bytes, file);
    std::vector<std::string> stems;  // including the folder in the archive
    for (const std::string& member : archive.names()) {
        const bool hidden = member.starts_with("__MACOSX/");
        const std::string base = member.substr(member.rfind('/') + 1);
        if (!hidden && base.size() > edges_ending.size() && base.ends_with(edges_ending)) {
            stems.push_back(member.substr(0, member.size() - edges_ending.size()));
        }
    }
    if (stems.size() != 1) {
        refuse(file, fmt::format("the archive has {} members NAME_A.txt, expected a TU data set with one", stems.size()));
    }
    const std::string& stem = stems.front();
    name = stem.substr(stem.rfind('/') + 1);
    TuFiles files;
    for (const std::string key : keys) {
        const std::string member = fmt::format("{}_{}.txt", stem, key);
        if (archive.contains(member)) {
            files[key] = {archive.place(member), archive.read(member)};
        }
    }
    return files;
}

}  // namespace ndpool
