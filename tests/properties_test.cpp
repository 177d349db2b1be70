// What must hold for every pyramid, checked on random graphs of all kinds and on every generator.
#include <gtest/gtest.h>

#include "ndpool/analysis/interlacing.hpp"
#include "ndpool/analysis/resistance.hpp"
#include "ndpool/analysis/spectra.hpp"
#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/generate/generate.hpp"
#include "ndpool/graph/components.hpp"
#include "ndpool/pyramid/ndp/ndp.hpp"
#include "support/dense.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

struct NamedGraph {
    std::string name;
    Graph graph;
};

/// 300 random graphs with 1 to 200 nodes, and four small instances of every generator.
std::vector<NamedGraph> all_graphs() {
    std::vector<NamedGraph> graphs;
    for (std::uint64_t s = 0; s < 300; ++s) {
        graphs.push_back({"random graph " + std::to_string(s), random_graph(Seed(s).child("properties"))});
    }
    for (const char* spec :
         {"grid:9x14", "torus:8x6", "torus:7x5", "ring:40", "ring:41", "path:33", "star:20", "complete:15", "knn-grid:10x10,8",
          "sensor:150", "sbm:80", "erdos-renyi:120,0.08", "community:120", "barabasi-albert:120,3", "road:150", "delaunay:120"}) {
        for (std::uint64_t s = 0; s < 4; ++s) {
            graphs.push_back({spec, generate_graph(spec, Seed(s)).graph});
        }
    }
    return graphs;
}

class Properties : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        for (NamedGraph& named : all_graphs()) {
            const Seed seed = Seed(1).child(named.name);
            pyramids.push_back({named.name, ndp_pyramid(named.graph, {.levels = {1, 2, 3}, .keep_unsparsified = true}, seed)});
        }
    }
    static void TearDownTestSuite() { pyramids.clear(); }

    struct NamedPyramid {
        std::string name;
        Pyramid pyramid;
    };
    static inline std::vector<NamedPyramid> pyramids;

    /// Calls check(exact graph before, level) for every level of every pyramid.
    template <typename Check>
    static void for_every_level(Check check) {
        for (const auto& [name, pyramid] : pyramids) {
            const Graph* before = &pyramid.base;
            for (const Level& level : pyramid.levels) {
                SCOPED_TRACE(name + ", level " + std::to_string(level.number));
                check(*before, level);
                before = &*level.unsparsified;
            }
        }
    }
};

double largest_entry(const Eigen::MatrixXd& matrix) {
    return matrix.size() == 0 ? 0 : matrix.cwiseAbs().maxCoeff();
}

TEST_F(Properties, LevelsAreDenseSchurComplements) {
    for_every_level([](const Graph& before, const Level& level) {
        const Eigen::MatrixXd input = dense_loopy_laplacian(before);
        const Eigen::MatrixXd expected = dense_schur_complement(input, level.pool);
        EXPECT_LE(largest_entry(expected - dense_loopy_laplacian(*level.unsparsified)), 1e-9 * largest_entry(input));
    });
}

TEST_F(Properties, WeightsArePositiveAndSymmetricToTheLastBit) {
    for_every_level([](const Graph&, const Level& level) {
        EXPECT_EQ(Graph::from_adjacency(level.unsparsified->adjacency()), *level.unsparsified);
        for (const double weight : level.unsparsified->adjacency().values) {
            EXPECT_GT(weight, 0);
        }
    });
}

TEST_F(Properties, StoredLevelsAreTheThresholdedExactOnes) {
    for_every_level([](const Graph&, const Level& level) {
        EXPECT_EQ(level.graph, drop_weak_edges(*level.unsparsified, {}));
        EXPECT_EQ(level.edges_before_sparsify, level.unsparsified->edge_count());
    });
}

TEST_F(Properties, NothingGetsASelfLoopWithoutOne) {
    for_every_level([](const Graph& before, const Level& level) {
        if (before.self_loop_count() == 0) {
            EXPECT_EQ(level.unsparsified->self_loop_count(), 0);
        }
    });
}

