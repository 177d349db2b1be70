#include "ndpool/linalg/laplacian/kron_spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ndpool/graph/subgraph.hpp"
#include "ndpool/linalg/eigen/leading_eigenpairs.hpp"

namespace ndpool {

namespace {

/// One eigenvector of S that lives on the nodes of one component.
struct LocalPair {
    double value;
    std::size_t part;
    Eigen::Index column;
};

/// S^+ on the nodes of one component, which are given by their places in it.
SymmetricOperator restricted_inverse(const GroundedFactor& factor, std::span<const NodeId> places, bool has_loops) {
    const auto times = [&factor, places, has_loops](const Eigen::VectorXd& vector) {
        const double mean = has_loops ? 0 : vector.mean();
        Eigen::VectorXd currents = Eigen::VectorXd::Zero(factor.node_count());
        for (std::size_t k = 0; k < places.size(); ++k) {
            currents[places[k]] = vector[static_cast<Eigen::Index>(k)] - mean;
        }
        const Eigen::VectorXd potentials = factor.potentials(currents);
        Eigen::VectorXd result(vector.size());
        for (std::size_t k = 0; k < places.size(); ++k) {
            result[static_cast<Eigen::Index>(k)] = potentials[places[k]];
        }
        return has_loops ? result : Eigen::VectorXd(result.array() - result.mean());
    };
    return {std::ssize(places), !has_loops, times};
}

}  // namespace

std::vector<bool> looped_components(const Graph& graph, const Components& components) {
    std::vector<bool> looped(static_cast<std::size_t>(components.count()), false);
    if (graph.self_loop_count() > 0) {
        for (NodeId node = 0; node < graph.node_count(); ++node) {
            if (graph.weight(node, node) > 0) {
                looped[components.label[node]] = true;
            }
        }
    }
    return looped;
}

NodeId zero_eigenvalues(const Graph& graph) {
    const std::vector<bool> looped = looped_components(graph, connected_components(graph));
    return static_cast<NodeId>(std::count(looped.begin(), looped.end(), false));
}

KronSpectrum::KronSpectrum(const Graph& graph, double most_entries)
    : components_(connected_components(graph)), place_(static_cast<std::size_t>(graph.node_count())) {
    const std::vector<bool> looped = looped_components(graph, components_);
    const std::vector<Graph> graphs = component_graphs(graph, components_);
    for (std::size_t c = 0; c < graphs.size(); ++c) {
        const auto members = components_.nodes(static_cast<NodeId>(c));
        for (std::size_t i = 0; i < members.size(); ++i) {
            place_[members[i]] = static_cast<NodeId>(i);
        }
        Part& part = parts_.emplace_back();
        part.nodes = graphs[c].node_count();
        part.has_loops = looped[c];
        if (part.nodes == 1) {
            part.loop = graphs[c].weight(0, 0);
        } else if (part.has_loops) {
            part.factor.emplace(with_ground_node(graphs[c]), part.nodes, most_entries);
        } else {
            part.factor.emplace(graphs[c], busiest_node(graphs[c]), most_entries);
        }
    }
}

SmallEigenPairs KronSpectrum::smallest(std::span<const NodeId> nodes, int count) const {
    std::vector<std::vector<NodeId>> places(parts_.size());
    std::vector<std::vector<Eigen::Index>> rows(parts_.size());
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        const NodeId part = components_.label[nodes[k]];
        places[part].push_back(place_[nodes[k]]);
        rows[part].push_back(static_cast<Eigen::Index>(k));
    }
    std::vector<LocalPair> found;
    std::vector<Eigen::MatrixXd> vectors(parts_.size());
    for (std::size_t p = 0; p < parts_.size(); ++p) {
        if (places[p].empty()) {
            continue;
        }
        if (!parts_[p].factor) {
            if (parts_[p].has_loops) {
                vectors[p] = Eigen::MatrixXd::Ones(1, 1);
                found.push_back({parts_[p].loop, p, 0});
            }
            continue;
        }
        EigenPairs pairs = leading_eigenpairs(restricted_inverse(*parts_[p].factor, places[p], parts_[p].has_loops), count);
        vectors[p] = std::move(pairs.vectors);
        for (Eigen::Index k = 0; k < pairs.values.size(); ++k) {
            found.push_back({1 / pairs.values[k], p, k});
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const LocalPair& a, const LocalPair& b) { return a.value < b.value; });
    found.resize(std::min(found.size(), static_cast<std::size_t>(count)));
    SmallEigenPairs result{{}, Eigen::MatrixXd::Zero(std::ssize(nodes), std::ssize(found))};
    for (std::size_t k = 0; k < found.size(); ++k) {
        const LocalPair& pair = found[k];
        result.values.push_back(pair.value);
        for (std::size_t i = 0; i < rows[pair.part].size(); ++i) {
            result.vectors(rows[pair.part][i], static_cast<Eigen::Index>(k)) =
                vectors[pair.part](static_cast<Eigen::Index>(i), pair.column);
        }
    }
    return result;
}

}  // namespace ndpool
