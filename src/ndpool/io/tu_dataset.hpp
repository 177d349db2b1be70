#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "ndpool/graph/dataset.hpp"
#include "ndpool/graph/directed.hpp"

namespace ndpool {

/// One file of a data set, by what comes between `NAME_` and `.txt`: "A", "graph_indicator", ...
struct TuFile {
    std::string place;  ///< its name in messages
    std::string text;
};
using TuFiles = std::map<std::string, TuFile>;

/// The text format of the TU collection. `A` (one `row, column` a line, ids from 1 over all graphs, both
/// directions) and `graph_indicator` (the graph of each node, never falling) must be there. Read too, where they are:
/// `graph_labels`, `graph_attributes`, `node_labels`, `node_attributes`, `split` (train, val or test), `edge_labels`, and
/// `edge_attributes`, which are weights if there is one column. Labels and attributes of an edge must be the same in both
/// directions. A graph that has a label but no nodes is a graph without nodes. Throws InvalidInput "FILE:LINE: ...".
[[nodiscard]] Dataset parse_tu_dataset(std::string name, const TuFiles& files, Symmetrize how = Symmetrize::refuse);

/// The files in a folder (or in its subfolder `raw` or of the same name), or in a .zip given by its bytes. `name` becomes
/// the data set's. Throws InvalidInput if there is no `NAME_A.txt` or more than one.
[[nodiscard]] TuFiles tu_files_in_folder(const std::filesystem::path& folder, std::string& name);
/// Whether there is a `NAME_A.txt` where tu_files_in_folder would look.
[[nodiscard]] bool holds_tu_files(const std::filesystem::path& folder);
[[nodiscard]] TuFiles tu_files_in_zip(std::string_view bytes, std::string_view file, std::string& name);

/// The files of a data set by their whole names, `NAME_A.txt` and so on; edges in both directions, sorted, with their
/// weights in `NAME_edge_attributes.txt`, or their attributes if there are any. Throws InvalidInput if the name cannot be part of
/// a file's name, if graphs without nodes at the end would be lost because nothing is known of any graph, or if edges have
/// attributes beside weights other than 1.
[[nodiscard]] std::map<std::string, std::string> tu_texts(const Dataset& dataset);

}  // namespace ndpool
