#include "ndpool/base/vector_variant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string>

#include "ndpool/base/error.hpp"
#include "ndpool/base/run_vectorised.hpp"

namespace ndpool {

namespace {

constexpr VectorVariant all_variants[] = {VectorVariant::baseline, VectorVariant::avx2, VectorVariant::avx512};

bool is_supported(VectorVariant variant) {
#if NDPOOL_HAS_WIDE_VARIANTS
    __builtin_cpu_init();
    switch (variant) {
        case VectorVariant::avx2: return __builtin_cpu_supports("avx2") != 0;
        case VectorVariant::avx512:
            return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
                   __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512bw") != 0;
        default: return true;
    }
#else
    return variant == VectorVariant::baseline;
#endif
}

std::string names_of_supported() {
    std::string names;
    for (const VectorVariant variant : vector_variants()) {
        names += fmt::format("{}{}", names.empty() ? "" : ", ", vector_variant_name(variant));
    }
    return names;
}

VectorVariant named_variant(std::string_view name) {
    for (const VectorVariant variant : all_variants) {
        if (name == vector_variant_name(variant) && is_supported(variant)) {
            return variant;
        }
    }
    throw InvalidInput(
        fmt::format("NDPOOL_VECTORS: found '{}', this processor and program have: {}", name, names_of_supported()));
}

}  // namespace

std::vector<VectorVariant> vector_variants() {
    std::vector<VectorVariant> supported;
    std::copy_if(std::begin(all_variants), std::end(all_variants), std::back_inserter(supported), is_supported);
    return supported;
}

VectorVariant vector_variant() {
    VectorVariant variant = vector_variant_detail::in_use.load(std::memory_order_relaxed);
    if (variant == VectorVariant::undecided) {
        const char* const asked = std::getenv("NDPOOL_VECTORS");
        variant = asked != nullptr && *asked != '\0' ? named_variant(asked) : vector_variants().back();
        use_vector_variant(variant);
    }
    return variant;
}

void use_vector_variant(VectorVariant variant) {
    vector_variant_detail::in_use.store(variant, std::memory_order_relaxed);
}

std::string_view vector_variant_name(VectorVariant variant) {
    switch (variant) {
        case VectorVariant::baseline: return "baseline";
        case VectorVariant::avx2: return "avx2";
        case VectorVariant::avx512: return "avx512";
        default: return "undecided";
    }
}

}  // namespace ndpool
