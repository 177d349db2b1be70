// The lines that tell how far work is where standard error is no terminal, with a clock that the test moves.
#include "progress_lines.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace ndpool::command {
namespace {

struct Watched {
    double now = 100;
    std::vector<std::string> lines;
    ProgressLines progress{[this] { return now; }, [this](const std::string& line) { lines.push_back(line); }};

    void at(double seconds, const ProgressReport& report) {
        now = 100 + seconds;
        progress.show(report);
    }
};

TEST(ProgressLines, SayNothingInTheFirstTenSeconds) {
    Watched watched;
    watched.at(0, {"coarsening", 0, 3});
    watched.at(9.9, {"coarsening", 0, 3, "eliminate", 0.5});
    EXPECT_TRUE(watched.lines.empty());
}

TEST(ProgressLines, SayStepPhaseShareAndTimeAtMostEveryTenSeconds) {
    Watched watched;
    for (int second = 0; second <= 35; ++second) {
        watched.at(second, {"coarsening", 1, 3, "eliminate", second / 100.0});
    }
    EXPECT_EQ(watched.lines, (std::vector<std::string>{"ndpool: coarsening 1/3, eliminate 10 %, 10 s",
                                                       "ndpool: coarsening 1/3, eliminate 20 %, 20 s",
                                                       "ndpool: coarsening 1/3, eliminate 30 %, 30 s"}));
}

TEST(ProgressLines, DoNotMakeUpForLinesThatWereNotDue) {
    Watched watched;
    watched.at(45, {"coarsening", 2, 3, "eigenvector", 0});
    watched.at(46, {"coarsening", 2, 3, "eliminate", 0.1});
    EXPECT_EQ(watched.lines, std::vector<std::string>{"ndpool: coarsening 2/3, eigenvector, 45 s"});
}

TEST(ProgressLines, DoNotSayThatAllIsDone) {
    Watched watched;
    watched.at(45, {"coarsening", 3, 3});
    EXPECT_TRUE(watched.lines.empty());
}

}  // namespace
}  // namespace ndpool::command
