#include "ndpool/distributed/slice_cut.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "ndpool/distributed/hash.hpp"

namespace ndpool {

namespace {

constexpr std::size_t dimensions = 4;
constexpr unsigned colours = 4;
constexpr int most_flip_rounds = 60;
using Direction = std::array<float, dimensions>;
using SidesHere = std::vector<std::int8_t>;

float dot(const Direction& a, const Direction& b) {
    float sum = 0;
    for (std::size_t k = 0; k < dimensions; ++k) {
        sum += a[k] * b[k];
    }
    return sum;
}

Direction unit(Direction v) {
    const float square = dot(v, v);
    if (square > 1e-30F) {
        const float factor = 1 / std::sqrt(square);
        for (float& x : v) {
            x *= factor;
        }
    }
    return v;
}

Direction random_direction(std::uint64_t seed) {
    Direction direction{};
    for (std::size_t k = 0; k < dimensions; ++k) {
        direction[k] = signed_unit(hash_of(seed, k));
    }
    return direction;
}

/// Nodes of one colour move at once, each away from the vectors that its neighbours had before. Neighbours of the same
/// colour would chase each other; what they weigh holds a node where it is.
std::vector<Direction> mixed_vectors(const GraphSlice& slice, int sweeps, std::uint64_t seed) {
    const auto here = static_cast<std::size_t>(slice.here_count());
    std::vector<Direction> vectors(here);
    std::vector<std::uint8_t> colour(here);
    for (NodeId node = 0; node < slice.here_count(); ++node) {
        const std::uint64_t own = hash_of(seed, static_cast<std::uint64_t>(slice.name(node)));
        colour[node] = static_cast<std::uint8_t>(own % colours);
        vectors[node] = unit(random_direction(own));
    }
    std::vector<float> inertia(here, 0);
    for (NodeId node = slice.first_own(); node < slice.end_own(); ++node) {
        for (EntryIndex e = slice.first_entry(node); e < slice.end_entry(node); ++e) {
            const NodeId other = slice.to(e);
            inertia[node] += other != node && colour[other] == colour[node] ? static_cast<float>(slice.weight(e)) : 0;
        }
    }
    std::vector<Direction> next = vectors;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        for (unsigned turn = 0; turn < colours; ++turn) {
            for (NodeId node = slice.first_own(); node < slice.end_own(); ++node) {
                if (colour[node] != turn) {
                    continue;
                }
                Direction push{};
                for (std::size_t k = 0; k < dimensions; ++k) {
                    push[k] = inertia[node] * vectors[node][k];
                }
                for (EntryIndex e = slice.first_entry(node); e < slice.end_entry(node); ++e) {
                    const NodeId other = slice.to(e);
                    const float factor = other == node ? 0 : static_cast<float>(slice.weight(e));
                    for (std::size_t k = 0; k < dimensions; ++k) {
                        push[k] -= factor * vectors[other][k];
                    }
                }
                next[node] = dot(push, push) > 0 ? unit(push) : vectors[node];
            }
            slice.share(next);
            for (NodeId node = 0; node < slice.here_count(); ++node) {
                if (colour[node] == turn) {
                    vectors[node] = next[node];
                }
            }
        }
    }
    return vectors;
}

/// How much a node wants to change its side, and what decides between equals.
struct Gain {
    float share = 0;  ///< of the node's degree; 0 if it is well where it is
    std::uint32_t tie = 0;
};

bool goes_before(const GraphSlice& slice, const std::vector<Gain>& gains, NodeId a, NodeId b) {
    if (gains[a].share != gains[b].share) {
        return gains[a].share > gains[b].share;
    }
    return gains[a].tie != gains[b].tie ? gains[a].tie > gains[b].tie : slice.name(a) > slice.name(b);
}

/// One round of flips by nodes that want to and go before all neighbours that want to; neighbours never flip together. A node
/// wants to if it gains, or loses no more than a random part of the temperature, measured by its degree. Returns the number of
/// flips.
std::int64_t flip_once(const GraphSlice& slice, SidesHere& sides, std::vector<Gain>& gains, float temperature,
                       std::uint64_t seed) {
    constexpr double noise = 1e-9;
    for (NodeId node = slice.first_own(); node < slice.end_own(); ++node) {
        double pull = 0;
        double degree = 0;
        for (EntryIndex e = slice.first_entry(node); e < slice.end_entry(node); ++e) {
            if (slice.to(e) != node) {
                pull += slice.weight(e) * sides[slice.to(e)];
                degree += slice.weight(e);
            }
        }
        pull *= sides[node];
        const std::uint64_t own = hash_of(seed, static_cast<std::uint64_t>(slice.name(node)));
        const float gain = pull > noise * degree ? static_cast<float>(pull / degree) : 0.0F;
        const float chance = std::abs(signed_unit(own));
        const bool dares = temperature > 0 && degree > 0 && pull >= -static_cast<double>(temperature * chance * chance) * degree;
        gains[node] = {dares ? 1.0F : gain, static_cast<std::uint32_t>(own)};
    }
    slice.share(gains);
    std::int64_t flips = 0;
    for (NodeId node = slice.first_own(); node < slice.end_own(); ++node) {
        bool is_first = gains[node].share > 0;
        for (EntryIndex e = slice.first_entry(node); e < slice.end_entry(node) && is_first; ++e) {
            const NodeId other = slice.to(e);
            is_first = other == node || gains[other].share <= 0 || goes_before(slice, gains, node, other);
        }
        if (is_first) {
            sides[node] = static_cast<std::int8_t>(-sides[node]);
            ++flips;
        }
    }
    slice.share(sides);
    return flips;
}

/// Anneals and then flips what gains until nothing does: on chains of nodes, faults of a cut must walk until two of them meet.
void refine(const GraphSlice& slice, SidesHere& sides, int annealing_rounds, std::uint64_t seed) {
    constexpr float first_temperature = 0.1F;
    std::vector<Gain> gains(static_cast<std::size_t>(slice.here_count()));
    for (int round = 0; round < annealing_rounds; ++round) {
        const float left = static_cast<float>(annealing_rounds - round) / static_cast<float>(annealing_rounds);
        flip_once(slice, sides, gains, first_temperature * left, hash_of(seed, static_cast<std::uint64_t>(round)));
    }
    for (int round = 0; round < most_flip_rounds; ++round) {
        if (slice.ranks().sum(
                flip_once(slice, sides, gains, 0, hash_of(seed, std::uint64_t{1000} + static_cast<std::uint64_t>(round)))) == 0) {
            return;
        }
    }
}

struct CutWeight {
    double cut = 0;
    double all = 0;
};

CutWeight weight_of(const GraphSlice& slice, const SidesHere& sides) {
    ExactSum cut;
    ExactSum all;
    for (NodeId node = slice.first_own(); node < slice.end_own(); ++node) {
        for (EntryIndex e = slice.first_entry(node); e < slice.end_entry(node) && slice.to(e) < node; ++e) {
            all.add(slice.weight(e));
            if (sides[node] != sides[slice.to(e)]) {
                cut.add(slice.weight(e));
            }
        }
    }
    return {slice.ranks().sum(cut), slice.ranks().sum(all)};
}

SidesHere best_rounding(const GraphSlice& slice, const std::vector<Direction>& vectors, const std::vector<std::int8_t>& coloured,
                        const SliceCutOptions& options, std::uint64_t seed) {
    SidesHere best;
    double best_weight = -1;
    for (int plane = 0; plane < options.hyperplanes; ++plane) {
        const std::uint64_t own = hash_of(seed, static_cast<std::uint64_t>(plane));
        const Direction normal = random_direction(own);
        SidesHere sides(static_cast<std::size_t>(slice.here_count()));
        for (NodeId node = 0; node < slice.here_count(); ++node) {
            sides[node] =
                coloured[node] != 0 ? coloured[node] : static_cast<std::int8_t>(dot(normal, vectors[node]) >= 0 ? 1 : -1);
        }
        refine(slice, sides, options.annealing_rounds, hash_of(own, 1));
        const double weight = weight_of(slice, sides).cut;
        if (weight > best_weight) {
            best_weight = weight;
            best = std::move(sides);
        }
    }
    return best;
}

/// Whether the other side of the whole graph is to be kept.
bool keeps_other_side(const GraphSlice& slice, const SidesHere& sides, KeptSide keep) {
    std::array<std::int64_t, 4> facts{};  // squared row lengths and nodes of both sides
    for (NodeId node = slice.first_own(); node < slice.end_own(); ++node) {
        const std::int64_t length = slice.end_entry(node) - slice.first_entry(node);
        const std::size_t side = sides[node] > 0 ? 0 : 1;
        facts[side] += length * length;
        ++facts[2 + side];
    }
    slice.ranks().sum(facts);
    switch (keep) {
        case KeptSide::first: return false;
        case KeptSide::smaller: return facts[3] < facts[2];
        case KeptSide::larger: return facts[3] > facts[2];
        case KeptSide::cheaper: break;
    }
    return 2 * facts[0] < facts[1];
}

/// Keeps what must not be dropped: nodes with long rows, isolated ones, and of dropped nodes whose neighbours are all dropped
/// enough that every dropped node has a kept neighbour.
void keep_enough(const GraphSlice& slice, SidesHere& sides, int longest) {
    for (NodeId node = slice.first_own(); node < slice.end_own(); ++node) {
        if (slice.end_entry(node) - slice.first_entry(node) > longest) {
            sides[node] = 1;
        }
    }
    slice.share(sides);
    for (std::int64_t changed = 1; changed > 0;) {
        changed = 0;
        std::vector<std::int8_t> lone(sides.size(), 0);
        for (NodeId node = slice.first_own(); node < slice.end_own(); ++node) {
            lone[node] = sides[node] < 0 ? 1 : 0;
            for (EntryIndex e = slice.first_entry(node); e < slice.end_entry(node) && lone[node] != 0; ++e) {
                lone[node] = sides[slice.to(e)] > 0 ? 0 : 1;
            }
        }
        slice.share(lone);
        for (NodeId node = slice.first_own(); node < slice.end_own(); ++node) {
            bool is_first = lone[node] != 0;
            for (EntryIndex e = slice.first_entry(node); e < slice.end_entry(node) && is_first; ++e) {
                const NodeId other = slice.to(e);
                is_first = other == node || lone[other] == 0 || slice.name(other) < slice.name(node);
            }
            if (is_first) {
                sides[node] = 1;
                ++changed;
            }
        }
        slice.share(sides);
        changed = slice.ranks().sum(changed);
    }
}

}  // namespace

SliceCut cut_slice(const GraphSlice& slice, const SliceComponents& components, const SliceCutOptions& options,
                   std::uint64_t seed) {
    SliceCut cut;
    cut.two_coloured = components.bipartite;
    if (components.bipartite) {
        cut.sides = components.two_sides;
    } else {
        cut.sides = best_rounding(slice, mixed_vectors(slice, options.sweeps, hash_of(seed, 1)), components.two_sides, options,
                                  hash_of(seed, 2));
    }
    const CutWeight weight = weight_of(slice, cut.sides);
    cut.weight = weight.cut;
    cut.fraction = weight.all > 0 ? weight.cut / weight.all : 1;
    if (keeps_other_side(slice, cut.sides, options.keep)) {
        for (std::int8_t& side : cut.sides) {
            side = static_cast<std::int8_t>(-side);
        }
    }
    keep_enough(slice, cut.sides, options.longest_dropped_row);
    std::int64_t kept = 0;
    for (NodeId node = slice.first_own(); node < slice.end_own(); ++node) {
        kept += cut.sides[node] > 0 ? 1 : 0;
    }
    cut.kept = slice.ranks().sum(kept);
    return cut;
}

}  // namespace ndpool
