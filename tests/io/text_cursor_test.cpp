#include "ndpool/io/formats/text_cursor.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "io/refusal.hpp"
#include "ndpool/base/seed.hpp"
#include "ndpool/io/formats/number_text.hpp"

namespace ndpool {
namespace {

double number_in(const std::string& text) {
    return TextCursor(text, "f").number("a number");
}

TEST(TextCursor, ReadsNumbersOverCommentsBlankLinesAndCarriageReturns) {
    TextCursor cursor("\xef\xbb\xbf% comment\r\n\r\n  12 -3\t+4.5\r\n%x\n 7", "f", "%");

    ASSERT_TRUE(cursor.next_content());
    EXPECT_EQ(cursor.integer("n"), 12);
    EXPECT_EQ(cursor.integer("n"), -3);
    EXPECT_EQ(cursor.number("n"), 4.5);
    cursor.end_line();
    ASSERT_TRUE(cursor.next_content());
    EXPECT_EQ(cursor.integer("n"), 7);
    cursor.end_line();
    EXPECT_FALSE(cursor.next_content());
}

TEST(TextCursor, NumbersHaveOneRoundingLikeTheStandardLibrary) {
    Random random{Seed(1)};
    for (int k = 0; k < 20000; ++k) {
        std::string text = std::to_string(random.below(random.coin() ? 1000 : 1'000'000'000'000));
        for (std::uint64_t digits = random.below(20); digits > 0; --digits) {
            text += digits == 19 || text.find('.') == std::string::npos ? "." : std::to_string(random.below(10));
        }
        text += random.below(4) == 0 ? "e" + std::to_string(static_cast<int>(random.below(600)) - 300) : "";
        EXPECT_EQ(number_in(text), std::strtod(text.c_str(), nullptr)) << text;
    }
}

TEST(TextCursor, ReadsWhatWasWrittenToTheLastBit) {
    Random random{Seed(2)};
    for (int k = 0; k < 20000; ++k) {
        const double value = std::ldexp(random.normal(), static_cast<int>(random.below(2000)) - 1000);
        std::string text;
        append_number(text, value);
        EXPECT_EQ(number_in(text), value) << text;
    }
}

TEST(TextCursor, NumbersOutOfRangeAreZeroOrInfinite) {
    EXPECT_EQ(number_in("1e-999"), 0);
    EXPECT_EQ(number_in("0." + std::string(400, '0') + "1"), 0);
    EXPECT_EQ(number_in("1e999"), std::numeric_limits<double>::infinity());
    EXPECT_EQ(number_in(std::string(400, '9')), std::numeric_limits<double>::infinity());
}

TEST(TextCursor, RefusesWhatIsNoNumberWithItsLine) {
    const auto parse = [](const std::string& text) {
        TextCursor cursor(text, "f");
        cursor.next_content();
        (void)cursor.integer("a number");
        cursor.end_line();
        cursor.next_content();
        (void)cursor.number("a number");
        cursor.end_line();
    };
    expect_refusals(
        {
            {"a word", "1\nx\n", "f:2", "found 'x'"},
            {"a number with a tail", "12a\n1", "f:1", "found '12a'"},
            {"a fraction as integer", "1.5\n", "f:1", "found '1.5'"},
            {"too large an integer", "99999999999999999999\n", "f:1", "expected a number"},
            {"two signs", "+-1\n", "f:1"},
            {"nothing", "", "f:1", "the file ends"},
            {"the end", "1\n\n\n", "f:1", "the file ends"},
            {"something left", "1\n2 3\n", "f:2", "expected the end of the line"},
            {"two points", "1\n1.2.3\n", "f:2"},
            {"a point alone", "1\n.\n", "f:2"},
            {"bytes that are no text", std::string("1\n\x01\xff\0\n", 6), "f:2", "\\x01\\xff\\x00"},
        },
        parse);
}

TEST(TextCursor, AMessageIsOneLineWhateverTheFileIsCalled) {
    const std::string message = refusal([] { (void)TextCursor("x", "two\nlines").integer("a number"); });
    EXPECT_EQ(message, "two?lines:1: found 'x', expected a number");
}

TEST(NumberText, WholeNumbersHaveNoPoint) {
    std::string text;
    append_number(text, 3.0);
    append_number(text, -12345678.0);
    append_number(text, 0.5);
    EXPECT_EQ(text, "3-123456780.5");
}

}  // namespace
}  // namespace ndpool
