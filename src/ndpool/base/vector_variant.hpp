#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace ndpool {

/// The widths of vector registers that kernels are compiled for. All give the same bits.
enum class VectorVariant : std::uint8_t {
    undecided,
    baseline,  ///< what every processor of the architecture has: SSE2, or NEON on ARM
    avx2,
    avx512
};

/// The variant in use: the one that the environment variable NDPOOL_VECTORS names (avx512, avx2 or baseline), else the widest
/// that this processor has. Throws InvalidInput if the variable names one that is unknown or that this processor lacks.
[[nodiscard]] VectorVariant vector_variant();

/// The variants that this processor can run, from narrow to wide.
///
/// @code
/// assert(vector_variant_name(vector_variants().front()) == "baseline");
/// @endcode
[[nodiscard]] std::vector<VectorVariant> vector_variants();

/// Uses another variant from now on. Results are the same for all variants; only tests and benchmarks need this.
void use_vector_variant(VectorVariant variant);

[[nodiscard]] std::string_view vector_variant_name(VectorVariant variant);

}  // namespace ndpool
