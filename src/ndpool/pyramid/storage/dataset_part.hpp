#pragma once

#include "ndpool/pyramid/storage/dataset_file.hpp"

// A dataset in parts: other processes or machines coarsen one part each, and merge_parts makes of their folders the folder that
// one process would have written.
namespace ndpool {

/// One of several parts of a dataset: consecutive graphs, as many as in any other part or one more.
struct DatasetPart {
    std::size_t number = 1;  ///< from 1
    std::size_t count = 1;   ///< number of parts

    bool operator==(const DatasetPart&) const = default;
};

/// The number of the part's first graph, from 0, for a dataset of this number of graphs.
[[nodiscard]] std::size_t first_graph_of(const DatasetPart& part, std::size_t graphs);

/// The graphs of a part with their rows of all tables. Throws InvalidInput if there are more parts than graphs.
///
/// @code
/// const Dataset dataset = bench_dataset("NINE", {.graphs = 9}, Seed(1));
/// const DatasetPart second = {.number = 2, .count = 3};
/// const Dataset part = part_of(dataset, second);
/// const auto pyramids = make_pyramids(part.graphs, NdpOptions{}, Seed(1), {}, {}, first_graph_of(second, 9));
/// assert(part.graphs.size() == 3 && pyramids.size() == 3);
/// @endcode
[[nodiscard]] Dataset part_of(const Dataset& dataset, const DatasetPart& part);

/// Writes the pyramids of a part as save_pyramids does with Format::tu, and beside them graphs.json, what is known of the cuts of
/// each graph. `dataset` is the whole dataset, `merged` the format that the merged folder is to have. Returns the manifest.
std::string save_part(const Dataset& dataset, const DatasetPart& part, std::span<const Pyramid> pyramids,
                      const PyramidOrigin& origin, const std::filesystem::path& folder, Format merged = Format::tu);

struct MergedParts {
    std::vector<Pyramid> pyramids;
    std::string manifest;
};

/// Writes the folder that save_pyramids would have written of the whole dataset: the same bytes, except that times in the
/// manifest are the sums over all parts. The folders may come in any order. Throws InvalidInput, one line, if one is no part, a
/// part is missing or there twice, or their datasets, options, seeds or versions differ; then nothing is written.
[[nodiscard]] MergedParts merge_parts(std::span<const std::filesystem::path> folders, const std::filesystem::path& output);

}  // namespace ndpool
