#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>

#include "ndpool/pyramid/pyramid.hpp"

namespace ndpool {

/// One level of many pyramids, or of one: counts and times are sums, fraction and bound are means over the graphs.
struct LevelSummary {
    int level = 0;
    std::int64_t nodes = 0;
    std::int64_t fake_nodes = 0;  ///< among the nodes
    std::int64_t edges = 0;
    std::int64_t edges_before_sparsify = 0;
    std::int64_t components = 0;
    std::int64_t vanished_components = 0;
    bool has_cuts = true;  ///< made by cuts; if not, the next two numbers have no meaning
    double cut_fraction = 0;
    double upper_bound = 0;
    bool converged = true;
    std::optional<double> spectral_distance;        ///< mean over the graphs, if all were measured
    std::optional<double> worst_spectral_distance;  ///< the largest of them
    int certified = 0;                              ///< graphs whose exact eigenvalues are bounded from both sides
    int proved = 0;                                 ///< certified graphs whose lower bounds were checked by a factorisation
    std::map<std::string, int> origins;             ///< number of graphs for each origin of the cut, or for the method
    LevelSeconds seconds;

    /// The origin if all graphs have the same, else "mixed".
    [[nodiscard]] std::string origin() const { return origins.size() == 1 ? origins.begin()->first : "mixed"; }
};

/// A summary for each stored level; all pyramids must have the same levels.
///
/// @code
/// const std::vector<Graph> graphs = {path_graph(8), path_graph(16)};
/// const std::vector<Pyramid> pyramids = ndp_pyramids(graphs, {.levels = {1}}, Seed(1), {});
/// assert(summaries_of(pyramids)[0].nodes == 4 + 8);
/// @endcode
[[nodiscard]] std::vector<LevelSummary> summaries_of(std::span<const Pyramid> pyramids);

}  // namespace ndpool
