#include "ndpool/analysis/interlacing.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "ndpool/base/error.hpp"
#include "support/dense.hpp"
#include "support/random_graphs.hpp"

namespace ndpool {
namespace {

TEST(CheckInterlacing, HoldsForAPathWithoutItsMiddle) {
    // The path 0, 1, 3 becomes one edge of weight 1/2 with the spectrum 0, 1.
    const auto report = check_interlacing(std::vector<double>{0, 1, 3}, std::vector<double>{0, 1}, 1e-15);
    EXPECT_TRUE(report.holds);
    EXPECT_EQ(report.worst_violation, 0);
}

TEST(CheckInterlacing, SaysByHowMuchItFails) {
    const auto above = check_interlacing(std::vector<double>{0, 1, 3}, std::vector<double>{0, 3.5}, 0.1);
    EXPECT_FALSE(above.holds);
    EXPECT_DOUBLE_EQ(above.worst_violation, 0.5);
    const auto below = check_interlacing(std::vector<double>{3, 0, 1}, std::vector<double>{0.25, 0}, 0.1);
    EXPECT_FALSE(below.holds);
    EXPECT_DOUBLE_EQ(below.worst_violation, 0.75);
    EXPECT_TRUE(check_interlacing(std::vector<double>{3, 0, 1}, std::vector<double>{0.25, 0}, 0.75).holds);
}

TEST(CheckInterlacing, RefusesALongerReducedSpectrumAndWhatIsNoNumber) {
    EXPECT_THROW((void)check_interlacing(std::vector<double>{1}, std::vector<double>{1, 2}, 0), InvalidInput);
    const std::vector<double> nan{std::numeric_limits<double>::quiet_NaN()};
    EXPECT_THROW((void)check_interlacing(nan, nan, 0), InvalidInput);
}

TEST(CheckInterlacing, HoldsForTrueSchurComplementsAndNotForFalseOnes) {
    int refused = 0;
    for (std::uint64_t i = 0; i < 60; ++i) {
        const Graph graph = random_graph(Seed(i), {.least_nodes = 3, .most_nodes = 80});
        const Eigen::MatrixXd loopy = dense_loopy_laplacian(graph);
        const auto larger = dense_eigenvalues(loopy);
        const auto kept = random_kept_nodes(Seed(i), graph);
        const Eigen::MatrixXd schur = dense_schur_complement(loopy, kept);
        const double tolerance = 1e-10 * (1e-9 + larger.back());
        EXPECT_TRUE(check_interlacing(larger, dense_eigenvalues(schur), tolerance).holds) << "seed " << i;

        // A complement whose weights are scaled up has a larger sum of eigenvalues than the top of the original allows.
        double top = 0;
        for (std::size_t k = 0; k < kept.size(); ++k) {
            top += larger[larger.size() - 1 - k];
        }
        if (schur.trace() > 0) {
            const Eigen::MatrixXd wrong = (1.01 * top / schur.trace()) * schur;
            refused += check_interlacing(larger, dense_eigenvalues(wrong), tolerance).holds ? 0 : 1;
        } else {
            ++refused;
        }
    }
    EXPECT_EQ(refused, 60);
}

}  // namespace
}  // namespace ndpool
