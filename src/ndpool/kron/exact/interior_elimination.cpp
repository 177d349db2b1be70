#include "ndpool/kron/exact/interior_elimination.hpp"

#include <algorithm>

#include "ndpool/base/stop.hpp"
#include "ndpool/kron/exact/dense_elimination.hpp"
#include "ndpool/kron/exact/sparse_elimination.hpp"

namespace ndpool {

namespace {

// These values decide time. Either way weights are exact up to rounding: the tests IsTheDenseSchurComplement... have components
// of both kinds.

/// Rows longer than this are eliminated as a dense matrix: touching every column once in order beats gathering.
constexpr std::size_t longest_sparse_row = 128;

/// Whether an interior problem is small, or has edges between many of its pairs, so that looking for sparse rows does not pay.
bool is_better_dense(const InteriorProblem& problem) {
    constexpr std::size_t small = 64;
    constexpr std::size_t share_of_pairs = 10;
    const auto inside = static_cast<std::size_t>(problem.inside());
    const auto all = static_cast<std::size_t>(problem.all);
    return all <= small || problem.to.size() * share_of_pairs >= inside * all;
}

void eliminate_all_dense(const InteriorProblem& problem, const EliminationOptions& options, DenseGraph& clique) {
    const auto inside = static_cast<std::size_t>(problem.inside());
    const std::size_t width = static_cast<std::size_t>(problem.all) + 1;
    ZeroArray rows = elimination_rows(inside, width - 1 - inside, options.memory_limit);
    for (std::size_t i = 0; i < inside; ++i) {
        double* row = rows.data() + i * width;
        for (EntryIndex k = problem.offsets[i]; k < problem.offsets[i + 1]; ++k) {
            row[problem.to[k]] = problem.weights[k];
        }
        row[width - 1] = problem.ground[i];
    }
    eliminate_dense(inside, rows.data(), clique, options);
}

/// Adds the stars of the eliminated nodes to the pairs of boundary nodes.
void add_stars(const SparseElimination& sparse, NodeId inside, DenseGraph& clique) {
    for (std::size_t step = 0; step < sparse.steps(); ++step) {
        stop_if_requested();
        const auto nodes = sparse.outer_nodes(step);
        const auto weights = sparse.outer_weights(step);
        const double ground = sparse.outer_ground(step);
        for (std::size_t a = 0; a < nodes.size(); ++a) {
            const auto i = static_cast<std::size_t>(nodes[a] - inside);
            double* diagonal = clique.weights.element(i, i);
            for (std::size_t b = a + 1; b < nodes.size(); ++b) {
                diagonal[nodes[b] - nodes[a]] += weights[a] * weights[b];
            }
            clique.loops[nodes[a] - inside] += weights[a] * ground;
        }
    }
}

/// Passes the remaining nodes to the dense elimination.
void eliminate_rest(const InteriorProblem& problem, SparseElimination& sparse, const EliminationOptions& options,
                    DenseGraph& clique) {
    const std::vector<NodeId> left = sparse.left();
    if (left.empty()) {
        return;
    }
    const std::size_t width = left.size() + static_cast<std::size_t>(problem.boundary()) + 1;
    ZeroArray rows = elimination_rows(left.size(), static_cast<std::size_t>(problem.boundary()), options.memory_limit);
    std::vector<std::size_t> column(static_cast<std::size_t>(problem.all), 0);
    for (std::size_t i = 0; i < left.size(); ++i) {
        column[left[i]] = i;
    }
    for (NodeId j = problem.inside(); j < problem.all; ++j) {
        column[j] = left.size() + static_cast<std::size_t>(j - problem.inside());
    }
    for (std::size_t i = 0; i < left.size(); ++i) {
        double* row = rows.data() + i * width;
        row[width - 1] = sparse.visit_row(left[i], [&](NodeId to, double weight) { row[column[to]] += weight; });
    }
    eliminate_dense(left.size(), rows.data(), clique, options);
}

}  // namespace

DenseGraph eliminate(const InteriorProblem& problem, const EliminationOptions& options) {
    const auto boundary = static_cast<std::size_t>(problem.boundary());
    DenseGraph clique(boundary);
    if (is_better_dense(problem)) {
        eliminate_all_dense(problem, options, clique);
        return clique;
    }
    SparseElimination sparse(problem, {});
    sparse.run(longest_sparse_row);
    add_stars(sparse, problem.inside(), clique);
    eliminate_rest(problem, sparse, options, clique);
    return clique;
}

}  // namespace ndpool
