#include "ndpool/cut/cut_bound.hpp"

#include <algorithm>

#include "ndpool/base/enum_words.hpp"
#include "ndpool/cut/sdp/sdp_bound.hpp"

namespace ndpool {

namespace {

constexpr EnumWord<BoundSource> source_words[] = {
    {BoundSource::none, "none"},
    {BoundSource::largest_eigenvalue, "largest eigenvalue"},
    {BoundSource::semidefinite_dual, "semidefinite dual, rank 8 (Goemans-Williamson)"},
    {BoundSource::positive_weights, "positive weights"}};

constexpr NodeId eigenvectors_up_to = 20000;
constexpr NodeId duals_up_to = 500000;

}  // namespace

std::string_view name_of(BoundSource source) {
    return word_of(source_words, source);
}

bool computes_eigenvector(CutMethod method, NodeId nodes) {
    switch (method) {
        case CutMethod::sdp:
        case CutMethod::tabu:
        case CutMethod::power: return false;
        case CutMethod::automatic: return nodes <= eigenvectors_up_to;
        default: return true;
    }
}

CutBound cut_bound(const Graph& graph, const Cut& cut, const CutOptions& options, Seed seed) {
    const NodeId nodes = graph.node_count();
    if (computes_eigenvector(options.method, nodes)) {
        return {cut.upper_bound, BoundSource::largest_eigenvalue, 2 * cut.upper_bound};
    }
    // Of automatic cuts of large graphs, small components have the bound of their eigenvalue.
    CutBound bound{cut.upper_bound, cut.upper_bound < 1 ? BoundSource::largest_eigenvalue : BoundSource::none, {}};
    if (nodes <= eigenvectors_up_to) {
        CutOptions random = options;
        random.method = CutMethod::random;  // a cut that costs nothing, for its bound
        bound.fraction = cut_graph(graph, random, seed.child("eigenvalue")).upper_bound;
        bound.source = BoundSource::largest_eigenvalue;
        bound.eigenvalue = 2 * bound.fraction;
    }
    if (options.method != CutMethod::power && nodes <= duals_up_to) {
        const double dual = semidefinite_bound(graph, seed.child("dual"), options.parallel);
        if (dual < bound.fraction) {
            bound.fraction = dual;
            bound.source = BoundSource::semidefinite_dual;
        }
    }
    bound.fraction = std::max(bound.fraction, cut.fraction);
    return bound;
}

CutBound cut_bound(const SignedGraph& /*graph*/, const Cut& cut, const CutOptions& /*options*/, Seed /*seed*/) {
    return {cut.upper_bound, BoundSource::positive_weights, {}};
}

}  // namespace ndpool
