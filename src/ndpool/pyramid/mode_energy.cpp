#include "ndpool/pyramid/mode_energy.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace ndpool {

namespace {

constexpr std::size_t rows_a_chunk = 1 << 13;

template <typename Body>
void for_chunks(std::size_t count, const Parallel& parallel, const Body& body) {
    parallel_for((count + rows_a_chunk - 1) / rows_a_chunk, parallel,
                 [&](std::size_t chunk) { body(chunk, chunk * rows_a_chunk, std::min(count, (chunk + 1) * rows_a_chunk)); });
}

/// Weighted mean of the neighbours that `counts` says yes to; false if there is none. A loop is a weight to ground, where
/// every vector is 0.
template <typename Counts>
bool mean_around(const Graph& graph, NodeId node, const ModeVectors& vectors, const Counts& counts, ModeVectors::Values& mean) {
    const auto neighbors = graph.neighbors(node);
    const auto weights = graph.weights(node);
    std::array<double, ModeVectors::count> sums{};
    double total = 0;
    for (std::size_t e = 0; e < neighbors.size(); ++e) {
        if (!counts(neighbors[e])) {
            continue;
        }
        total += weights[e];
        if (neighbors[e] != node) {
            for (std::size_t k = 0; k < ModeVectors::count; ++k) {
                sums[k] += weights[e] * vectors.values[neighbors[e]][k];
            }
        }
    }
    for (std::size_t k = 0; total > 0 && k < ModeVectors::count; ++k) {
        mean[k] = static_cast<float>(sums[k] / total);
    }
    return total > 0;
}

/// Differences of all vectors over an edge; a loop leads to ground, where every vector is 0. Both directions differ in
/// sign only, so their products have the same bits.
using Differences = std::array<double, ModeVectors::count>;

Differences differences(const ModeVectors& vectors, NodeId from, NodeId to) {
    Differences result;
    for (std::size_t k = 0; k < ModeVectors::count; ++k) {
        result[k] = static_cast<double>(vectors.values[from][k]) - (from == to ? 0.0F : vectors.values[to][k]);
    }
    return result;
}

void add_products(double weight, const Differences& d, EnergyMatrix& sums) {
    std::size_t m = 0;
    for (std::size_t j = 0; j < ModeVectors::count; ++j) {
        for (std::size_t k = j; k < ModeVectors::count; ++k) {
            sums[m++] += weight * d[j] * d[k];
        }
    }
}

double squares(const Differences& d) {
    double sum = 0;
    for (const double difference : d) {
        sum += difference * difference;
    }
    return sum;
}

/// Calls `body(weight, differences)` for the edges from a node to itself and to smaller ones.
template <typename Body>
void for_edges_up_to(const Graph& graph, NodeId node, const ModeVectors& vectors, const Body& body) {
    const auto neighbors = graph.neighbors(node);
    const auto weights = graph.weights(node);
    for (std::size_t e = 0; e < neighbors.size() && neighbors[e] <= node; ++e) {
        body(weights[e], differences(vectors, node, neighbors[e]));
    }
}

}  // namespace

ModeVectors vectors_of(const LowModes& modes) {
    ModeVectors vectors;
    if (modes.size() == 0) {
        return vectors;
    }
    vectors.values.resize(modes.vectors.front().size());
    for (std::size_t k = 0; k < ModeVectors::count; ++k) {
        const std::size_t mode = k % modes.size();
        for (std::size_t i = 0; i < vectors.values.size(); ++i) {
            vectors.values[i][k] = static_cast<float>(modes.vectors[mode][i] / std::sqrt(modes.values[mode]));
        }
    }
    return vectors;
}

EnergyMatrix energies(const Graph& graph, const ModeVectors& vectors, const Parallel& parallel) {
    const std::size_t n = vectors.values.size();
    std::vector<EnergyMatrix> sums((n + rows_a_chunk - 1) / rows_a_chunk, EnergyMatrix{});
    for_chunks(n, parallel, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            for_edges_up_to(graph, static_cast<NodeId>(i), vectors,
                            [&](double weight, const Differences& d) { add_products(weight, d, sums[chunk]); });
        }
    });
    EnergyMatrix all{};
    for (const EnergyMatrix& part : sums) {
        for (std::size_t m = 0; m < all.size(); ++m) {
            all[m] += part[m];
        }
    }
    return all;
}

double mean_ratio(const EnergyMatrix& above, const EnergyMatrix& below) {
    double sum = 0;
    for (std::size_t k = 0, m = 0; k < ModeVectors::count; m += ModeVectors::count - k, ++k) {
        sum += above[m] / below[m];
    }
    return sum / ModeVectors::count;
}

