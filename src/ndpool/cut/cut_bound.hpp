#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ndpool/cut/cut_signed.hpp"

namespace ndpool {

/// Where an upper bound on cuts came from.
enum class BoundSource : std::uint8_t {
    none,                ///< nothing was computed: the bound is 1
    largest_eigenvalue,  ///< lambda_max^s / 2 (App. B)
    semidefinite_dual,   ///< the dual of Goemans' and Williamson's relaxation, in eight dimensions
    positive_weights,    ///< of a graph with negative weights: no cut has more than all positive weights
};

[[nodiscard]] std::string_view name_of(BoundSource source);

/// Whether a cut by this method has the bound of the largest eigenvalue, for a component of so many nodes: sdp, power, tabu and,
/// above 20,000 nodes, automatic compute no eigenvector.
[[nodiscard]] bool computes_eigenvector(CutMethod method, NodeId nodes);

/// No cut of the graph crosses a larger fraction of the weight.
struct CutBound {
    double fraction = 1;
    BoundSource source = BoundSource::none;
    std::optional<double> eigenvalue =
        {};  ///< lambda_max^s, the mean over components weighted by their edges; if it was computed

    /// Trevisan's analysis promises more than a random cut only if lambda_max^s is at least 2 (1 - tau) for tau = 0.0549 (App.
    /// A).
    [[nodiscard]] bool has_trevisan_guarantee() const { return eigenvalue.value_or(0) >= 1.890; }
};

/// The best upper bound for a cut that cut_graph made with these options and this seed. Methods that compute an eigenvector have
/// one already. For the others it is computed here, which takes longer than a quick cut: that of the eigenvalue up to 20,000
/// nodes, and for sdp, tabu and automatic that of the semidefinite dual up to 500,000 nodes.
///
/// @code
/// const Graph graph = sensor_graph(200, Seed(1)).graph;
/// const CutOptions options = {.method = CutMethod::sdp};
/// const Cut cut = cut_graph(graph, options, Seed(1));
/// const CutBound bound = cut_bound(graph, cut, options, Seed(1));
/// assert(cut.fraction <= bound.fraction && bound.source == BoundSource::semidefinite_dual);
/// @endcode
[[nodiscard]] CutBound cut_bound(const Graph& graph, const Cut& cut, const CutOptions& options, Seed seed);

/// For weights of either sign: the positive weights.
[[nodiscard]] CutBound cut_bound(const SignedGraph& graph, const Cut& cut, const CutOptions& options, Seed seed);

}  // namespace ndpool
