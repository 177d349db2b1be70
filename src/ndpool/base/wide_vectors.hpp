#pragma once

// NDPOOL_FOR_WIDE_VECTORS before a function compiles it for several widths of vector registers; the one that fits the
// processor is chosen when the program starts. The functions write down their lanes and their order of additions, and
// nothing is fused, so all versions give the same bits. Sanitizers cannot run before the choice is made.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__gnu_linux__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define NDPOOL_FOR_WIDE_VECTORS __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define NDPOOL_FOR_WIDE_VECTORS
#endif
