#include "ndpool/pyramid/ndp/lean/mode_energy.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "ndpool/base/eigen_blocking.hpp"
#include "ndpool/base/lanes.hpp"
#include "ndpool/base/run_vectorised.hpp"
#include "ndpool/pyramid/ndp/lean/mode_energy_kernels.hpp"

namespace ndpool {

namespace {

constexpr std::size_t nodes_per_chunk = 1 << 13;

/// Differences of all vectors over an edge; a loop leads to ground, where every vector is 0.
using Differences = std::array<double, ModeVectors::count>;

Differences differences(const ModeVectors& vectors, NodeId from, NodeId to) {
    Differences result;
    for (std::size_t k = 0; k < ModeVectors::count; ++k) {
        result[k] = static_cast<double>(vectors.values[from][k]) - (from == to ? 0.0F : vectors.values[to][k]);
    }
    return result;
}

EnergyMatrix products_of(const Differences& d) {
    EnergyMatrix products;
    std::size_t m = 0;
    for (std::size_t j = 0; j < ModeVectors::count; ++j) {
        for (std::size_t k = j; k < ModeVectors::count; ++k) {
            products[m++] = d[j] * d[k];
        }
    }
    return products;
}

double squares(const Differences& d) {
    double sum = 0;
    for (const double difference : d) {
        sum += difference * difference;
    }
    return sum;
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
        const EnergyMatrix products = products_of(d);
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

/// Edges of more energy than this many times the mean all count in the matrix; of others, one in a few stands for all of them.
/// The matrix only says how changes act that are a few per cent themselves. Largest distances with every edge counted, and with
/// every eighth of those up to four times the mean: results/lean_profile.txt.
constexpr double usual_factor = 4;
constexpr EntryIndex usual_stride = 8;
constexpr EntryIndex counted_at_least = 20000;  ///< edges of graphs that have no more all count

void add_edges(const Graph& graph, const ModeVectors& vectors, double usual, std::size_t begin, std::size_t end,
               GramMatrix& sums) {
    const EntryIndex stride = graph.edge_count() > counted_at_least ? usual_stride : 1;
    EntryIndex passed = 0;
    for (std::size_t i = begin; i < end; ++i) {
        const auto node = static_cast<NodeId>(i);
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        for (std::size_t e = 0; e < neighbors.size() && neighbors[e] <= node; ++e) {
            const Differences d = differences(vectors, node, neighbors[e]);
            const double size = squares(d);
            const bool is_usual = weights[e] * size <= usual;
            if (size > 0 && (!is_usual || passed % stride == 0)) {
                sums.add(d, (is_usual ? static_cast<double>(stride) : 1.0) * weights[e] / size);
            }
            passed += is_usual ? 1 : 0;
        }
    }
    sums.add_batch();
}

using Moments = Eigen::Matrix<double, moments, 1>;
using Square = Eigen::Matrix<double, moments, moments>;

Square sum_of(const std::vector<GramMatrix>& parts) {
    Square gram = Square::Zero();
    for (const GramMatrix& part : parts) {
        for (std::size_t column = 0; column < moments; ++column) {
            for (std::size_t row = column; row < moments; ++row) {
                gram(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(column)) += part(column, row);
            }
        }
    }
    return gram.selfadjointView<Eigen::Lower>();
}

PairMatrix as_matrix(const Moments& y) {
    PairMatrix matrix{};
    Eigen::Index m = 0;
    for (std::size_t j = 0; j < ModeVectors::count; ++j) {
        for (std::size_t k = j; k < ModeVectors::count; ++k) {
            matrix[j][k] = y[m++];
        }
    }
    return matrix;
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
    std::vector<PairMatrix> sums((n + nodes_per_chunk - 1) / nodes_per_chunk, PairMatrix{});
    parallel_for_pieces(n, nodes_per_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        run_vectorised<SumEnergies>(graph, vectors, begin, end, sums[begin / nodes_per_chunk]);
    });
    EnergyMatrix all{};
    for (const PairMatrix& part : sums) {
        std::size_t m = 0;
        for (std::size_t j = 0; j < ModeVectors::count; ++j) {
            for (std::size_t k = j; k < ModeVectors::count; ++k) {
                all[m++] += part[j][k];
            }
        }
    }
    return all;
}

std::array<double, ModeVectors::count> diagonal(const EnergyMatrix& energies) {
    std::array<double, ModeVectors::count> own;
    for (std::size_t k = 0, m = 0; k < own.size(); m += own.size() - k, ++k) {
        own[k] = energies[m];
    }
    return own;
}

Graph match_energies(Graph graph, const ModeVectors& vectors, const EnergyMatrix& wanted, const Parallel& parallel) {
    if (graph.edge_count() < static_cast<EntryIndex>(2 * moments)) {
        return graph;
    }
    // With P the products d_j d_k of an edge's differences, relative changes c_e = sum_m y_m P_em / |d_e|^2 are the
    // smallest if every edge counts by its energy; y follows from the energies that are missing.
    const std::size_t n = vectors.values.size();
    const EnergyMatrix now = energies(graph, vectors, parallel);
    const auto each = diagonal(now);
    const double usual = usual_factor * std::accumulate(each.begin(), each.end(), 0.0) / static_cast<double>(graph.edge_count());
    std::vector<GramMatrix> sums((n + nodes_per_chunk - 1) / nodes_per_chunk);
    parallel_for_pieces(n, nodes_per_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        add_edges(graph, vectors, usual, begin, end, sums[begin / nodes_per_chunk]);
    });
    const Moments missing = Eigen::Map<const Moments>(wanted.data()) - Eigen::Map<const Moments>(now.data());
    const PairMatrix y = as_matrix(sum_of(sums).ldlt().solve(missing));

    SparseMatrix matched = graph.adjacency();
    parallel_for_pieces(n, nodes_per_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        run_vectorised<ChangeWeights>(vectors, y, begin, end, matched);
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
