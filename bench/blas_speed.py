#!/usr/bin/python3
"""Which of OpenBLAS's kernels is the quickest here. On processors that it does not know it may take slow ones.

    bench/blas_speed.py        prints GFlop/s of a matrix product with each OPENBLAS_CORETYPE, best last
"""
import os
import subprocess
import sys

from register_width import limits, openblas_cores

PRODUCT = """
import time, numpy
a = numpy.random.rand(1000, 1000)
a @ a
times = []
for _ in range(5):
    start = time.process_time(); a @ a; times.append(time.process_time() - start)
print(2 * 1000**3 / min(times) / 1e9)
"""


def speed(core):
    environment = dict(os.environ, OPENBLAS_NUM_THREADS="1")
    environment.pop("OPENBLAS_CORETYPE", None)
    if core:
        environment["OPENBLAS_CORETYPE"] = core
    done = subprocess.run(["/usr/bin/python3", "-c", PRODUCT], env=environment, capture_output=True, text=True)
    return float(done.stdout) if done.returncode == 0 else 0.0


def speeds(vectors=None):
    """[(GFlop/s, core)], the quickest last; `vectors` or NDPOOL_VECTORS limits the width of registers."""
    return sorted((speed(core), core) for core in openblas_cores(vectors))


def environment_of(core, vectors=None):
    """What to add to the environment of a program so that it uses this kernel and one thread."""
    one_thread = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    return one_thread | limits(vectors) | ({"OPENBLAS_CORETYPE": core} if core else {})


if __name__ == "__main__":
    for flops, core in speeds():
        print(f"{core or 'own choice':<12} {flops:8.1f} GFlop/s", file=sys.stdout)
