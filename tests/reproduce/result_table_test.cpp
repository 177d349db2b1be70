#include "ndpool/reproduce/result_table.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ndpool {
namespace {

ResultTable small_table() {
    return {"some",
            "A <title>",
            "made by hand",
            {"left", "right"},
            {{"row", {{MeanStd{0.5, 0.25}, MeanStd{0.5, 0.1}}, {{}, MeanStd{1, 0}}}}}};
}

TEST(ResultTable, ACellThatWasNotRunStaysEmpty) {
    EXPECT_EQ(to_csv(small_table()), "row,column,mean,std,paper_mean,paper_std\nrow,left,0.5,0.25,0.5,0.1\nrow,right,,,1,0\n");
    EXPECT_NE(to_json(small_table()).find("\"ours\": null"), std::string::npos);
    EXPECT_EQ(to_text(std::nullopt), "");
}

TEST(ResultTable, ADeviationThatIsNotKnownIsNotShown) {
    const ResultTable table{"some", "title", "note", {"column"}, {{"row", {{MeanStd{0.5, std::nan("")}, {}}}}}};
    EXPECT_EQ(to_csv(table), "row,column,mean,std,paper_mean,paper_std\nrow,column,0.5,,,\n");
    EXPECT_NE(to_json(table).find("\"std\": null"), std::string::npos);
    EXPECT_EQ(to_text(table.rows[0].cells[0].ours), "0.500");
    EXPECT_EQ(to_text(MeanStd{0.5, 0.25}, 2, "+-"), "0.50+-0.25");
}

}  // namespace
}  // namespace ndpool
