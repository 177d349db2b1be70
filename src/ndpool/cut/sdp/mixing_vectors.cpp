#include "ndpool/cut/sdp/mixing_vectors.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "ndpool/base/lanes.hpp"
#include "ndpool/base/run_vectorised.hpp"
#include "ndpool/base/stop.hpp"

namespace ndpool {

namespace {

/// A power of two. Blocks of one phase do not see each other during a sweep, so more phases are closer to one node after the
/// other and allow fewer threads at once.
constexpr NodeId phases = 4;

/// Which nodes are swept together: blocks of 2^shift nodes, block b in phase b mod 4.
struct Blocks {
    int shift = 31;
    NodeId count = 1;

    [[nodiscard]] NodeId block_of(NodeId node) const { return node >> shift; }
    [[nodiscard]] NodeId phase_of(NodeId node) const { return block_of(node) & (phases - 1); }
    /// Whether two nodes are in different blocks of the same phase.
    [[nodiscard]] bool is_unseen(NodeId node, NodeId other) const {
        return block_of(node) != block_of(other) && phase_of(node) == phase_of(other);
    }
    [[nodiscard]] NodeId begin(NodeId block) const { return static_cast<NodeId>(static_cast<std::int64_t>(block) << shift); }
    [[nodiscard]] NodeId end(NodeId block, NodeId nodes) const {
        return static_cast<NodeId>(std::min<std::int64_t>(nodes, (static_cast<std::int64_t>(block) + 1) << shift));
    }
};

/// Enough blocks for many threads, each large enough to hold most neighbours of its nodes.
Blocks blocks_of(NodeId nodes) {
    constexpr NodeId single_up_to = 16384;  // a sweep takes some 0.3 ms (2.7 ns per nonzero): too short to be shared
    constexpr NodeId blocks_wanted = 96;    // at most, and half as many at least: 12 to 24 of each phase
    if (nodes <= single_up_to) {
        return {};
    }
    Blocks blocks;
    blocks.shift = std::bit_width(static_cast<unsigned>(nodes / blocks_wanted));
    blocks.count = ((nodes - 1) >> blocks.shift) + 1;
    return blocks;
}

/// Weight of a node's edges to other blocks of its phase.
std::vector<float> unseen_weights(const CutProblem& problem, const Blocks& blocks, const Parallel& parallel) {
    std::vector<float> unseen(static_cast<std::size_t>(problem.node_count()), 0);
    if (blocks.count == 1) {
        return unseen;
    }
    parallel_for(static_cast<std::size_t>(blocks.count), parallel, [&](std::size_t i) {
        const auto block = static_cast<NodeId>(i);
        for (NodeId node = blocks.begin(block); node < blocks.end(block, problem.node_count()); ++node) {
            const auto neighbors = problem.neighbors(node);
            const auto weights = problem.weights(node);
            for (std::size_t k = 0; k < neighbors.size(); ++k) {
                unseen[node] += blocks.is_unseen(node, neighbors[k]) ? std::abs(weights[k]) : 0.0F;
            }
        }
    });
    return unseen;
}

/// Squares summed halves onto halves: the same order for every width of registers.
template <int rank, int bytes>
[[gnu::always_inline]] inline float sum_of_squares(const Lanes<float, rank, bytes>& vector) {
    float squares[rank];
    (vector * vector).store(squares);
    if constexpr (rank == 4) {
        return (squares[0] + squares[2]) + (squares[1] + squares[3]);
    } else {
        return ((squares[0] + squares[4]) + (squares[2] + squares[6])) + ((squares[1] + squares[5]) + (squares[3] + squares[7]));
    }
}

/// One block's share of a sweep, in place. Other blocks of its phase, which may be moving, are read as they were before.
struct BlockSweep {
    const CutProblem& problem;
    const Blocks& blocks;
    const float* unseen;
    const float* before;
    float* values;

    template <int rank, int bytes>
    [[gnu::always_inline]] void sweep(NodeId block) const {
        const EntryIndex* const offsets = problem.offsets().data();
        const NodeId* const indices = problem.indices().data();
        const float* const weights = problem.weights().data();
        const NodeId end = blocks.end(block, problem.node_count());
        for (NodeId node = blocks.begin(block); node < end; ++node) {
            auto sum = Lanes<float, rank, bytes>::zero();
            if (unseen[node] == 0) {
                for (EntryIndex k = offsets[node]; k < offsets[node + 1]; ++k) {
                    subtract(weights[k], values, indices[k], sum);
                }
            } else {
                subtract(unseen[node] * -1, values, node, sum);
                for (EntryIndex k = offsets[node]; k < offsets[node + 1]; ++k) {
                    subtract(weights[k], blocks.is_unseen(node, indices[k]) ? before : values, indices[k], sum);
                }
            }
            place(node, sum);
        }
    }

    /// sum -= weight * vector of the node
    template <int rank, int bytes>
    [[gnu::always_inline]] static void subtract(float weight, const float* vectors, NodeId node, Lanes<float, rank, bytes>& sum) {
        sum -= Lanes<float, rank, bytes>::load(vectors + static_cast<std::size_t>(node) * rank) * weight;
    }

    template <int rank, int bytes>
    [[gnu::always_inline]] void place(NodeId node, const Lanes<float, rank, bytes>& direction) const {
        float* const target = values + static_cast<std::size_t>(node) * rank;
        const float square = sum_of_squares(direction);
        constexpr float least = 1e-30F;  // above it and below its inverse, squares and their inverses are normal numbers
        if (square > least && square < 1 / least) {
            (direction * (1 / std::sqrt(square))).store(target);
        } else {
            float numbers[rank];
            direction.store(numbers);
            place_extreme(numbers, target);
        }
    }

