#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ndpool/graph/dataset.hpp"
#include "ndpool/graph/directed.hpp"
#include "ndpool/graph/placed_graph.hpp"
#include "ndpool/graph/signed_graph.hpp"
#include "ndpool/io/format.hpp"
#include "ndpool/io/formats/named_graph.hpp"

namespace ndpool {

struct ReadOptions {
    std::optional<Format> format = {};  ///< guessed from the file's ending and content if not given
    /// What to do with a directed graph. Applied to the matrix that the file states; formats that state each edge once
    /// (rudy, symmetric Matrix Market) have no direction and are read as they are.
    Symmetrize symmetrize = Symmetrize::refuse;
};

/// Reads one graph from a file in any format but `tu`, packed with gzip or not. Every fault of the file throws InvalidInput
/// "FILE:LINE: what is wrong, what was expected".
///
/// @code
/// const Graph grid = grid_graph(4, 5).graph;
/// write_graph(grid, "grid.mtx.gz");
/// assert(read_graph("grid.mtx.gz") == grid);
/// @endcode
[[nodiscard]] Graph read_graph(const std::filesystem::path& path, const ReadOptions& options = {});

/// The same with the names of the nodes in the file.
[[nodiscard]] NamedGraph read_named_graph(const std::filesystem::path& path, const ReadOptions& options = {});

/// The same for bytes that are in memory, packed or not; `file` names them in messages.
[[nodiscard]] NamedGraph parse_graph(std::string_view bytes, const std::string& file, const ReadOptions& options = {});

/// Reads a graph with weights of either sign from a rudy or Matrix Market file; from another format as read_graph does.
[[nodiscard]] SignedGraph read_signed_graph(const std::filesystem::path& path, const ReadOptions& options = {});

/// The same for bytes that are in memory, packed or not.
[[nodiscard]] SignedGraph parse_signed_graph(std::string_view bytes, const std::string& file, const ReadOptions& options = {});

/// Writes a graph in the format of the file's ending, or in the one given; packed if the name ends in .gz. The same graph gives
/// the same bytes. Throws InvalidInput if the format is not known or cannot hold the graph, IoError if the system refuses; the
/// file is then unchanged.
void write_graph(const Graph& graph, const std::filesystem::path& path, std::optional<Format> format = {});

/// The same with the positions of the nodes, which Format::ndg keeps and all others leave out.
void write_graph(const PlacedGraph& placed, const std::filesystem::path& path, std::optional<Format> format = {});

/// A real matrix of any shape, as Matrix Market, as a SciPy file or in the binary format.
[[nodiscard]] SparseMatrix read_matrix(const std::filesystem::path& path);
void write_matrix(const SparseMatrix& matrix, const std::filesystem::path& path, std::optional<Format> format = {});

/// Where the nodes of a graph lie: a Matrix Market array of two or three columns, or a binary graph with positions (none at all
/// if it has none).
[[nodiscard]] std::vector<Point> read_positions(const std::filesystem::path& path);

/// Whether a path is a folder or ends in .zip: then read_dataset is the function to call.
[[nodiscard]] bool is_dataset(const std::filesystem::path& path);

/// Reads a data set of the TU collection from a folder or from a .zip. Throws InvalidInput like read_graph; in an
/// archive the place is "FILE:MEMBER:LINE".
[[nodiscard]] Dataset read_dataset(const std::filesystem::path& path, const ReadOptions& options = {});

/// The same from the bytes of a .zip.
[[nodiscard]] Dataset parse_dataset(std::string_view bytes, const std::string& file, const ReadOptions& options = {});

/// Writes the files `NAME_A.txt` and so on into a folder, which is made if it is not there.
void write_dataset(const Dataset& dataset, const std::filesystem::path& folder);

}  // namespace ndpool
