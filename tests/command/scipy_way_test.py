"""scipy_way_test.py NDPOOL BENCH: bench/scipy_ndp.py, which others are timed by, reduces graphs as ndpool does. Exit code 77
says that SciPy is not there."""
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
    import scipy.sparse as sp
except ImportError:
    print("SKIPPED: this Python has no SciPy (python3-scipy)")
    sys.exit(77)

ndpool, bench = sys.argv[1:]
sys.path.insert(0, bench)
import scipy_ndp  # noqa: E402

failures = 0
for spec in ["sensor:300", "grid:12x13", "erdos-renyi:60,0.2"]:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([ndpool, "generate", spec, "-o", f"{folder}/graph.npz", "--quiet"], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([ndpool, "coarsen", f"{folder}/graph.npz", "--levels", "1", "--epsilon", "0", "--format", "npz", "--quiet",
                        "-o", f"{folder}/out"], check=True, stdout=subprocess.DEVNULL)
        graph = scipy_ndp.read_graphs(f"{folder}/graph.npz")[0]
        keep = np.zeros(graph.shape[0], dtype=bool)
        keep[np.loadtxt(f"{folder}/out/level_1/nodes.txt", dtype=int)] = True
        ours = sp.load_npz(f"{folder}/out/level_1/adjacency.npz")
        for style in scipy_ndp.FULL_UP_TO:
            theirs = scipy_ndp.kron_reduce(scipy_ndp.laplacians(graph)[0], keep, style)
            difference = abs(ours - theirs).max() / ours.max()
            print(f"{spec} {style}: largest difference {difference:.1e} of the largest weight")
            failures += not difference < 1e-12
            levels = [level.shape[0] for level, _ in scipy_ndp.coarsen(graph, [1, 3], style)]
            failures += not graph.shape[0] > levels[0] > levels[1] > 0
sys.exit(1 if failures else 0)
