#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace ndpool {

/// One file of a data set, by what comes between `NAME_` and `.txt`: "A", "graph_indicator", ...
struct TuFile {
    std::string place;  ///< its name in messages
    std::string text;
};
using TuFiles = std::map<std::string, TuFile>;

/// The files in a folder (or in its subfolder `raw` or of the same name), or in a .zip given by its bytes. `name` is set to
/// that of the data set. Throws InvalidInput if there is no `NAME_A.txt` or more than one.
///
/// @code
/// write_dataset(bench_dataset("TINY", {.graphs = 3}, Seed(1)), "tiny");
/// std::string name;
/// const TuFiles files = tu_files_in_folder("tiny", name);
/// assert(name == "TINY" && files.contains("graph_indicator"));
/// @endcode
[[nodiscard]] TuFiles tu_files_in_folder(const std::filesystem::path& folder, std::string& name);
/// Whether there is a `NAME_A.txt` where tu_files_in_folder would look.
[[nodiscard]] bool holds_tu_files(const std::filesystem::path& folder);
[[nodiscard]] TuFiles tu_files_in_zip(std::string_view bytes, std::string_view file, std::string& name);

}  // namespace ndpool
