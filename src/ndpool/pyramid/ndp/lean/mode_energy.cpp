#include "ndpool/pyramid/ndp/lean/mode_energy.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ndpool/base/eigen_blocking.hpp"
#include "ndpool/base/lanes.hpp"
#include "ndpool/base/run_vectorised.hpp"

namespace ndpool {

namespace {

constexpr std::size_t nodes_per_chunk = 1 << 13;

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

constexpr std::size_t moments = std::tuple_size_v<EnergyMatrix>;
constexpr std::size_t lanes = 8;
constexpr std::size_t row_length = (moments + lanes - 1) / lanes * lanes;

/// Products P of a few edges with the factors that they count by.
struct EdgeBatch {
    static constexpr std::size_t capacity = 4;

    std::array<std::array<double, row_length>, capacity> products{};
    std::array<double, capacity> factor{};
    std::size_t size = 0;
};

/// gram += factor P P' for the edges of a batch in turn, on and above the diagonal. Unused places of a batch have the factor 0.
struct AddOuterProducts {
    template <int bytes>
    [[gnu::always_inline]] static void run(const EdgeBatch& batch, double* gram) {
        using Row = Lanes<double, lanes, bytes>;
        for (std::size_t i = 0; i < moments; ++i) {
            double scaled[EdgeBatch::capacity];
            for (std::size_t e = 0; e < EdgeBatch::capacity; ++e) {
                scaled[e] = batch.factor[e] * batch.products[e][i];
            }
            for (std::size_t j = i / lanes * lanes; j < row_length; j += lanes) {
                Row sum = Row::load(gram + i * row_length + j);
                for (std::size_t e = 0; e < EdgeBatch::capacity; ++e) {
                    sum += Row::load(batch.products[e].data() + j) * scaled[e];
                }
                sum.store(gram + i * row_length + j);
            }
        }
    }
};

/// The sum of P P' over edges.
class GramMatrix {
public:
    void add(const Differences& d, double factor) {
        EnergyMatrix products{};
        add_products(1, d, products);
        std::copy(products.begin(), products.end(), batch_.products[batch_.size].begin());
        batch_.factor[batch_.size++] = factor;
        if (batch_.size == EdgeBatch::capacity) {
            add_batch();
        }
    }
    void add_batch() {
        run_vectorised<AddOuterProducts>(std::as_const(batch_), sums_.data());
        batch_ = {};
    }
    /// The sums on and above the diagonal; add_batch comes before.
    [[nodiscard]] double operator()(std::size_t row, std::size_t column) const { return sums_[row * row_length + column]; }

private:
    std::array<double, moments * row_length> sums_{};
    EdgeBatch batch_;
};

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

SmoothVectors some_of(const ModeVectors& modes, std::size_t every) {
    SmoothVectors some;
    some.values.resize(modes.values.size());
    for (std::size_t i = 0; i < some.values.size(); ++i) {
        for (std::size_t k = 0; k < SmoothVectors::count; ++k) {
            some.values[i][k] = modes.values[i][k * every];
        }
    }
    return some;
}

double mean_quotient(std::span<const double> above, std::span<const double> below) {
    double sum = 0;
    for (std::size_t k = 0; k < below.size(); ++k) {
        sum += below[k] > 0 ? above[k] / below[k] : 1.0;
    }
    return sum / static_cast<double>(below.size());
}

EnergyMatrix energies(const Graph& graph, const ModeVectors& vectors, const Parallel& parallel) {
    const std::size_t n = vectors.values.size();
    std::vector<EnergyMatrix> sums((n + nodes_per_chunk - 1) / nodes_per_chunk, EnergyMatrix{});
    parallel_for_pieces(n, nodes_per_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            for_edges_up_to(graph, static_cast<NodeId>(i), vectors,
                            [&](double weight, const Differences& d) { add_products(weight, d, sums[begin / nodes_per_chunk]); });
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
    if (graph.edge_count() < static_cast<EntryIndex>(2 * moments)) {
        return graph;
    }
    // With P the products d_j d_k of an edge's differences, relative changes c_e = sum_m y_m P_em / |d_e|^2 are the
    // smallest if every edge counts by its energy; y follows from the energies that are missing.
    using Moments = Eigen::Matrix<double, moments, 1>;
    using Square = Eigen::Matrix<double, moments, moments>;
    const std::size_t n = vectors.values.size();
    std::vector<GramMatrix> sums((n + nodes_per_chunk - 1) / nodes_per_chunk);
    parallel_for_pieces(n, nodes_per_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            for_edges_up_to(graph, static_cast<NodeId>(i), vectors, [&](double weight, const Differences& d) {
                const double size = squares(d);
                if (size > 0) {
                    sums[begin / nodes_per_chunk].add(d, weight / size);
                }
            });
        }
        sums[begin / nodes_per_chunk].add_batch();
    });
    Square gram = Square::Zero();
    for (const GramMatrix& part : sums) {
        for (std::size_t column = 0; column < moments; ++column) {
            for (std::size_t row = column; row < moments; ++row) {
                gram(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(column)) += part(column, row);
            }
        }
    }
    const EnergyMatrix now = energies(graph, vectors, parallel);
    const Moments missing = Eigen::Map<const Moments>(wanted.data()) - Eigen::Map<const Moments>(now.data());
    const Moments y = Square(gram.selfadjointView<Eigen::Lower>()).ldlt().solve(missing);

    SparseMatrix matched = graph.adjacency();
    parallel_for_pieces(n, nodes_per_chunk, parallel, [&](std::size_t begin, std::size_t end) {
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

double squared_images(const Graph& graph, const SmoothVectors& vectors) {
    double sum = 0;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        std::array<double, SmoothVectors::count> image{};
        for (std::size_t e = 0; e < neighbors.size(); ++e) {
            for (std::size_t k = 0; k < image.size(); ++k) {
                const float there = neighbors[e] == node ? 0.0F : vectors.values[neighbors[e]][k];
                image[k] += weights[e] * (static_cast<double>(vectors.values[node][k]) - there);
            }
        }
        for (const double value : image) {
            sum += value * value;
        }
    }
    return sum;
}

}  // namespace ndpool