Graph match_energies(Graph graph, const ModeVectors& vectors, const EnergyMatrix& wanted, const Parallel& parallel) {
    constexpr Eigen::Index moments = std::tuple_size_v<EnergyMatrix>;
    if (graph.edge_count() < 2 * moments) {
        return graph;
    }
    // With P the products d_j d_k of an edge's differences, relative changes c_e = sum_m y_m P_em / |d_e|^2 are the
    // smallest if every edge counts by its energy; y follows from the energies that are missing.
    using Moments = Eigen::Matrix<double, moments, 1>;
    using Square = Eigen::Matrix<double, moments, moments>;
    const std::size_t n = vectors.values.size();
    std::vector<Square> sums((n + rows_a_chunk - 1) / rows_a_chunk, Square::Zero());
    for_chunks(n, parallel, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            for_edges_up_to(graph, static_cast<NodeId>(i), vectors, [&](double weight, const Differences& d) {
                const double size = squares(d);
                if (size > 0) {
                    EnergyMatrix products{};
                    add_products(1, d, products);
                    const Eigen::Map<const Moments> p(products.data());
                    sums[chunk].selfadjointView<Eigen::Lower>().rankUpdate(p, weight / size);
                }
            });
        }
    });
    Square gram = Square::Zero();
    for (const Square& part : sums) {
        gram += part;
    }
    const EnergyMatrix now = energies(graph, vectors, parallel);
    const Moments missing = Eigen::Map<const Moments>(wanted.data()) - Eigen::Map<const Moments>(now.data());
    const Moments y = Square(gram.selfadjointView<Eigen::Lower>()).ldlt().solve(missing);

    SparseMatrix matched = graph.adjacency();
    for_chunks(n, parallel, [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const auto node = static_cast<NodeId>(i);
            for (EntryIndex e = matched.offsets[node]; e < matched.offsets[node + 1]; ++e) {
                const Differences d = differences(vectors, node, matched.indices[e]);
                EnergyMatrix products{};
                add_products(1, d, products);
                const double size = squares(d);
                const double change = size > 0 ? y.dot(Eigen::Map<const Moments>(products.data())) / size : 0.0;
                matched.values[e] *= std::clamp(1 + change, 0.5, 2.0);
            }
        }
    });
    return Graph::from_symmetric(std::move(matched));
}

ModeVectors extended(const Graph& finer, std::span<const NodeId> kept, const ModeVectors& coarser, const Parallel& parallel) {
    constexpr int sweeps = 8;
    const auto n = static_cast<std::size_t>(finer.node_count());
    ModeVectors vectors;
    vectors.values.resize(n);
    std::vector<std::uint8_t> known(n, 0);
    for (std::size_t i = 0; i < kept.size(); ++i) {
        vectors.values[kept[i]] = coarser.values[i];
        known[kept[i]] = 1;
    }
    std::vector<NodeId> others;
    for (std::size_t i = 0; i < n; ++i) {
        if (known[i] == 0) {
            others.push_back(static_cast<NodeId>(i));
        }
    }
    std::vector<ModeVectors::Values> next(others.size());
    std::vector<std::uint8_t> reached(others.size());
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        for_chunks(others.size(), parallel, [&](std::size_t, std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                reached[i] = mean_around(
                    finer, others[i], vectors, [&](NodeId node) { return known[node] != 0; }, next[i]);
            }
        });
        for (std::size_t i = 0; i < others.size(); ++i) {
            if (reached[i] != 0) {
                vectors.values[others[i]] = next[i];
                known[others[i]] = 1;
            }
        }
    }
    return vectors;
}

void smooth(const Graph& graph, ModeVectors& vectors, std::span<const std::uint8_t> fixed, const Parallel& parallel) {
    constexpr int sweeps = 4;
    constexpr float damping = 0.7F;
    std::vector<ModeVectors::Values> next(vectors.values.size());
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        for_chunks(next.size(), parallel, [&](std::size_t, std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                next[i] = vectors.values[i];
                ModeVectors::Values mean{};
                const bool is_free = fixed.empty() || fixed[i] == 0;
                if (is_free && mean_around(
                                   graph, static_cast<NodeId>(i), vectors, [](NodeId) { return true; }, mean)) {
                    for (std::size_t k = 0; k < ModeVectors::count; ++k) {
                        next[i][k] += damping * (mean[k] - next[i][k]);
                    }
                }
            }
        });
        vectors.values.swap(next);
    }
}

ModeVectors random_modes(NodeId nodes, Seed seed) {
    Random random(seed);
    ModeVectors vectors;
    vectors.values.resize(static_cast<std::size_t>(nodes));
    for (auto& at : vectors.values) {
        for (float& value : at) {
            value = static_cast<float>(random.normal());
        }
    }
    return vectors;
}

void centre_and_normalise(ModeVectors& vectors) {
    std::array<double, ModeVectors::count> mean{};
    for (const auto& at : vectors.values) {
        for (std::size_t k = 0; k < ModeVectors::count; ++k) {
            mean[k] += at[k] / static_cast<double>(vectors.values.size());
        }
    }
    std::array<double, ModeVectors::count> length{};
    for (const auto& at : vectors.values) {
        for (std::size_t k = 0; k < ModeVectors::count; ++k) {
            length[k] += (at[k] - mean[k]) * (at[k] - mean[k]);
        }
    }
    for (auto& at : vectors.values) {
        for (std::size_t k = 0; k < ModeVectors::count; ++k) {
            at[k] = static_cast<float>((at[k] - mean[k]) / std::sqrt(length[k]));
        }
    }
}

double squared_images(const Graph& graph, const ModeVectors& vectors) {
    double sum = 0;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        Differences image{};
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        for (std::size_t e = 0; e < neighbors.size(); ++e) {
            const Differences d = differences(vectors, node, neighbors[e]);
            for (std::size_t k = 0; k < ModeVectors::count; ++k) {
                image[k] += weights[e] * d[k];
            }
        }
        sum += squares(image);
    }
    return sum;
}

double total_energy(const EnergyMatrix& energies) {
    double sum = 0;
    for (std::size_t k = 0, m = 0; k < ModeVectors::count; m += ModeVectors::count - k, ++k) {
        sum += energies[m];
    }
    return sum;
}

}  // namespace ndpool
