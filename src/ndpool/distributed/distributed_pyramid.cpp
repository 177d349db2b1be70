#include "ndpool/distributed/distributed_pyramid.hpp"

#include <fmt/format.h>

#include "ndpool/base/version.hpp"
#include "ndpool/distributed/calibration.hpp"
#include "ndpool/distributed/level_store.hpp"
#include "ndpool/distributed/rank_memory.hpp"
#include "ndpool/distributed/result_folder.hpp"
#include "ndpool/distributed/slice_descent.hpp"
#include "ndpool/distributed/small_levels.hpp"
#include "ndpool/io/graph_file.hpp"
#include "ndpool/pyramid/methods_text.hpp"

namespace ndpool {

namespace {

void check_options(const DistributedOptions& options, Format matrices) {
    if (options.ndp.accuracy != Accuracy::lean) {
        throw InvalidInput(
            fmt::format("the accuracy {} is not for several machines, expected lean", name_of(options.ndp.accuracy)));
    }
    if (options.ndp.exactly_nodes > 0) {
        throw InvalidInput("a level of exactly so many nodes is not made on several machines, expected levels or until");
    }
    if (matrices != Format::mtx && matrices != Format::ndg) {
        throw InvalidInput(fmt::format("several machines do not write {}, expected mtx or ndg", format_name(matrices)));
    }
}

/// What the levels of a run depend on.
nlohmann::ordered_json key_of(const PyramidOrigin& origin, const DistributedOptions& options, std::int64_t nodes) {
    return {{"version", version()},
            {"input", origin.input},
            {"nodes", nodes},
            {"options", to_json(origin.options)},
            {"seed", origin.seed.value()},
            {"symmetrize", origin.symmetrize},
            {"gather_below", options.gather_below}};
}

/// A graph that is small from the beginning: the first rank does what ndpool does.
std::string small_pyramid(const Ranks& ranks, const SliceInput& input, const std::function<Graph()>& read,
                          const PyramidOrigin& origin, const std::filesystem::path& folder, Format matrices) {
    std::string manifest;
    ranks.together([&] {
        if (ranks.is_first()) {
            Graph graph = input.file.empty() ? read() : read_graph(input.file);
            const Pyramid pyramid = make_pyramid(std::move(graph), origin.options, origin.seed.child("pyramid"));
            manifest = save_pyramid(pyramid, origin, folder, matrices);
        }
    });
    return ranks.from_first(manifest);
}

}  // namespace

std::string make_distributed_pyramid(const Ranks& ranks, const std::string& input_name, const std::function<Graph()>& read,
                                     const PyramidOrigin& origin, const DistributedOptions& asked_for,
                                     const std::filesystem::path& folder, Format matrices, const DistributedProgress& progress) {
    ranks.together([&] { check_options(asked_for, matrices); });
    DistributedOptions options = asked_for;
    options.seed = origin.seed.child("pyramid").value();
    const std::filesystem::path spare_folder = store_folder(folder);
    std::filesystem::path spare = spare_folder;
    spare += ".ndg";
    const SliceInput input = slice_input(ranks, input_name, spare, read);
    const std::int64_t nodes = input_node_count(ranks, input);
    std::string manifest;
    if (nodes <= options.gather_below) {
        manifest = small_pyramid(ranks, input, read, origin, folder, matrices);
    } else {
        require_memory(ranks, input, options.gather_below, options.ndp.kron.memory_limit);
        LevelStore store(ranks, folder, key_of(origin, options, nodes), options.resume);
        descend(ranks, input, options, store, progress);
        const std::vector<NodeValues> modes =
            store.levels().empty() ? std::vector<NodeValues>() : add_small_levels(ranks, options, store);
        const std::vector<double> factors = level_factors(ranks, input, store, modes);
        manifest = write_result(ranks, input, store, factors, origin, options.ndp, folder, matrices);
        store.remove();
    }
    if (ranks.is_first()) {
        std::error_code ignored;
        std::filesystem::remove(spare, ignored);
    }
    return manifest;
}

}  // namespace ndpool
