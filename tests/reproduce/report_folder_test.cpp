#include "ndpool/reproduce/report_folder.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "ndpool/base/error.hpp"
#include "ndpool/io/file.hpp"
#include "support/scratch_folder.hpp"

namespace ndpool {
namespace {

struct Call {
    std::vector<std::string> made;
    std::vector<std::string> reused;
    std::vector<ReportFigure> figures;
};

Call call(const std::filesystem::path& folder, ReportOptions options) {
    Call result;
    result.figures = make_report(folder, options, [&](const std::string& name, std::size_t, std::size_t, bool stored) {
        (stored ? result.reused : result.made).push_back(name);
    });
    return result;
}

const ReportOptions two_figures{{"fig-schema", "fig-stride"}, 0, {.quick = true}};

TEST(ReportFolder, ReadsWhatIsFinishedAndMakesTheRest) {
    const ScratchFolder scratch;
    const std::filesystem::path folder = scratch.path() / "report";
    EXPECT_EQ(call(folder, {{"fig-schema"}, 0, {.quick = true}}).made.size(), 1U);
    const Call second = call(folder, two_figures);
    EXPECT_EQ(second.reused, std::vector<std::string>{"fig-schema"});
    EXPECT_EQ(second.made, std::vector<std::string>{"fig-stride"});
    const Call third = call(folder, two_figures);
    EXPECT_EQ(third.reused.size(), 2U);
    EXPECT_EQ(third.figures[0].verdict.words, second.figures[0].verdict.words);
    EXPECT_FALSE(third.figures[0].origin.date.empty());
    for (const char* file : {"fig-schema.json", "fig-schema.csv", "fig-schema.svg", "manifest.json"}) {
        EXPECT_TRUE(std::filesystem::exists(folder / file)) << file;
    }
}

TEST(ReportFolder, MakesAgainWhatHasOtherOptionsOrAnotherContent) {
    const ScratchFolder scratch;
    const std::filesystem::path folder = scratch.path() / "report";
    (void)call(folder, two_figures);
    ReportOptions other_seed = two_figures;
    other_seed.seed = 5;
    EXPECT_EQ(call(folder, other_seed).made.size(), 2U);
    const std::string good = read_bytes(folder / "fig-stride.json");
    std::ofstream(folder / "fig-stride.json") << "half of it";
    EXPECT_EQ(call(folder, other_seed).made, std::vector<std::string>{"fig-stride"});
    EXPECT_EQ(read_bytes(folder / "fig-stride.json"), good) << "the same bytes again";
    std::ofstream(folder / "manifest.json") << "{";
    EXPECT_EQ(call(folder, other_seed).made.size(), 2U) << "without a manifest nothing is known to be finished";
}

TEST(ReportFolder, WhatWasMeasuredIsNotMeasuredAgainWhenAFileBesideItChanges) {
    const ScratchFolder scratch;
    const std::filesystem::path folder = scratch.path() / "report";
    const std::filesystem::path results = scratch.path() / "results";
    std::filesystem::create_directories(results);
    const ReportOptions scale{{"fig-scale"}, 0, {.quick = true, .results = {results}}};
    const Call first = call(folder, scale);
    EXPECT_EQ(call(folder, scale).reused.size(), 1U);
    std::ofstream(results / "scale_others.txt") << "SciPy sensor:1000 0.5 60\n";
    const Call second = call(folder, scale);
    EXPECT_EQ(second.made.size(), 1U);
    const ReportChart& before = first.figures[0].charts[0];
    const ReportChart& after = second.figures[0].charts[0];
    ASSERT_EQ(after.series.size(), before.series.size() + 1);
    EXPECT_NEAR(after.series[1].y[2], before.series[1].y[2], 1e-6 * before.series[1].y[2]) << "seven digits are stored";
    EXPECT_EQ(call(folder, scale).reused.size(), 1U);
}

TEST(ReportFolder, AnUnknownTargetIsRefusedBeforeAnyWork) {
    const ScratchFolder scratch;
    EXPECT_THROW((void)call(scratch.path() / "report", {{"fig-schema", "fig-99"}, 0, {}}), InvalidInput);
    EXPECT_FALSE(std::filesystem::exists(scratch.path() / "report"));
}

}  // namespace
}  // namespace ndpool
