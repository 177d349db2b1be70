"""Coarsening by other packages, on the graphs and in the form of scipy_ndp.py.

    PYTHON bench/other_codes.py tgp|pygsp FOLDER|FILE.npz [--levels 3] [--seconds LIMIT]

PYTHON is one that has the package; `bench/compare --install` makes build/compare-venv with both.
"""
import argparse
import importlib.metadata
import importlib.util
import json
import logging
import sys
import time
import types
import warnings

from scipy_ndp import peak_megabytes, read_graphs


def stand_in_for_torch_scatter():
    """tgp imports torch_scatter, which is compiled for a quarter of an hour; what it takes from it torch_geometric has too."""
    import torch_geometric.utils

    module = types.ModuleType("torch_scatter")
    module.scatter = lambda source, index, dim=0, out=None, dim_size=None, reduce="sum": torch_geometric.utils.scatter(
        source, index, dim, dim_size, reduce)
    module.scatter_add = lambda source, index, dim=0, out=None, dim_size=None: module.scatter(source, index, dim, out, dim_size)
    module.scatter_mul = lambda source, index, dim=0, out=None, dim_size=None: module.scatter(source, index, dim, out, dim_size, "mul")
    module.scatter_max = module.scatter_min = None  # imported by other poolers, which nobody calls here
    sys.modules["torch_scatter"] = module


def tgp_coarsening():
    """torch-geometric-pool: NDPPooling, one level after the other, each on the thresholded one before."""
    import torch

    if importlib.util.find_spec("torch_scatter") is None:
        stand_in_for_torch_scatter()
    from tgp.poolers import NDPPooling

    torch.set_num_threads(1)
    pooler = NDPPooling()

    def coarsen(adjacency, levels):
        matrix = adjacency.tocoo()
        edges = torch.tensor([matrix.row.tolist(), matrix.col.tolist()], dtype=torch.long)
        weights = torch.tensor(matrix.data, dtype=torch.float)
        features = torch.ones(adjacency.shape[0], 1)
        nodes = []
        for _ in range(levels):
            pooled = pooler(x=features, adj=edges, edge_weight=weights)
            features, edges, weights = pooled.x, pooled.edge_index, pooled.edge_weight
            nodes.append(features.shape[0])
        return nodes

    return coarsen


def pygsp_coarsening():
    """PyGSP: graph_multiresolution without its sampling of edges, which is another method than a threshold."""
    import pygsp

    logging.disable(logging.CRITICAL)

    def coarsen(adjacency, levels):
        graph = pygsp.graphs.Graph(adjacency)
        graph.set_coordinates("random2D")  # it wants some, though it does not use them
        graphs = pygsp.reduction.graph_multiresolution(graph, levels, sparsify=False)
        return [graph.N for graph in graphs[1:]]

    return coarsen


PACKAGES = {"tgp": ("torch-geometric-pool", tgp_coarsening), "pygsp": ("PyGSP", pygsp_coarsening)}


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("package", choices=PACKAGES)
    arguments.add_argument("input")
    arguments.add_argument("--levels", type=int, default=3)
    arguments.add_argument("--seconds", type=float, default=float("inf"), help="begin no further graph after so long")
    given = arguments.parse_args()

    warnings.simplefilter("ignore")
    name, make = PACKAGES[given.package]
    coarsen = make()
    graphs = read_graphs(given.input)
    done = failed = 0
    reason = ""
    seconds = 0.0
    for graph in graphs:
        start = time.process_time()
        try:
            coarsen(graph, given.levels)
            seconds += time.process_time() - start
            done += 1
        except Exception as error:  # whatever it is, the graph counts as failed and is said to be
            failed += 1
            reason = f"{type(error).__name__}: {error}".split("\n")[0][:100]
        if seconds > given.seconds:
            break
    json.dump({"graphs": done, "failed": failed, "of": len(graphs), "reason": reason, "seconds": seconds,
               "seconds_a_graph": seconds / done if done else None, "peak_megabytes": peak_megabytes(),
               "version": importlib.metadata.version(name)}, sys.stdout)
    print()


if __name__ == "__main__":
    main()
