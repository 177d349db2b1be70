#include "ndpool/pyramid/ndp/lean/lean_calibration.hpp"

#include <gtest/gtest.h>

#include "ndpool/generate/generate.hpp"

namespace ndpool {
namespace {

LeanDescent descent_of(const std::string& spec) {
    LeanPyramidOptions options;
    options.cut.method = CutMethod::sdp;
    options.until_nodes = 100;
    return descend(generate_graph(spec, Seed(1)).graph, options, Seed(2), {});
}

TEST(LeanCalibration, GivesEveryLeanLevelTheEnergiesOfTheLevelBefore) {
    for (const std::string spec : {"grid:90x90", "delaunay:6000"}) {
        LeanDescent at = descent_of(spec);
        ASSERT_FALSE(at.samples());
        const Calibration calibration = calibrate(at, Seed(3));
        ASSERT_FALSE(calibration.modes.empty()) << spec;
        for (std::size_t l = 0; l < calibration.modes.size(); ++l) {
            const ModeVectors& modes = calibration.modes[l];  // on level l + 1
            if (modes.values.empty()) {
                continue;
            }
            constexpr int sweeps = 4;
            const ModeVectors above = extended(at.graph(l), at.pyramid.levels[l].pool, modes, sweeps, Parallel{1});
            const double ratio = mean_quotient(own_energies(at.graph(l), above, {1}), own_energies(at.graph(l + 1), modes, {1}));
            EXPECT_NEAR(ratio, 1, 0.01) << spec << " level " << l + 1;
        }
    }
}

TEST(LeanCalibration, LeavesADescentThatSamplesAlone) {
    LeanDescent at = descent_of("barabasi-albert:4000,5");
    ASSERT_TRUE(at.samples());
    const Graph before = at.graph(1);
    EXPECT_TRUE(calibrate(at, Seed(3)).modes.empty());
    EXPECT_EQ(at.graph(1), before);
}

TEST(LeanCalibration, ContactsMakeLargeEigenvaluesSmallerAndLeaveTheMeanOne) {
    Calibration calibration;
    EXPECT_EQ(calibration.with_contacts(0.3), 0.3);
    calibration.contact_resistance = 2;
    calibration.mean_eigenvalue = 0.1;
    EXPECT_NEAR(calibration.with_contacts(0.1), 0.1, 1e-15);
    EXPECT_LT(calibration.with_contacts(1), 1);
    EXPECT_GT(calibration.with_contacts(0.01), 0.01);
}

}  // namespace
}  // namespace ndpool
