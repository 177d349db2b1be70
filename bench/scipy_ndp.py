#!/usr/bin/python3
"""Node Decimation Pooling the SciPy way: what one writes from the paper's two algorithms with scipy.sparse.

    bench/scipy_ndp.py FOLDER|FILE.npz [--levels 1,2,3] [--style plain|tuned] [--seconds LIMIT]
    bench/scipy_ndp.py FILE.npz --partition FILE     only the Kron reduction, with this partition

FOLDER is a TU data set, FILE.npz a graph saved by SciPy or by `ndpool generate`. Prints a JSON object with CPU seconds of
coarsening alone, without reading. Run it with OPENBLAS_NUM_THREADS=1 and the OPENBLAS_CORETYPE that blas_speed.py finds.

plain: ARPACK and SuperLU for every graph that they take, as the paper's own implementation does.
tuned: full matrices for graphs of up to 200 nodes, where they are quicker.
"""
import argparse
import json
import os
import sys
import time
import warnings

import numpy as np
import scipy
import scipy.sparse as sp
import scipy.sparse.linalg as spla

EPSILON = 1e-2
DAMPING = 1e-6
TINY = 3  # ARPACK needs more nodes than this
FULL_UP_TO = {"plain": TINY, "tuned": 200}


def laplacians(adjacency):
    """L = D - A and L_s = I - D^-1/2 A D^-1/2; a node without edges has zero rows."""
    degrees = np.asarray(adjacency.sum(axis=1)).ravel()
    scale = np.zeros_like(degrees)
    scale[degrees > 0] = degrees[degrees > 0] ** -0.5
    scale_matrix = sp.diags(scale)
    symmetric = sp.identity(len(degrees), format="csr") - scale_matrix @ adjacency @ scale_matrix
    return (sp.diags(degrees) - adjacency).tocsr(), symmetric.tocsr()


def top_eigenvector(matrix, style):
    if matrix.shape[0] > FULL_UP_TO[style]:
        try:
            return spla.eigsh(matrix, k=1, which="LM", v0=np.random.default_rng(0).standard_normal(matrix.shape[0]))[1][:, 0]
        except spla.ArpackError:
            pass
    return np.linalg.eigh(matrix.toarray())[1][:, -1]


def split(adjacency, laplacian, symmetric, style, random):
    """True for the nodes that stay: the signs of the top eigenvector, or at random if they cut less than half."""
    keep = top_eigenvector(symmetric, style) >= 0
    sides = np.where(keep, 1.0, -1.0)
    volume = adjacency.sum()
    if volume > 0 and sides @ (laplacian @ sides) / (2 * volume) < 0.5:
        keep = random.random(len(keep)) < 0.5
    if keep.all() or not keep.any():
        keep = np.zeros(len(keep), dtype=bool)
        keep[0] = True
    return keep


def schur_complement(laplacian, keep, style):
    stay, go = np.flatnonzero(keep), np.flatnonzero(~keep)
    inside, across = laplacian[go][:, go].tocsc(), laplacian[go][:, stay].tocsc()
    if laplacian.shape[0] <= FULL_UP_TO[style]:
        try:
            solution = np.linalg.solve(inside.toarray(), across.toarray())
        except np.linalg.LinAlgError:
            solution = np.linalg.solve(inside.toarray() + DAMPING * np.identity(len(go)), across.toarray())
        return sp.csr_matrix(laplacian[stay][:, stay].toarray() - across.T @ solution)
    with warnings.catch_warnings():
        warnings.simplefilter("error", spla.MatrixRankWarning)
        try:
            solution = spla.spsolve(inside, across)
        except (spla.MatrixRankWarning, RuntimeError):
            solution = spla.spsolve((inside + DAMPING * sp.identity(len(go))).tocsc(), across)
    solution = sp.csr_matrix(solution).reshape(across.shape)  # of one column spsolve makes a flat array
    return (laplacian[stay][:, stay] - across.T @ solution).tocsr()


def kron_reduce(laplacian, keep, style):
    """The adjacency matrix whose Laplacian is the Schur complement."""
    reduced = -schur_complement(laplacian, keep, style)
    reduced = (reduced + reduced.T) / 2  # the solver's rounding is not symmetric
    reduced = (reduced - sp.diags(reduced.diagonal())).tocsr()
    reduced.data[np.abs(reduced.data) < np.spacing(1.0)] = 0
    reduced.eliminate_zeros()
    return reduced