    /// For directions whose squares leave the range of single precision; a direction of zeros leaves the vector as it is.
    static void place_extreme(std::span<const float> direction, float* target) {
        double square = 0;
        for (const float number : direction) {
            square += static_cast<double>(number) * static_cast<double>(number);
        }
        if (square > 0) {
            for (std::size_t lane = 0; lane < direction.size(); ++lane) {
                target[lane] = static_cast<float>(direction[lane] / std::sqrt(square));
            }
        }
    }
};

template <int rank>
struct SweepBlock {
    template <int bytes>
    [[gnu::always_inline]] static void run(const BlockSweep& work, NodeId block) {
        work.sweep<rank, bytes>(block);
    }
};

template <int rank>
void sweep_all(const CutProblem& problem, int sweeps, const Parallel& parallel, std::vector<float>& values) {
    const Blocks blocks = blocks_of(problem.node_count());
    const std::vector<float> unseen = unseen_weights(problem, blocks, parallel);
    std::vector<float> before(blocks.count > 1 ? values.size() : 0);
    const BlockSweep work{problem, blocks, unseen.data(), before.data(), values.data()};
    const auto keep_as_it_is = [&](NodeId block) {
        for (NodeId node = blocks.begin(block); node < blocks.end(block, problem.node_count()); ++node) {
            if (unseen[node] != 0) {
                const auto place = static_cast<std::ptrdiff_t>(node) * rank;
                std::copy_n(values.begin() + place, rank, before.begin() + place);
            }
        }
    };
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        stop_if_requested();
        for (NodeId phase = 0; phase < std::min(phases, blocks.count); ++phase) {
            const auto for_blocks = [&](const auto& body) {
                const auto in_phase = static_cast<std::size_t>((blocks.count - phase + phases - 1) / phases);
                parallel_for(in_phase, parallel, [&](std::size_t i) { body(phase + phases * static_cast<NodeId>(i)); });
            };
            if (blocks.count > 1) {
                for_blocks(keep_as_it_is);
            }
            for_blocks([&](NodeId block) { run_vectorised<SweepBlock<rank>>(work, block); });
        }
    }
}

/// Random directions; every chunk of nodes has its own random stream.
template <int rank>
void draw_directions(Seed seed, const Parallel& parallel, std::vector<float>& values) {
    constexpr std::size_t values_per_stream = 1 << 16;  // names the random numbers; any multiple of the ranks draws as well
    constexpr std::uint64_t bits = 24;
    constexpr float unit = 1.0F / (1 << (bits - 1));
    parallel_for((values.size() + values_per_stream - 1) / values_per_stream, parallel, [&](std::size_t stream) {
        Random random(seed.child("stream", stream));
        const std::size_t end = std::min(values.size(), (stream + 1) * values_per_stream);
        for (std::size_t i = stream * values_per_stream; i < end; i += rank) {
            float* const vector = &values[i];
            for (int lane = 0; lane < rank; lane += 2) {
                const std::uint64_t drawn = random.bits();
                vector[lane] = static_cast<float>(drawn >> (64 - bits)) * unit - 1;
                vector[lane + 1] = static_cast<float>((drawn >> 8) & ((1U << bits) - 1)) * unit - 1;
            }
            const auto direction = Lanes<float, rank, 16>::load(vector);
            const float square = sum_of_squares(direction);
            (direction * (square > 0 ? 1 / std::sqrt(square) : 0.0F)).store(vector);
        }
    });
}

}  // namespace

MixingVectors mixing_vectors(const CutProblem& problem, int rank, int sweeps, Seed seed, const Parallel& parallel) {
    MixingVectors vectors{rank, {}};
    vectors.values.resize(static_cast<std::size_t>(problem.node_count()) * static_cast<std::size_t>(rank));
    if (rank == 4) {
        draw_directions<4>(seed, parallel, vectors.values);
        sweep_all<4>(problem, sweeps, parallel, vectors.values);
    } else {
        draw_directions<8>(seed, parallel, vectors.values);
        sweep_all<8>(problem, sweeps, parallel, vectors.values);
    }
    return vectors;
}

double relaxed_cut_weight(const CutProblem& problem, const MixingVectors& vectors) {
    double twice = 0;
    for (NodeId node = 0; node < problem.node_count(); ++node) {
        const auto neighbors = problem.neighbors(node);
        const auto weights = problem.weights(node);
        const auto own = vectors.of(node);
        for (std::size_t k = 0; k < neighbors.size(); ++k) {
            const auto other = vectors.of(neighbors[k]);
            double product = 0;
            for (std::size_t lane = 0; lane < own.size(); ++lane) {
                product += static_cast<double>(own[lane]) * static_cast<double>(other[lane]);
            }
            twice += weights[k] * (1 - product) / 2;
        }
    }
    return twice / 2;
}

Sides round_by_hyperplane(const MixingVectors& vectors, NodeId nodes, Seed seed) {
    Random random(seed);
    std::array<float, 8> normal{};
    for (int lane = 0; lane < vectors.rank; ++lane) {
        normal[lane] = static_cast<float>(random.normal());
    }
    Sides sides(static_cast<std::size_t>(nodes));
    for (NodeId node = 0; node < nodes; ++node) {
        const auto vector = vectors.of(node);
        float height = 0;
        for (std::size_t lane = 0; lane < vector.size(); ++lane) {
            height += normal[lane] * vector[lane];
        }
        sides[node] = height >= 0 ? Side{1} : Side{-1};
    }
    return sides;
}

}  // namespace ndpool