TEST_F(Properties, ComponentsStay) {
    for_every_level([](const Graph& before, const Level& level) {
        EXPECT_EQ(connected_components(*level.unsparsified).count(), connected_components(before).count());
        EXPECT_EQ(level.cut.vanished_components, 0);
    });
}

TEST_F(Properties, CutsStayBelowTheirBound) {
    for_every_level([](const Graph&, const Level& level) {
        EXPECT_LE(level.cut.fraction, level.cut.upper_bound);
        EXPECT_LE(level.cut.upper_bound, 1);
    });
}

TEST_F(Properties, EigenvaluesInterlace) {
    for_every_level([](const Graph& before, const Level& level) {
        if (before.self_loop_count() > 0) {
            return;  // the Laplacian without its loops is not what was reduced
        }
        const auto larger = laplacian_spectrum(before);
        const auto reduced = laplacian_spectrum(*level.unsparsified);
        const double tolerance = larger.empty() ? 0 : 1e-9 * larger.back();
        EXPECT_TRUE(check_interlacing(larger, reduced, tolerance).holds);
    });
}

TEST_F(Properties, ResistanceBetweenKeptNodesIsPreserved) {
    for_every_level([](const Graph& before, const Level& level) {
        Random random(Seed(level.graph.node_count()));
        std::vector<std::pair<NodeId, NodeId>> fine;
        std::vector<std::pair<NodeId, NodeId>> coarse;
        for (int k = 0; k < 5; ++k) {
            const auto count = static_cast<std::uint64_t>(level.pool.size());
            const auto a = static_cast<NodeId>(random.below(count));
            const auto b = static_cast<NodeId>(random.below(count));
            coarse.emplace_back(a, b);
            fine.emplace_back(level.pool[a], level.pool[b]);
        }
        const auto expected = resistance_distances(before, fine);
        const auto actual = resistance_distances(*level.unsparsified, coarse);
        for (std::size_t k = 0; k < expected.size(); ++k) {
            if (std::isinf(expected[k])) {
                EXPECT_TRUE(std::isinf(actual[k]));
            } else {
                EXPECT_NEAR(actual[k], expected[k], 1e-6 * (1 + expected[k]));
            }
        }
    });
}

TEST_F(Properties, TheRandomCutIsAboutOneHalf) {
    double cut_weight_sum = 0;
    double weight_sum = 0;
    for (const auto& [name, pyramid] : pyramids) {
        const Cut cut = cut_graph(pyramid.base, {.method = CutMethod::random}, Seed(1).child(name));
        const double total = total_weight(pyramid.base);
        if (total > 0) {
            cut_weight_sum += cut.weight / total;
            weight_sum += 1;
        }
    }
    EXPECT_NEAR(cut_weight_sum / weight_sum, 0.5, 0.03);
}

// Even lattices are bipartite, and gamma is 1 to the last bit.
TEST(Lattices, GridsRingsPathsAndEvenToriAreCutCompletely) {
    for (NodeId a = 1; a <= 12; ++a) {
        for (NodeId b = 1; b <= 12; ++b) {
            const std::string sizes = std::to_string(a) + "x" + std::to_string(b);
            EXPECT_EQ(cut_graph(generate_graph("grid:" + sizes, Seed(1)).graph, {}, Seed(1)).fraction, 1) << sizes;
            if (a % 2 == 0 && b % 2 == 0) {
                EXPECT_EQ(cut_graph(generate_graph("torus:" + sizes, Seed(1)).graph, {}, Seed(1)).fraction, 1) << sizes;
            }
        }
    }
    for (NodeId n = 1; n <= 60; ++n) {
        EXPECT_EQ(cut_graph(generate_graph("path:" + std::to_string(n), Seed(1)).graph, {}, Seed(1)).fraction, 1);
        if (n % 2 == 0) {
            EXPECT_EQ(cut_graph(generate_graph("ring:" + std::to_string(n), Seed(1)).graph, {}, Seed(1)).fraction, 1);
        }
    }
}

}  // namespace
}  // namespace ndpool