def thresholded(adjacency):
    copy = adjacency.copy()
    copy.data[np.abs(copy.data) <= EPSILON] = 0
    copy.eliminate_zeros()
    return copy


def coarsen(adjacency, levels, style="plain", seed=0):
    """[(adjacency, nodes of the input)] of every level in the list. Recurses on what was not thresholded."""
    random = np.random.default_rng(seed)
    nodes = np.arange(adjacency.shape[0])
    stored = []
    for level in range(1, max(levels) + 1):
        if adjacency.shape[0] > 1:
            laplacian, symmetric = laplacians(adjacency)
            keep = split(adjacency, laplacian, symmetric, style, random)
            adjacency = kron_reduce(laplacian, keep, style)
            nodes = nodes[keep]
        if level in levels:
            stored.append((thresholded(adjacency), nodes))
    return stored


def without_loops(adjacency):
    adjacency = (adjacency - sp.diags(adjacency.diagonal())).tocsr()
    adjacency.eliminate_zeros()
    return adjacency


def read_tu(folder):
    name = next(file[:-6] for file in sorted(os.listdir(folder)) if file.endswith("_A.txt"))
    path = lambda what: os.path.join(folder, f"{name}_{what}.txt")
    ends = np.loadtxt(path("A"), delimiter=",", dtype=np.int64, ndmin=2) - 1
    graph_of = np.loadtxt(path("graph_indicator"), dtype=np.int64, ndmin=1)
    weights = path("edge_attributes")
    weights = np.loadtxt(weights, ndmin=1) if os.path.exists(weights) else np.ones(len(ends))
    union = sp.csr_matrix((weights, (ends[:, 0], ends[:, 1])), shape=(len(graph_of), len(graph_of)))
    bounds = np.searchsorted(graph_of, np.arange(1, graph_of[-1] + 2))
    return [without_loops(union[first:last, first:last]) for first, last in zip(bounds[:-1], bounds[1:])]


def read_graphs(path):
    return read_tu(path) if os.path.isdir(path) else [without_loops(sp.load_npz(path).tocsr().astype(float))]


def peak_megabytes():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024


def timed_reduction(graph, partition_file):
    keep = np.loadtxt(partition_file, dtype=int) == 1
    laplacian = laplacians(graph)[0]
    start = time.process_time()
    reduced = kron_reduce(laplacian, keep, "plain")
    return {"seconds": time.process_time() - start, "entries": int(reduced.nnz), "total_weight": float(reduced.sum() / 2)}


def timed_coarsening(graphs, levels, style, limit):
    """Stops at the limit, and says how many graphs were done."""
    done = 0
    nodes = np.zeros(len(levels), dtype=np.int64)
    start = time.process_time()
    for graph in graphs:
        nodes += [level.shape[0] for level, _ in coarsen(graph, levels, style)]
        done += 1
        if time.process_time() - start > limit:
            break
    seconds = time.process_time() - start
    return {"graphs": done, "of": len(graphs), "seconds": seconds, "seconds_a_graph": seconds / done, "level_nodes": nodes.tolist()}


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("input")
    arguments.add_argument("--levels", default="1,2,3")
    arguments.add_argument("--style", choices=FULL_UP_TO, default="plain")
    arguments.add_argument("--partition")
    arguments.add_argument("--seconds", type=float, default=float("inf"), help="begin no further graph after so long")
    given = arguments.parse_args()

    warnings.simplefilter("ignore", sp.SparseEfficiencyWarning)
    graphs = read_graphs(given.input)
    if given.partition:
        result = timed_reduction(graphs[0], given.partition)
    else:
        coarsen(sp.csr_matrix(1 - np.identity(9)), [1])  # loads what SciPy loads late
        result = timed_coarsening(graphs, [int(level) for level in given.levels.split(",")], given.style, given.seconds)
    result.update(peak_megabytes=peak_megabytes(), scipy=scipy.__version__, style=given.style)
    json.dump(result, sys.stdout)
    print()


if __name__ == "__main__":
    main()
