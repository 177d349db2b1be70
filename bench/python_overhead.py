#!/usr/bin/env python3
"""Times the Python module beside the same work in C++, and beside torch-geometric-pool where that is installed.

    python bench/python_overhead.py [FOLDER WITH NCI1.zip AND MUTAG.zip] > results/python.txt

Everything runs on one thread. Times are CPU times, the least of several repetitions; ratios are what counts.
"""
import os
import platform
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python", "tests", "stand_ins"))

import numpy as np

import ndpool
from ndpool import _core
from ndpool._options import options_of

REPETITIONS = 7


def single_graphs(folder):
    options = options_of("ndp", (1, 2, 3), {})
    print("one graph, levels 1 to 3, in µs; overhead: the call with a SciPy matrix minus C++\n")
    print(f"{'graph':24s} {'C++':>10s} {'Graph':>10s} {'SciPy':>10s} {'overhead':>10s} {'ratio':>7s}")
    graphs = [("grid:4x5", ndpool.generate("grid:4x5"), 2000), ("sensor:20,3", ndpool.generate("sensor:20,3"), 2000)]
    if folder:
        mutag = ndpool.dataset("MUTAG", data=folder)
        graphs.append(("MUTAG, graph 1", mutag[0], 2000))
    graphs += [("road:10000", ndpool.generate("road:10000"), 3), ("delaunay:10000", ndpool.generate("delaunay:10000"), 1)]
    for name, graph, calls in graphs:
        matrix = graph.to_scipy(copy=True)
        inner = ours = scipy = float("inf")
        # The least of single calls of each kind. They take turns, so that other programs on the machine slow all of them down alike.
        for _ in range(REPETITIONS):
            inner = min(inner, _core.pyramid_seconds(graph._core, options, 0, calls))
            ours = min(ours, *(_timed(lambda: ndpool.pyramid(graph, [1, 2, 3], threads=1)) for _ in range(calls)))
            scipy = min(scipy, *(_timed(lambda: ndpool.pyramid(matrix, [1, 2, 3], threads=1)) for _ in range(calls)))
        print(f"{name:24s} {inner * 1e6:10.1f} {ours * 1e6:10.1f} {scipy * 1e6:10.1f} {(scipy - inner) * 1e6:10.1f} {scipy / inner:7.3f}")


def _timed(work):
    begin = time.thread_time()
    made = work()
    seconds = time.thread_time() - begin
    del made
    return seconds


def datasets(folder):
    options = options_of("ndp", (1, 2, 3), {})
    print("\nall graphs of a dataset, levels 1 to 3, one thread, in µs per graph\n")
    print(f"{'dataset':24s} {'C++':>10s} {'pyramids':>10s} {'ratio':>7s}")
    for name in ("MUTAG", "NCI1"):
        dataset = ndpool.dataset(name, data=folder)
        inner = ours = float("inf")
        for _ in range(REPETITIONS):
            inner = min(inner, _core.pyramids_seconds(dataset._core, options, 0))
            begin = time.thread_time()
            made = ndpool.pyramids(dataset, [1, 2, 3], threads=1)
            ours = min(ours, time.thread_time() - begin)
            del made  # neither includes the time to free the memory
        print(f"{name:24s} {inner / len(dataset) * 1e6:10.2f} {ours / len(dataset) * 1e6:10.2f} {ours / inner:7.3f}")


def beside_tgp(folder, graphs=100):
    try:
        import torch
        from tgp.data.transforms import PreCoarsening
        from tgp.poolers import NDPPooling as TheirPooling
        from torch_geometric.data import Data

        from ndpool.pyg import NDP
        from ndpool.tgp import NDPPooling
    except ImportError as missing:
        print(f"\ntorch-geometric-pool is not installed: {missing}")
        return
    torch.set_num_threads(1)
    dataset = ndpool.dataset("NCI1", data=folder)
    chosen = range(0, len(dataset), len(dataset) // graphs)
    data = [Data(edge_index=torch.from_numpy(dataset[i].edge_index), x=torch.ones(dataset[i].nodes, 1)) for i in chosen]

    def cpu(transform):
        best = float("inf")
        for _ in range(3):
            begin = time.process_time()
            for one in data:
                transform(one.clone())
            best = min(best, time.process_time() - begin)
        return best / len(data)

    copying = cpu(lambda one: one)
    theirs, inside = TheirPooling(), NDPPooling()
    base = cpu(PreCoarsening([theirs, theirs])) - copying
    print(f"\n{len(data)} graphs of NCI1, levels 1 and 2, CPU time per graph on one thread\n")
    print(f"tgp PreCoarsening                   {base * 1e3:9.3f} ms")
    for name, transform in (("tgp PreCoarsening around ndpool.tgp", PreCoarsening([inside, inside])), ("ndpool.pyg.NDP", NDP([1, 2]))):
        own = cpu(transform) - copying
        print(f"{name:35s} {own * 1e3:9.3f} ms, {base / own:.0f} times less")


def cuts_beside_tgp(folder, graphs=100):
    """Fractions of the spectral cut beside those of tgp, which reads signs of a vector that has not converged."""
    try:
        import torch
        from tgp.select import NDPSelect
    except ImportError:
        return
    torch.manual_seed(0)
    dataset = ndpool.dataset("PROTEINS", data=folder)
    theirs, ours, exact = [], [], []
    for index in range(graphs):
        graph = dataset[index]
        rows, columns = graph.edge_index
        so = NDPSelect()(torch.from_numpy(graph.edge_index), num_nodes=graph.nodes)
        side = np.zeros(graph.nodes, dtype=bool)
        side[so.node_index.numpy()] = True
        theirs.append(graph.data[side[rows] != side[columns]].sum() / graph.data.sum())
        ours.append(ndpool.cut(graph).fraction)
        exact.append(ndpool.cut(graph, zero_below=0).fraction)
    theirs, ours, exact = np.array(theirs), np.array(ours), np.array(exact)
    less, more = ours < theirs - 1e-9, ours > theirs + 1e-9
    print(f"\nspectral cuts of the first {graphs} graphs of PROTEINS, fraction of the weight that is cut\n")
    print(f"mean: ndpool {ours.mean():.4f}, signs of the converged eigenvector {exact.mean():.4f}, tgp {theirs.mean():.4f}")
    print(f"ndpool above tgp on {more.sum()} graphs, by up to {(ours - theirs).max():.3f}; below on {less.sum()}, by up to {(theirs - ours).max():.3f}")
    print(f"of these {less.sum()}, the converged signs are below tgp too on {(exact[less] < theirs[less] - 1e-9).sum()}")


if __name__ == "__main__":
    data = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("NDPOOL_DATA", "")
    print(f"# ndpool {ndpool.__version__}, Python {platform.python_version()}, NumPy {np.__version__}, vectors {ndpool.vectors()}, {os.cpu_count()} cores\n")
    single_graphs(data)
    if data:
        datasets(data)
        beside_tgp(data)
        cuts_beside_tgp(data)
