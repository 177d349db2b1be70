#include "mpi_input.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "ndpool/distributed/rank_memory.hpp"
#include "ndpool/io/graph_file.hpp"

namespace ndpool::command {

namespace fs = std::filesystem;

std::function<Graph()> serial_reader(const InputOptions& options, const CommonOptions& common) {
    return [options, common] {
        Input input = read_input(options, common);
        if (!std::holds_alternative<PlacedGraph>(input)) {
            throw InvalidInput(
                fmt::format("{}: this is a dataset, expected one graph; ndpool coarsen --part divides datasets", options.input));
        }
        return std::get<PlacedGraph>(std::move(input)).graph;
    };
}

std::string input_name(const Ranks& ranks, const InputOptions& options) {
    std::string name;
    ranks.together([&] {
        if (ranks.is_first()) {
            const std::optional<fs::path> path = input_path(options);
            name = path ? path->string() : options.input;
        }
    });
    return ranks.from_first(name);
}

GraphSlice read_slice(const Ranks& ranks, const InputOptions& options, const CommonOptions& common) {
    const std::string spare = ranks.from_first((fs::temp_directory_path() / fmt::format("ndpool-mpi-{}.ndg", getpid())).string());
    const SliceInput input = slice_input(ranks, input_name(ranks, options), spare, serial_reader(options, common));
    require_memory(ranks, input, 0, 0);
    OwnRows rows = rows_of(ranks, input);
    ranks.barrier();
    if (ranks.is_first()) {
        std::error_code ignored;
        fs::remove(spare, ignored);
    }
    GraphSlice slice(ranks, std::move(rows));
    require_symmetric(slice, options.input);
    return slice;
}

void remark_on_ghosts(const Ranks& ranks, const CommonOptions& common, double ghosts, double nodes) {
    constexpr double many = 0.5;
    if (ranks.is_first() && ghosts > many * nodes) {
        say(common,
            fmt::format(
                "ndpool: note: ranks see {:.0f} % ghosts, nodes of other ranks: neighbours have numbers far apart. ndpool order "
                "renumbers them, which makes this faster and smaller",
                100 * ghosts / nodes));
    }
}

}  // namespace ndpool::command
