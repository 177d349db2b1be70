#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "ndpool/graph/dataset.hpp"
#include "ndpool/io/format.hpp"
#include "ndpool/pyramid/methods.hpp"

namespace ndpool {

/// How a pyramid came about; written to its manifest.
struct PyramidOrigin {
    std::string input;  ///< as the user named it
    PyramidOptions options;
    Seed seed;
    std::string symmetrize = {};  ///< how a directed input was made undirected ("max", ...); empty if that was not asked for
    std::vector<std::string> node_names = {};  ///< what the input's file calls its nodes; none at all if they are numbers
};

/// Writes a pyramid as a folder, as a whole or not at all: manifest.json, input/adjacency, and for every level L
/// level_L/adjacency, level_L/pool (the decimation or assignment matrix) and level_L/nodes.txt (-1 for fake nodes); matrices as
/// .mtx or .npz. If the origin has names of nodes, nodes.txt beside the manifest has one per line: line i is node i of the
/// input. Replaces a folder only if it has a manifest.json. Returns the manifest. Throws InvalidInput otherwise, IoError if
/// the system refuses.
std::string save_pyramid(const Pyramid& pyramid, const PyramidOrigin& origin, const std::filesystem::path& folder,
                         Format matrices = Format::mtx, const Parallel& parallel = {});

/// Writes the last level's graph alone, in the format of the file's ending, and beside it the input's node of each of its nodes,
/// one per line, by its name if the origin has names: small.nodes.txt for small.mtx. Returns what the manifest of a folder would
/// be.
std::string save_level(const Pyramid& pyramid, const PyramidOrigin& origin, const std::filesystem::path& file);

struct StoredPyramid {
    Pyramid pyramid;
    PyramidOrigin origin;
};

/// Reads what save_pyramid wrote. Throws InvalidInput with the file if anything does not fit together.
///
/// @code
/// const Pyramid pyramid = ndp_pyramid(grid_graph(10, 10).graph, {}, Seed(1));
/// save_pyramid(pyramid, {"grid:10x10", NdpOptions{}, Seed(1)}, "coarse");
/// assert(load_pyramid("coarse").pyramid.levels[2].graph == pyramid.levels[2].graph);
/// @endcode
[[nodiscard]] StoredPyramid load_pyramid(const std::filesystem::path& folder);

/// What a folder holds by its manifest.json.
enum class StoredKind : std::uint8_t { none, pyramid, pyramids };
[[nodiscard]] StoredKind stored_kind(const std::filesystem::path& folder);

}  // namespace ndpool
