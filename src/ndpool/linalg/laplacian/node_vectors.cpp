#include "ndpool/linalg/laplacian/node_vectors.hpp"

#include <algorithm>
#include <cmath>

#include "ndpool/base/buffer.hpp"
#include "ndpool/base/run_vectorised.hpp"
#include "ndpool/base/stop.hpp"
#include "ndpool/linalg/laplacian/node_vector_kernels.hpp"

namespace ndpool {

namespace {

constexpr std::size_t nodes_per_chunk = 1 << 13;
constexpr float damping = 0.7F;  // other values: results/constants.txt

/// Sums over all nodes, chunk by chunk; the sums of the chunks are added in their order.
template <std::size_t count, typename Body>
std::array<double, count> summed_by_chunk(std::size_t nodes, const Parallel& parallel, const Body& body) {
    std::vector<std::array<double, count>> parts((nodes + nodes_per_chunk - 1) / nodes_per_chunk);
    parallel_for_pieces(nodes, nodes_per_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        std::array<double, count> sums{};
        body(begin, end, sums);
        parts[begin / nodes_per_chunk] = sums;
    });
    std::array<double, count> all{};
    for (const auto& part : parts) {
        for (std::size_t k = 0; k < count; ++k) {
            all[k] += part[k];
        }
    }
    return all;
}

template <std::size_t count, typename Body>
std::array<double, count> summed(std::size_t nodes, const Parallel& parallel, const Body& body) {
    return summed_by_chunk<count>(nodes, parallel, [&](std::size_t begin, std::size_t end, auto& sums) {
        for (std::size_t i = begin; i < end; ++i) {
            body(i, sums);
        }
    });
}

/// Weighted mean over the neighbours for which `counts` is true; false if there is none.
template <typename Values, typename Counts>
bool mean_around(const Graph& graph, NodeId node, const Values* values, const Counts& counts, Values& mean) {
    const auto neighbors = graph.neighbors(node);
    const auto weights = graph.weights(node);
    double total = 0;
    std::array<double, std::tuple_size_v<Values>> sums{};
    for (std::size_t e = 0; e < neighbors.size(); ++e) {
        if (!counts(neighbors[e])) {
            continue;
        }
        total += weights[e];
        if (neighbors[e] != node) {
            const Values& there = values[neighbors[e]];
            for (std::size_t k = 0; k < sums.size(); ++k) {
                sums[k] += weights[e] * static_cast<double>(there[k]);
            }
        }
    }
    if (total < least_weight) {
        return false;
    }
    const double inverse = 1 / total;
    for (std::size_t k = 0; k < sums.size(); ++k) {
        mean[k] = static_cast<float>(sums[k] * inverse);
    }
    return true;
}

constexpr auto always = [](NodeId) { return true; };

}  // namespace

template <typename Vectors>
Vectors random_vectors(NodeId nodes, Seed seed) {
    Random random(seed);
    Vectors vectors;
    vectors.values.resize(static_cast<std::size_t>(nodes));
    for (auto& at : vectors.values) {
        for (float& value : at) {
            value = static_cast<float>(random.uniform(-1, 1));
        }
    }
    return vectors;
}

template <typename Vectors>
void smooth(const Graph& graph, Vectors& vectors, int steps, std::span<const std::uint8_t> fixed, const Parallel& parallel) {
    using Values = typename Vectors::Values;
    std::vector<Values> next(steps > 0 ? vectors.values.size() : 0);
    for (int step = 0; step < steps; ++step) {
        stop_if_requested();
        const Values* const values = vectors.values.data();
        parallel_for_pieces(next.size(), nodes_per_chunk, parallel, [&](std::size_t begin, std::size_t end) {
            if (graph.self_loop_count() == 0) {
                run_vectorised<SmoothRows<Vectors::count>>(graph, values, next.data(), damping, fixed, begin, end);
                return;
            }
            for (std::size_t i = begin; i < end; ++i) {
                next[i] = values[i];
                Values mean{};
                const bool is_free = fixed.empty() || fixed[i] == 0;
                if (is_free && mean_around(graph, static_cast<NodeId>(i), values, always, mean)) {
                    for (std::size_t k = 0; k < Vectors::count; ++k) {
                        next[i][k] += damping * (mean[k] - next[i][k]);
                    }
                }
            }
        });
        vectors.values.swap(next);
    }
}

template <typename Vectors>
void centre_and_normalise(Vectors& vectors, const Parallel& parallel) {
    constexpr std::size_t count = Vectors::count;
    const std::size_t n = vectors.values.size();
    auto mean = summed<count>(n, parallel, [&](std::size_t i, auto& sums) {
        for (std::size_t k = 0; k < count; ++k) {
            sums[k] += vectors.values[i][k];
        }
    });
    for (double& sum : mean) {
        sum /= static_cast<double>(n);
    }
    auto length = summed<count>(n, parallel, [&](std::size_t i, auto& sums) {
        for (std::size_t k = 0; k < count; ++k) {
            sums[k] += (vectors.values[i][k] - mean[k]) * (vectors.values[i][k] - mean[k]);
        }
    });
    for (double& square : length) {
        square = square > 0 ? std::sqrt(square) : 1.0;
    }
    parallel_for_pieces(n, nodes_per_chunk, parallel, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            for (std::size_t k = 0; k < count; ++k) {
                vectors.values[i][k] = static_cast<float>((vectors.values[i][k] - mean[k]) / length[k]);
            }
        }
    });
}

