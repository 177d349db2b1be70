"""Other codes with registers no wider than NDPOOL_VECTORS allows ours: a run with `NDPOOL_VECTORS=avx2` then shows what a processor
without AVX-512 does, where nobody has wider ones. Without the variable nothing is limited."""
import os

# For each variant: OpenBLAS's kernels that are no wider, and what NumPy, PyTorch and the libraries below it must be told.
CORES = {"avx2": ["Zen", "Haswell"], "baseline": ["Nehalem"]}
LIMITS = {
    "avx2": {"ATEN_CPU_CAPABILITY": "avx2", "ONEDNN_MAX_CPU_ISA": "AVX2", "MKL_ENABLE_INSTRUCTIONS": "AVX2",
             "NPY_DISABLE_CPU_FEATURES": "AVX512F AVX512CD AVX512_SKX"},
    "baseline": {"ATEN_CPU_CAPABILITY": "default", "ONEDNN_MAX_CPU_ISA": "SSE41", "MKL_ENABLE_INSTRUCTIONS": "SSE4_2",
                 "NPY_DISABLE_CPU_FEATURES": "AVX512F AVX512CD AVX512_SKX AVX2 FMA3 AVX"},
}


def openblas_cores(vectors=None):
    """Values of OPENBLAS_CORETYPE to choose from; empty: OpenBLAS's own choice."""
    return CORES.get(vectors or os.environ.get("NDPOOL_VECTORS"), ["", "Zen", "Haswell", "SkylakeX"])


def limits(vectors=None):
    """What to add to the environment of another code."""
    return LIMITS.get(vectors or os.environ.get("NDPOOL_VECTORS"), {})


def said(vectors=None):
    """A line for the report; empty if nothing is limited."""
    words = " ".join(f"{name}='{value}'" for name, value in limits(vectors).items())
    return f"Other codes have registers of this width as well: {words}" if words else ""
