#include "ndpool/distributed/slice_vectors.hpp"

#include <cmath>
#include <cstdint>

#include "ndpool/distributed/hash.hpp"

namespace ndpool {

namespace {

constexpr std::size_t vector_count = 4;
constexpr float damping = 0.7F;

/// The weighted mean of the neighbours that are known; false if there is none.
bool mean_around(const GraphSlice& slice, NodeId node, const SliceVectors& values, std::span<const std::uint8_t> known,
                 NodeValues& mean) {
    constexpr double least = 1e-300;  // whose inverse is finite
    double total = 0;
    std::array<double, vector_count> sums{};
    for (EntryIndex e = slice.first_entry(node); e < slice.end_entry(node); ++e) {
        const NodeId other = slice.to(e);
        if (!known.empty() && known[other] == 0) {
            continue;
        }
        total += slice.weight(e);
        if (other != node) {
            for (std::size_t k = 0; k < vector_count; ++k) {
                sums[k] += slice.weight(e) * static_cast<double>(values[other][k]);
            }
        }
    }
    if (total < least) {
        return false;
    }
    const double inverse = 1 / total;
    for (std::size_t k = 0; k < vector_count; ++k) {
        mean[k] = static_cast<float>(sums[k] * inverse);
    }
    return true;
}

}  // namespace

SliceVectors random_vectors(const GraphSlice& slice, std::uint64_t seed) {
    SliceVectors vectors(static_cast<std::size_t>(slice.here_count()));
    for (NodeId node = 0; node < slice.here_count(); ++node) {
        const std::uint64_t own = hash_of(seed, static_cast<std::uint64_t>(slice.name(node)));
        for (std::size_t k = 0; k < vector_count; ++k) {
            vectors[node][k] = signed_unit(hash_of(own, k));
        }
    }
    return vectors;
}

void smooth(const GraphSlice& slice, SliceVectors& vectors, int steps) {
    SliceVectors next(steps > 0 ? vectors.size() : 0);
    for (int step = 0; step < steps; ++step) {
        for (NodeId node = slice.first_own(); node < slice.end_own(); ++node) {
            next[node] = vectors[node];
            NodeValues mean{};
            if (mean_around(slice, node, vectors, {}, mean)) {
                for (std::size_t k = 0; k < vector_count; ++k) {
                    next[node][k] += damping * (mean[k] - next[node][k]);
                }
            }
        }
        vectors.swap(next);
        slice.share(vectors);
    }
}

void centre_and_normalise(const GraphSlice& slice, SliceVectors& vectors) {
    const auto nodes = static_cast<double>(slice.nodes_in_all());
    for (std::size_t k = 0; k < vector_count; ++k) {
        ExactSum sum;
        for (NodeId node = slice.first_own(); node < slice.end_own(); ++node) {
            sum.add(vectors[node][k]);
        }
        const double mean = slice.ranks().sum(sum) / nodes;
        ExactSum squares;
        for (NodeId node = slice.first_own(); node < slice.end_own(); ++node) {
            squares.add((vectors[node][k] - mean) * (vectors[node][k] - mean));
        }
        const double square = slice.ranks().sum(squares);
        const double length = square > 0 ? std::sqrt(square) : 1;
        for (NodeValues& values : vectors) {
            values[k] = static_cast<float>((values[k] - mean) / length);
        }
    }
}

SliceVectors extended(const GraphSlice& finer, std::span<const NodeId> kept, std::span<const NodeValues> coarser, int sweeps) {
    SliceVectors vectors(static_cast<std::size_t>(finer.here_count()));
    std::vector<std::uint8_t> known(vectors.size(), 0);
    std::vector<std::uint8_t> fixed(vectors.size(), 0);
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const NodeId node = finer.first_own() + (kept[i] - finer.begin());
        vectors[node] = coarser[i];
        known[node] = 1;
        fixed[node] = 1;
    }
    finer.share(vectors);
    finer.share(known);
    SliceVectors next = vectors;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        std::vector<std::uint8_t> reached = known;
        for (NodeId node = finer.first_own(); node < finer.end_own(); ++node) {
            NodeValues mean{};
            if (fixed[node] == 0 && mean_around(finer, node, vectors, known, mean)) {
                next[node] = mean;
                reached[node] = 1;
            }
        }
        vectors.swap(next);
        known.swap(reached);
        finer.share(vectors);
        finer.share(known);
        next = vectors;
    }
    return vectors;
}

std::array<double, vector_count> energies(const GraphSlice& slice, const SliceVectors& vectors) {
    std::array<ExactSum, vector_count> sums;
    for (NodeId node = slice.first_own(); node < slice.end_own(); ++node) {
        std::array<double, vector_count> own{};
        for (EntryIndex e = slice.first_entry(node); e < slice.end_entry(node) && slice.to(e) <= node; ++e) {
            const NodeId other = slice.to(e);
            for (std::size_t k = 0; k < vector_count; ++k) {
                const double difference = static_cast<double>(vectors[node][k]) - (other == node ? 0.0F : vectors[other][k]);
                own[k] += slice.weight(e) * difference * difference;
            }
        }
        for (std::size_t k = 0; k < vector_count; ++k) {
            sums[k].add(own[k]);
        }
    }
    std::array<double, vector_count> all{};
    for (std::size_t k = 0; k < vector_count; ++k) {
        all[k] = slice.ranks().sum(sums[k]);
    }
    return all;
}

double roughness(const GraphSlice& slice, const SliceVectors& vectors) {
    ExactSum sizes;
    for (NodeId node = slice.first_own(); node < slice.end_own(); ++node) {
        double square = 0;
        for (const float value : vectors[node]) {
            square += static_cast<double>(value) * value;
        }
        double degree = 0;
        for (EntryIndex e = slice.first_entry(node); e < slice.end_entry(node); ++e) {
            degree += slice.weight(e);
        }
        sizes.add(degree * square);
    }
    double energy = 0;
    for (const double own : energies(slice, vectors)) {
        energy += own;
    }
    const double size = slice.ranks().sum(sizes);
    return size > 0 ? energy / size : 0;
}

}  // namespace ndpool
