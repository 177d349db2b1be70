#include "ndpool/draw/text.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace ndpool {
namespace {

TEST(Escaped, SpecialCharactersBecomeEntities) {
    EXPECT_EQ(escaped("a<b & \"c\" > 'd'"), "a&lt;b &amp; &quot;c&quot; &gt; &#39;d&#39;");
    EXPECT_EQ(escaped(""), "");
}

TEST(Escaped, CharactersBeyondAsciiStay) {
    EXPECT_EQ(escaped("Erdős–Rényi ε 图 🙂"), "Erdős–Rényi ε 图 🙂");
}

TEST(Escaped, BytesThatAreNoTextAreReplaced) {
    EXPECT_EQ(escaped("a\xff"), "a\xEF\xBF\xBD");
    EXPECT_EQ(escaped("\xC3("), "\xEF\xBF\xBD(");
    EXPECT_EQ(escaped("\xE2\x82"), "\xEF\xBF\xBD\xEF\xBF\xBD");                  // cut short
    EXPECT_EQ(escaped("\xC0\xBC"), "\xEF\xBF\xBD\xEF\xBF\xBD");                  // an overlong <
    EXPECT_EQ(escaped("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");  // a surrogate
    EXPECT_EQ(escaped(std::string_view("a\0\x1b", 3)), "a\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(Shortened, CountsCharactersNotBytes) {
    EXPECT_EQ(shortened("εεεε", 4), "εεεε");
    EXPECT_EQ(shortened("εεεεε", 4), "εεε…");
    EXPECT_EQ(shortened("", 4), "");
}

TEST(Numbers, AreShortAndGrouped) {
    EXPECT_EQ(with_thousands(0), "0");
    EXPECT_EQ(with_thousands(999), "999");
    EXPECT_EQ(with_thousands(1000), "1,000");
    EXPECT_EQ(with_thousands(812334), "812,334");
    EXPECT_EQ(with_thousands(-1234567), "-1,234,567");
    EXPECT_EQ(short_number(0.58333), "0.583");
    EXPECT_EQ(short_number(1), "1.000");
    EXPECT_EQ(percent(0.8254), "82.5%");
    EXPECT_EQ(counted(1, "edge"), "1 edge");
    EXPECT_EQ(counted(2000, "edge"), "2,000 edges");
}

TEST(Numbers, WhatIsNoNumberIsADash) {
    EXPECT_EQ(short_number(std::numeric_limits<double>::quiet_NaN()), "–");
    EXPECT_EQ(percent(std::numeric_limits<double>::infinity()), "–");
}

}  // namespace
}  // namespace ndpool
