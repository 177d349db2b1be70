#!/usr/bin/python3
"""How fast a Matrix Market file is read: ndpool beside SciPy's mmread, in one run on the same file.

    bench/read_speed.py [build/bin/ndpool] [edges in millions]

ndpool's time is that of the whole command `ndpool info`: start, read, check, assemble, count components. SciPy's is
that of mmread and tocsr alone. Best of three runs each.
"""
import os
import subprocess
import sys
import tempfile
import time

import scipy
import scipy.io


def best_of_three(work):
    times = []
    for _ in range(3):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def main():
    ndpool = sys.argv[1] if len(sys.argv) > 1 else "build/bin/ndpool"
    nodes = int(float(sys.argv[2] if len(sys.argv) > 2 else 3) * 1e6 / 3.32)
    with tempfile.TemporaryDirectory() as folder:
        print(f"{'file':<28} {'MB':>6} {'ndpool s':>9} {'SciPy s':>9} {'ratio':>6}   SciPy {scipy.__version__}")
        for name, spec in [("17-digit weights", f"sensor:{nodes}"), ("weights of 1", f"delaunay:{nodes}")]:
            path = os.path.join(folder, "graph.mtx")
            subprocess.run([ndpool, "generate", spec, "-o", path, "--quiet"], check=True, stdout=subprocess.DEVNULL)
            ours = best_of_three(lambda: subprocess.run([ndpool, "info", path], check=True, stdout=subprocess.DEVNULL))
            theirs = best_of_three(lambda: scipy.io.mmread(path).tocsr())
            size = os.path.getsize(path) / 1e6
            print(f"{name:<28} {size:>6.0f} {ours:>9.2f} {theirs:>9.2f} {theirs / ours:>6.1f}", flush=True)


if __name__ == "__main__":
    main()
