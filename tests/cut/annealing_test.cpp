// Sweeps of an annealing beside plain loops, with every width of vector registers.
#include "ndpool/cut/search/annealing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "ndpool/cut/random_cut.hpp"
#include "ndpool/cut/search/annealing_group.hpp"
#include "ndpool/cut/search/local_search.hpp"
#include "support/signed_graphs.hpp"
#include "support/vector_variants.hpp"

namespace ndpool {
namespace {

constexpr std::uint64_t unlimited = 1'000'000'000'000;

/// Sizes around one block of nodes, and above the number of nodes that share their variates.
std::vector<SignedGraph> graphs_of_many_sizes() {
    std::vector<SignedGraph> graphs;
    for (const NodeId nodes : {1, 2, 15, 16, 17, 31, 50, 128, 1023, 1025, 2500}) {
        Random random(Seed(static_cast<std::uint64_t>(nodes)));
        std::set<std::pair<NodeId, NodeId>> joined;
        std::vector<Edge> integers;
        std::vector<Edge> others;
        for (NodeId i = 0; i < 6 * nodes && nodes > 1; ++i) {
            // Half of the edges are short, so that blocks have edges inside.
            const auto a = static_cast<NodeId>(random.below(static_cast<std::uint64_t>(nodes)));
            const auto far = static_cast<NodeId>(random.below(static_cast<std::uint64_t>(nodes)));
            const NodeId b = random.coin() ? far : (a + 1 + far % 7) % nodes;
            if (a != b && joined.insert(std::minmax(a, b)).second) {
                integers.push_back({a, b, static_cast<double>(random.below(8)) - 3.5});
                others.push_back({a, b, random.uniform(-1, 1)});
            }
        }
        graphs.push_back(SignedGraph::from_edges(nodes, integers));
        graphs.push_back(SignedGraph::from_edges(nodes, others));
    }
    return graphs;
}

/// One node after the other.
Sides plainly_annealed(const CutProblem& problem, Sides sides, const AnnealingSchedule& schedule, Seed seed) {
    constexpr NodeId nodes_per_variates = 1024;
    Random random(seed);
    const std::vector<float> losses = exponential_variates(random);
    const std::vector<float> scale = temperature_scale(problem);
    const std::vector<double> gains = gains_of(problem, sides);
    std::vector<float> signs(sides.begin(), sides.end());
    std::vector<float> fields(sides.size());
    for (std::size_t node = 0; node < sides.size(); ++node) {
        fields[node] = static_cast<float>(gains[node]) * signs[node];
    }
    for (std::uint64_t i = 0; i < schedule.sweeps; ++i) {
        const auto temperature = static_cast<float>(schedule.at(i));
        std::size_t place = 0;
        for (NodeId node = 0; node < problem.node_count(); ++node) {
            place = node % nodes_per_variates == 0 ? (random.bits() >> 32) % (losses.size() - nodes_per_variates) : place;
            const float sign = signs[node];
            if (fields[node] * sign >
                -temperature * scale[node] * losses[place + static_cast<std::size_t>(node % nodes_per_variates)]) {
                signs[node] = -sign;
                for (std::size_t k = 0; k < problem.neighbors(node).size(); ++k) {
                    fields[problem.neighbors(node)[k]] -= sign * (2 * problem.weights(node)[k]);
                }
            }
        }
    }
    for (std::size_t node = 0; node < sides.size(); ++node) {
        sides[node] = signs[node] > 0 ? Side{1} : Side{-1};
    }
    local_search(problem, sides);
    return sides;
}

TEST(Annealing, IsThatOfAPlainLoopWithEveryVectorVariant) {
    for (const SignedGraph& graph : graphs_of_many_sizes()) {
        const CutProblem problem(graph);
        const Sides start = random_sides(graph.node_count(), Seed(1));
        for (const double to : {0.3, 0.01}) {
            const AnnealingSchedule schedule{.from = 0.5, .to = to, .sweeps = 30};
            const Sides expected = plainly_annealed(problem, start, schedule, Seed(2));
            const auto found = with_every_vector_variant([&] {
                Sides sides = start;
                SearchBudget budget(0, unlimited);
                Annealing(problem, Seed(2)).run(sides, schedule, budget);
                return sides;
            });
            for (std::size_t variant = 0; variant < found.size(); ++variant) {
                EXPECT_TRUE(found[variant] == expected)
                    << graph.node_count() << " nodes, " << vector_variant_name(vector_variants()[variant]);
            }
        }
    }
}

float largest_loss(float variate, NodeTemperature<float> temperature) {
    return variate * temperature.factor;
}

int largest_loss(std::int16_t variate, NodeTemperature<std::int16_t> temperature) {
    return (variate * temperature.factor) >> temperature.shift;
}

/// One node and lane after the other.
template <typename Number>
void sweep_plainly(AnnealingState<Number>& state, float temperature, std::uint32_t random) {
    constexpr std::size_t lanes = annealing_lanes<Number>;
    for (std::size_t node = 0; node < state.scale.size(); ++node) {
        random = random * 1664525U + 1013904223U;
        const std::uint64_t place = (random * static_cast<std::uint64_t>(state.variates.size() - lanes)) >> 32;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const auto sign = state.signs[node * lanes + lane];
            const auto loss = -state.fields[node * lanes + lane] * sign;
            const auto most =
                largest_loss(state.variates[place + lane], NodeTemperature<Number>::of(temperature * state.scale[node]));
            if (std::is_same_v<Number, float> ? loss < most : loss <= most) {
                state.signs[node * lanes + lane] = -sign;
                for (EntryIndex k = state.offsets[node]; k < state.offsets[node + 1]; ++k) {
                    Number& field = state.fields[static_cast<std::size_t>(state.arcs[k].to) * lanes + lane];
                    field = static_cast<Number>(field - sign * state.arcs[k].twice_weight);
                }
            }
        }
    }
}

template <typename Number>
class AnnealingGroupOf : public testing::Test {};
using Numbers = testing::Types<float, std::int16_t>;
TYPED_TEST_SUITE(AnnealingGroupOf, Numbers);

TYPED_TEST(AnnealingGroupOf, SweepsAsAPlainLoopDoesWithEveryVectorVariant) {
    using Group = AnnealingGroup<TypeParam>;
    for (const SignedGraph& graph : graphs_of_many_sizes()) {
        const CutProblem problem(graph);
        if (!Group::suits(problem)) {
            continue;
        }
        std::vector<Sides> starts;
        for (std::uint64_t lane = 0; lane < Group::lanes; ++lane) {
            starts.push_back(random_sides(graph.node_count(), Seed(lane)));
        }
        AnnealingState<TypeParam> plain = Group(problem, Seed(3)).state_at(starts);
        const AnnealingState<TypeParam> start = plain;
        std::vector<std::uint32_t> randoms;
        for (std::uint32_t i = 0; i < 12; ++i) {
            randoms.push_back(i * 2654435761U);
            sweep_plainly(plain, 0.4F - 0.035F * static_cast<float>(i), randoms.back());
        }
        const std::vector<std::string> found = with_every_vector_variant([&] {
            AnnealingState<TypeParam> state = start;
            for (std::size_t i = 0; i < randoms.size(); ++i) {
                sweep_group(state, 0.4F - 0.035F * static_cast<float>(i), randoms[i]);
            }
            return bytes_of(state.signs) + bytes_of(state.fields);
        });
        for (std::size_t variant = 0; variant < found.size(); ++variant) {
            EXPECT_TRUE(found[variant] == bytes_of(plain.signs) + bytes_of(plain.fields))
                << graph.node_count() << " nodes, " << vector_variant_name(vector_variants()[variant]);
        }
    }
}

TYPED_TEST(AnnealingGroupOf, FindsTheLargestCutsOfSmallGraphsInOneLaneAtLeast) {
    using Group = AnnealingGroup<TypeParam>;
    for (std::uint64_t s = 0; s < 50; ++s) {
        const SignedGraph graph = random_signed_graph(Seed(s), {.least_nodes = 2, .most_nodes = 12, .weight_magnitudes = 1});
        const CutProblem problem(graph);
        if (!Group::suits(problem)) {
            continue;
        }
        SearchBudget budget(0, unlimited);
        const std::vector<Sides> starts{random_sides(graph.node_count(), Seed(s)), random_sides(graph.node_count(), Seed(s + 1))};
        double best = 0;
        for (const Sides& sides : Group(problem, Seed(s)).run(starts, {.sweeps = 200}, budget)) {
            best = std::max(best, weight_between(graph.adjacency(), sides));
        }
        EXPECT_GE(best, largest_cut_weight(graph.adjacency()) - 1e-6 * magnitude_of(graph.adjacency())) << "seed " << s;
    }
}

TEST(AnnealingGroup, OfShortIntegersTakesOnlyIntegersWhoseSumsFit) {
    const auto suits = [](double weight, bool with_half) {
        std::vector<Edge> edges{{0, 1, weight}, {0, 2, weight}, {1, 3, -weight}};
        if (with_half) {
            edges.push_back({2, 3, 0.1});
        }
        return AnnealingGroup<std::int16_t>::suits(CutProblem(SignedGraph::from_edges(4, edges)));
    };
    EXPECT_TRUE(suits(1, false));
    EXPECT_TRUE(suits(0.5, false)) << "scaled by a power of two";
    EXPECT_TRUE(suits(1000, false));
    EXPECT_FALSE(suits(1000000, false));
    EXPECT_FALSE(suits(1, true));
    EXPECT_TRUE(AnnealingGroup<float>::suits(CutProblem(SignedGraph::from_edges(2, std::vector<Edge>{{0, 1, 0.1}}))));
}

TEST(NodeTemperature, OfShortIntegersIsThatOfFloatsButForRounding) {
    for (float temperature = 1e-3F; temperature < 1500; temperature *= 1.37F) {
        const auto exact = static_cast<double>(temperature);
        const auto found = NodeTemperature<std::int16_t>::of(temperature);
        const double value =
            found.factor * static_cast<double>(NodeTemperature<std::int16_t>::variates_per_unit) / std::ldexp(1, found.shift);
        EXPECT_LE(value, exact * 1.001);
        EXPECT_GE(value, exact * (1 - 1 / 32.0) - 49 / std::ldexp(1, 15));
    }
}

}  // namespace
}  // namespace ndpool
