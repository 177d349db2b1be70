#pragma once

#include <string>
#include <string_view>

// Internal to io/: the attributes of an edge as Python and JSON write a dictionary.
namespace ndpool {

/// What a dictionary says about the weight.
struct AttributeWeight {
    std::size_t length = 0;      ///< of the text from its opening to its closing brace; 0 if it is broken
    bool stated = false;         ///< there is a key "weight"
    std::string_view text = {};  ///< its value, without a wrapping call like np.float64(1.5)
};

/// Reads `{'weight': 1.5, 'colour': 'red'}` at the beginning of a text, which holds no line feed. Other keys are skipped,
/// whatever their values are.
[[nodiscard]] AttributeWeight read_attributes(std::string_view text);

}  // namespace ndpool
