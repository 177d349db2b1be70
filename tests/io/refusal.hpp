#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "ndpool/base/error.hpp"

namespace ndpool {

/// A broken text, the place that the message must begin with, and words that it must contain.
struct BrokenText {
    std::string fault;  ///< what is wrong, for the reader of a failing test
    std::string text;
    std::string place;
    std::string words = {};
};

/// The message of the InvalidInput that `action` throws; empty, with a failed expectation, if it throws none.
inline std::string refusal(const std::function<void()>& action) {
    try {
        action();
    } catch (const InvalidInput& error) {
        return error.what();
    }
    ADD_FAILURE() << "nothing was refused";
    return "";
}

inline void expect_refusal(const BrokenText& broken, const std::function<void(const std::string&)>& parse) {
    SCOPED_TRACE(broken.fault);
    const std::string message = refusal([&] { parse(broken.text); });
    EXPECT_TRUE(message.starts_with(broken.place + ": ")) << message;
    EXPECT_NE(message.find(broken.words), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
}

inline void expect_refusals(const std::vector<BrokenText>& all, const std::function<void(const std::string&)>& parse) {
    for (const BrokenText& broken : all) {
        expect_refusal(broken, parse);
    }
}

}  // namespace ndpool
