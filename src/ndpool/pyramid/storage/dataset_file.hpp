#pragma once

#include "ndpool/pyramid/storage/pyramid_file.hpp"

namespace ndpool {

/// Writes the pyramids of a dataset, the input first (input/) and then every level (level_L/), all in one form. All pyramids must
/// have the same levels. Returns the manifest.
///
/// Format::tu: TU datasets with the labels and attributes of the kept nodes and the weights as edge attributes, and beside them
/// NAME_nodes.txt, the input's node of each node (counted from 1 as in TU files, over all graphs; 0 for a fake one), and in
/// levels NAME_pool.txt, a line "node, node of the stored level before, share" for each entry of the pooling matrix.
///
/// Format::npz: adjacency.npz and pool.npz of the disjoint union of all graphs, nodes.txt (from 0, -1 for a fake one), and
/// graphs.npz with the number of each graph's first node (`offsets`) and the labels and attributes there are.
std::string save_pyramids(const Dataset& dataset, std::span<const Pyramid> pyramids, const PyramidOrigin& origin,
                          const std::filesystem::path& folder, Format format = Format::tu);

struct StoredPyramids {
    std::vector<Pyramid>
        pyramids;  ///< one of each graph; what a manifest does not say of single graphs (their cuts) is not a number
    PyramidOrigin origin;
};

/// Reads what save_pyramids wrote. Throws InvalidInput with the file if anything does not fit together.
///
/// @code
/// const Dataset dataset = bench_dataset("FEW", {.graphs = 6}, Seed(1));
/// const auto pyramids = ndp_pyramids(dataset.graphs, {}, Seed(1), {.threads = 2});
/// save_pyramids(dataset, pyramids, {"FEW", NdpOptions{}, Seed(1)}, "few-coarse");
/// assert(load_pyramids("few-coarse").pyramids[5].levels[2].graph == pyramids[5].levels[2].graph);
/// @endcode
[[nodiscard]] StoredPyramids load_pyramids(const std::filesystem::path& folder);

}  // namespace ndpool
