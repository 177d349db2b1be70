#pragma once

#include <string>
#include <vector>

#include "ndpool/base/vector_variant.hpp"

namespace ndpool {

/// Calls body once with every vector variant that this processor has and returns what it gave, narrow to wide; the variant that
/// was in use before is in use afterwards.
template <typename Body>
auto with_every_vector_variant(const Body& body) {
    const VectorVariant before = vector_variant();
    std::vector<decltype(body())> results;
    for (const VectorVariant variant : vector_variants()) {
        use_vector_variant(variant);
        results.push_back(body());
    }
    use_vector_variant(before);
    return results;
}

/// The bytes of some numbers: two NaNs or zeros of different signs are not the same.
template <typename Numbers>
std::string bytes_of(const Numbers& numbers) {
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(numbers[0])};
}

}  // namespace ndpool