template <typename Vectors>
Vectors extended(const Graph& finer, std::span<const NodeId> kept, const Vectors& coarser, int sweeps, const Parallel& parallel) {
    using Values = typename Vectors::Values;
    const auto n = static_cast<std::size_t>(finer.node_count());
    Vectors vectors;
    vectors.values.resize(n);
    std::vector<std::uint8_t> known(n, 0);
    for (std::size_t i = 0; i < kept.size(); ++i) {
        vectors.values[kept[i]] = coarser.values[i];
        known[kept[i]] = 1;
    }
    std::vector<NodeId> others;
    others.reserve(n - kept.size());
    for (std::size_t i = 0; i < n; ++i) {
        if (known[i] == 0) {
            others.push_back(static_cast<NodeId>(i));
        }
    }
    Buffer<Values> next(others.size());
    Buffer<std::uint8_t> reached(others.size());
    bool all_known = others.empty();
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        stop_if_requested();
        const Values* const values = vectors.values.data();
        parallel_for_pieces(others.size(), nodes_per_chunk, parallel, [&](std::size_t begin, std::size_t end) {
            if (finer.self_loop_count() == 0) {
                run_vectorised<BalanceNodes<Vectors::count>>(finer, others, values, all_known ? nullptr : known.data(),
                                                             next.data(), reached.data(), begin, end);
                return;
            }
            for (std::size_t i = begin; i < end; ++i) {
                reached[i] = all_known ? mean_around(finer, others[i], values, always, next[i])
                                       : mean_around(
                                             finer, others[i], values, [&](NodeId node) { return known[node] != 0; }, next[i]);
            }
        });
        parallel_for_pieces(others.size(), nodes_per_chunk, parallel, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                if (reached[i] != 0) {
                    vectors.values[others[i]] = next[i];
                    known[others[i]] = 1;
                }
            }
        });
        all_known = std::all_of(reached.begin(), reached.end(), [](std::uint8_t r) { return r != 0; });
    }
    return vectors;
}

template <typename Vectors>
Vectors values_at(const Vectors& vectors, std::span<const NodeId> nodes) {
    Vectors chosen;
    if (vectors.values.empty()) {
        return chosen;
    }
    chosen.values.reserve(nodes.size());
    for (const NodeId node : nodes) {
        chosen.values.push_back(vectors.values[node]);
    }
    return chosen;
}

template <std::size_t count>
std::array<double, count> own_energies(const Graph& graph, const NodeVectors<count>& vectors, const Parallel& parallel) {
    const bool has_loops = graph.self_loop_count() > 0;
    return summed_by_chunk<count>(vectors.values.size(), parallel, [&](std::size_t begin, std::size_t end, auto& sums) {
        if (!has_loops) {
            run_vectorised<SumEdgeEnergies<count>>(graph, vectors.values.data(), begin, end, sums);
            return;
        }
        for (std::size_t i = begin; i < end; ++i) {
            const auto node = static_cast<NodeId>(i);
            const auto neighbors = graph.neighbors(node);
            const auto weights = graph.weights(node);
            const auto& here = vectors.values[i];
            for (std::size_t e = 0; e < neighbors.size() && neighbors[e] <= node; ++e) {
                const auto& there = vectors.values[neighbors[e]];
                for (std::size_t k = 0; k < count; ++k) {
                    const double difference = static_cast<double>(here[k]) - (neighbors[e] == node ? 0.0F : there[k]);
                    sums[k] += weights[e] * difference * difference;
                }
            }
        }
    });
}

double roughness(const Graph& graph, const SmoothVectors& vectors, const Parallel& parallel) {
    const auto energies = own_energies(graph, vectors, parallel);
    const auto sizes = summed<1>(vectors.values.size(), parallel, [&](std::size_t i, auto& sums) {
        double square = 0;
        for (const float value : vectors.values[i]) {
            square += static_cast<double>(value) * value;
        }
        double degree = 0;
        for (const double weight : graph.weights(static_cast<NodeId>(i))) {
            degree += weight;
        }
        sums[0] += degree * square;
    });
    double energy = 0;
    for (const double e : energies) {
        energy += e;
    }
    return sizes[0] > 0 ? energy / sizes[0] : 0;
}

template SmoothVectors random_vectors<SmoothVectors>(NodeId, Seed);
template ModeVectors random_vectors<ModeVectors>(NodeId, Seed);
template void smooth(const Graph&, SmoothVectors&, int, std::span<const std::uint8_t>, const Parallel&);
template void smooth(const Graph&, ModeVectors&, int, std::span<const std::uint8_t>, const Parallel&);
template void centre_and_normalise(SmoothVectors&, const Parallel&);
template void centre_and_normalise(ModeVectors&, const Parallel&);
template SmoothVectors extended(const Graph&, std::span<const NodeId>, const SmoothVectors&, int, const Parallel&);
template ModeVectors extended(const Graph&, std::span<const NodeId>, const ModeVectors&, int, const Parallel&);
template SmoothVectors values_at(const SmoothVectors&, std::span<const NodeId>);
template ModeVectors values_at(const ModeVectors&, std::span<const NodeId>);
template std::array<double, 4> own_energies(const Graph&, const NodeVectors<4>&, const Parallel&);
template std::array<double, 10> own_energies(const Graph&, const NodeVectors<10>&, const Parallel&);

}  // namespace ndpool
