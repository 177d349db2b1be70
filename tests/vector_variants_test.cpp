// Everything that runs kernels gives the same bytes with every width of vector registers.
#include "support/vector_variants.hpp"

#include <gtest/gtest.h>

#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/pyramid/measure/measured_levels.hpp"
#include "ndpool/pyramid/methods.hpp"
#include "ndpool/pyramid/ndp/lean/lean_fit.hpp"
#include "ndpool/pyramid/ndp/lean/lean_pyramid.hpp"

namespace ndpool {
namespace {

std::string bytes_of_pyramid(const Pyramid& pyramid) {
    std::string bytes;
    for (const Level& level : pyramid.levels) {
        const SparseMatrix& adjacency = level.graph.adjacency();
        bytes += bytes_of(adjacency.offsets) + bytes_of(adjacency.indices) + bytes_of(adjacency.values) + bytes_of(level.nodes);
        if (level.spectrum) {
            bytes += bytes_of(std::vector<double>{level.spectrum->distance});
        }
    }
    return bytes;
}

template <typename Body>
void expect_same_bytes(const std::string& what, const Body& body) {
    const std::vector<std::string> bytes = with_every_vector_variant(body);
    ASSERT_FALSE(bytes.front().empty()) << what;
    for (std::size_t i = 1; i < bytes.size(); ++i) {
        EXPECT_TRUE(bytes[i] == bytes.front()) << what << ": " << vector_variant_name(vector_variants()[i]);
    }
}

TEST(VectorVariants, CutTheSameNodesOff) {
    for (const char* spec : {"sensor:60", "sensor:700", "erdos-renyi:300,0.2", "community:200", "barabasi-albert:400,3"}) {
        const Graph graph = generate_graph(spec, Seed(1)).graph;
        for (const CutMethod method : {CutMethod::spectral, CutMethod::random, CutMethod::trevisan, CutMethod::power,
                                       CutMethod::sdp, CutMethod::automatic}) {
            expect_same_bytes(spec, [&] {
                const Cut cut = cut_graph(graph, {.method = method}, Seed(2));
                return bytes_of(cut.kept) + bytes_of(std::vector<double>{cut.fraction, cut.upper_bound});
            });
        }
    }
}

TEST(VectorVariants, CutTheSameNodesOffInALongSearch) {
    for (const char* spec : {"erdos-renyi:60,0.2", "sensor:50", "grid:20x20"}) {
        const Graph graph = generate_graph(spec, Seed(1)).graph;
        CutOptions options{.method = CutMethod::tabu};
        options.search.tabu.steps = 30'000'000;
        expect_same_bytes(spec, [&] { return bytes_of(cut_graph(graph, options, Seed(2)).kept); });
    }
}

TEST(VectorVariants, ReduceGraphsToTheSameWeights) {
    for (const char* spec : {"sensor:500", "sensor:40", "sbm:300", "community:150"}) {
        const Graph graph = generate_graph(spec, Seed(3)).graph;
        expect_same_bytes(spec, [&] { return bytes_of_pyramid(ndp_pyramid(graph, {}, Seed(4))); });
    }
}

TEST(VectorVariants, MakeTheSameLeanLevelsAndMeasureTheSame) {
    for (const char* spec : {"sensor:12000", "barabasi-albert:3000,3"}) {
        const Graph graph = generate_graph(spec, Seed(5)).graph;
        expect_same_bytes(spec, [&] {
            LeanPyramidOptions options;
            options.until_nodes = 100;
            Pyramid pyramid = lean_pyramid(graph, options, Seed(6));
            measure_levels(pyramid);
            fit_measured_levels(pyramid);
            return bytes_of_pyramid(pyramid);
        });
    }
}

TEST(VectorVariants, FactoriseTheSame) {
    const Graph graph = generate_graph("sensor:90", Seed(7)).graph;
    expect_same_bytes("nmf", [&] { return bytes_of_pyramid(nmf_pyramid(graph, {.levels = {1, 2}}, Seed(8))); });
}

}  // namespace
}  // namespace ndpool
