#include "nearest_word.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace ndpool::command {
namespace {

TEST(NearestWord, IsTheOneThatWasMeant) {
    const std::vector<std::string> known{"--epsilon", "--levels", "--keep", "--quiet", "--output"};
    EXPECT_EQ(nearest_word("--epsilom", known), "--epsilon");
    EXPECT_EQ(nearest_word("--level", known), "--levels");
    EXPECT_EQ(nearest_word("--out", known), "--output");
    EXPECT_EQ(nearest_word("--kep", known), "--keep");
    EXPECT_EQ(nearest_word("--frobnicate", known), "");
    EXPECT_EQ(nearest_word("", known), "");
    EXPECT_EQ(suggestion("--level", known), " (did you mean --levels?)");
    EXPECT_EQ(suggestion("--frobnicate", known), "");
}

}  // namespace
}  // namespace ndpool::command
