// Cuts of public max-cut instances beside the best known ones; limits are in steps, so that results are the same everywhere.
#include <gtest/gtest.h>

#include "ndpool/cut/cut_graph.hpp"
#include "ndpool/cut/cut_signed.hpp"
#include "ndpool/io/graph_file.hpp"
#include "support/public_data.hpp"

namespace ndpool {
namespace {

struct Instance {
    std::string name;
    double best_known;
};

class Gset : public testing::Test {
protected:
    void SetUp() override { NDPOOL_SKIP_WITHOUT_DATA(folder); }

    /// And not above the best known cut.
    void expect_ratio_above(double least, const Instance& instance, const CutOptions& options) const {
        const SignedGraph graph = read_signed_graph(folder / (instance.name + ".gz"));
        const double ratio = cut_graph(graph, options, Seed(1)).weight / instance.best_known;
        EXPECT_GT(ratio, least) << instance.name;
        EXPECT_LE(ratio, 1) << instance.name;
    }

    const std::filesystem::path folder = public_data_folder() / "gset";
};

TEST_F(Gset, SdpIsWithinOnePercentOnUnitWeightsAndThreeOnBothSigns) {
    const CutOptions sdp{.method = CutMethod::sdp};
    for (const Instance& instance : {Instance{"G1", 11624}, {"G14", 3064}, {"G43", 6660}, {"G48", 6000}, {"G51", 3848}}) {
        expect_ratio_above(0.988, instance, sdp);
    }
    for (const Instance& instance : {Instance{"G6", 2178}, {"G11", 564}, {"G18", 992}, {"G32", 1410}}) {
        expect_ratio_above(0.96, instance, sdp);
    }
}

TEST_F(Gset, TabuComesCloseInFewSteps) {
    CutOptions tabu{.method = CutMethod::tabu};
    tabu.search.tabu.steps = 400000;
    for (const Instance& instance : {Instance{"G14", 3064}, {"G43", 6660}, {"G11", 564}, {"G18", 992}}) {
        expect_ratio_above(0.985, instance, tabu);
    }
}

}  // namespace
}  // namespace ndpool
