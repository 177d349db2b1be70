#include "ndpool/kron/smooth_vectors.hpp"

#include <algorithm>
#include <cmath>

namespace ndpool {

namespace {

constexpr std::size_t rows_a_chunk = 1 << 13;
constexpr double damping = 0.7;

using Sums = std::array<double, SmoothVectors::count>;

/// Values of the nodes [begin, end) after one step.
void smooth_rows(const Graph& graph, const std::vector<SmoothVectors::Values>& from, std::size_t begin, std::size_t end,
                 std::vector<SmoothVectors::Values>& into) {
    for (std::size_t i = begin; i < end; ++i) {
        const auto node = static_cast<NodeId>(i);
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        Sums sums{};
        double degree = 0;
        for (std::size_t e = 0; e < neighbors.size(); ++e) {
            if (neighbors[e] != node) {
                degree += weights[e];
                for (std::size_t k = 0; k < SmoothVectors::count; ++k) {
                    sums[k] += weights[e] * from[neighbors[e]][k];
                }
            }
        }
        for (std::size_t k = 0; k < SmoothVectors::count; ++k) {
            const double mean = degree > 0 ? sums[k] / degree : from[i][k];
            into[i][k] = static_cast<float>((1 - damping) * from[i][k] + damping * mean);
        }
    }
}

void centre_and_normalise(std::vector<SmoothVectors::Values>& values) {
    Sums mean{};
    for (const auto& at : values) {
        for (std::size_t k = 0; k < SmoothVectors::count; ++k) {
            mean[k] += at[k];
        }
    }
    Sums squares{};
    for (const auto& at : values) {
        for (std::size_t k = 0; k < SmoothVectors::count; ++k) {
            const double centred = at[k] - mean[k] / static_cast<double>(values.size());
            squares[k] += centred * centred;
        }
    }
    for (auto& at : values) {
        for (std::size_t k = 0; k < SmoothVectors::count; ++k) {
            const double centred = at[k] - mean[k] / static_cast<double>(values.size());
            at[k] = squares[k] > 0 ? static_cast<float>(centred / std::sqrt(squares[k])) : 0.0F;
        }
    }
}

}  // namespace

SmoothVectors random_vectors(NodeId nodes, Seed seed) {
    Random random(seed);
    SmoothVectors vectors;
    vectors.values.resize(static_cast<std::size_t>(nodes));
    for (auto& at : vectors.values) {
        for (float& value : at) {
            value = static_cast<float>(random.uniform(-1, 1));
        }
    }
    return vectors;
}

void smooth(const Graph& graph, SmoothVectors& vectors, int steps, const Parallel& parallel) {
    std::vector<SmoothVectors::Values> next(vectors.values.size());
    const std::size_t chunks = (next.size() + rows_a_chunk - 1) / rows_a_chunk;
    for (int step = 0; step < steps; ++step) {
        parallel_for(chunks, parallel, [&](std::size_t chunk) {
            smooth_rows(graph, vectors.values, chunk * rows_a_chunk, std::min(next.size(), (chunk + 1) * rows_a_chunk), next);
        });
        vectors.values.swap(next);
    }
    centre_and_normalise(vectors.values);
}

double roughness(const Graph& graph, const SmoothVectors& vectors) {
    double energy = 0;
    double size = 0;
    for (NodeId node = 0; node < graph.node_count(); ++node) {
        const auto neighbors = graph.neighbors(node);
        const auto weights = graph.weights(node);
        const auto& here = vectors.values[node];
        for (std::size_t e = 0; e < neighbors.size(); ++e) {
            if (neighbors[e] == node) {
                continue;
            }
            for (std::size_t k = 0; k < SmoothVectors::count; ++k) {
                const double difference = static_cast<double>(here[k]) - vectors.values[neighbors[e]][k];
                energy += weights[e] * difference * difference / 2;
                size += weights[e] * here[k] * here[k];
            }
        }
    }
    return size > 0 ? energy / size : 0;
}

SmoothVectors values_at(const SmoothVectors& vectors, std::span<const NodeId> nodes) {
    SmoothVectors chosen;
    if (vectors.values.empty()) {
        return chosen;
    }
    chosen.values.reserve(nodes.size());
    for (const NodeId node : nodes) {
        chosen.values.push_back(vectors.values[node]);
    }
    return chosen;
}

}  // namespace ndpool
