// Internal: kernels compiled once for each width of vector registers; the program runs the widest that the processor has.
#pragma once

#include <atomic>
#include <utility>

#include "ndpool/base/vector_variant.hpp"

//     struct AddScaled {
//         template <int bytes>  // of a register
//         [[gnu::always_inline]] static void run(double factor, const double* x, std::size_t n, double* y) { ... }
//     };
//     run_vectorised<AddScaled>(factor, x, n, y);
//
// A kernel states its lanes and its order of additions (see lanes.hpp), and no operations are fused, so all variants give the
// same bits. All functions that it calls must be inlined; otherwise they are compiled for the narrowest registers.

#if defined(__GNUC__) && defined(__x86_64__)
#define NDPOOL_HAS_WIDE_VARIANTS 1
#else
#define NDPOOL_HAS_WIDE_VARIANTS 0
#endif

namespace ndpool {

namespace vector_variant_detail {

inline std::atomic<VectorVariant> in_use{VectorVariant::undecided};

#if NDPOOL_HAS_WIDE_VARIANTS
template <typename Kernel, typename... Arguments>
__attribute__((target("avx512f,avx512vl,avx512dq,avx512bw"), noinline)) decltype(auto) run_avx512(Arguments&&... arguments) {
    return Kernel::template run<64>(std::forward<Arguments>(arguments)...);
}

template <typename Kernel, typename... Arguments>
__attribute__((target("avx2"), noinline)) decltype(auto) run_avx2(Arguments&&... arguments) {
    return Kernel::template run<32>(std::forward<Arguments>(arguments)...);
}
#endif

template <typename Kernel, typename... Arguments>
__attribute__((noinline)) decltype(auto) run_baseline(Arguments&&... arguments) {
    return Kernel::template run<16>(std::forward<Arguments>(arguments)...);  // SSE2, NEON
}

}  // namespace vector_variant_detail

/// Calls Kernel::run<bytes>(arguments...), compiled for the variant in use.
template <typename Kernel, typename... Arguments>
inline decltype(auto) run_vectorised(Arguments&&... arguments) {
    namespace detail = vector_variant_detail;
#if NDPOOL_HAS_WIDE_VARIANTS
    VectorVariant variant = detail::in_use.load(std::memory_order_relaxed);
    if (variant == VectorVariant::undecided) {
        variant = vector_variant();
    }
    if (variant == VectorVariant::avx2) {
        return detail::run_avx2<Kernel>(std::forward<Arguments>(arguments)...);
    }
    if (variant == VectorVariant::avx512) {
        return detail::run_avx512<Kernel>(std::forward<Arguments>(arguments)...);
    }
#endif
    return detail::run_baseline<Kernel>(std::forward<Arguments>(arguments)...);
}

}  // namespace ndpool
