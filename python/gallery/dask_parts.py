"""Coarsens a dataset in parts with Dask. The parts together have the bytes of the undivided result.

    python dask_parts.py [DATASET] [--graphs-per-task 10000] [--workers 2] [--scheduler tcp://HOST:8786] [--quick]

Every task reads the dataset, which all machines must reach by the same name, and coarsens its own graphs. As a graph takes some 20
microseconds, a task should have at least 10^4 graphs: a fifth of a second beside the millisecond that Dask needs for each task.
"""
import argparse
import sys

try:
    from dask import bag
    from dask.distributed import Client, LocalCluster
except ImportError as missing:
    print(f"Dask is not installed: {missing}", file=sys.stderr)
    sys.exit(77)
import numpy as np

import ndpool

LEVELS = [1, 2]


def flat(pyramids):
    """All levels of all graphs as one array per column."""
    levels = [level for pyramid in pyramids for level in pyramid.levels]
    graphs = [level.adjacency for level in levels]
    return {
        "node_count": np.array([graph.nodes for graph in graphs], dtype=np.int32),
        "input_nodes": np.concatenate([level.nodes for level in levels]),
        "indptr": np.concatenate([graph.indptr for graph in graphs]),
        "indices": np.concatenate([graph.indices for graph in graphs]),
        "weights": np.concatenate([graph.data for graph in graphs]),
    }


def coarsened_part(part, name):
    """The levels of the graphs first, ..., last - 1."""
    first, last = part
    graphs = ndpool.dataset(name).graphs[first:last]
    return flat(ndpool.pyramids(graphs, LEVELS, threads=1, first_number=first))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dataset", nargs="?", default="bench:easy-small,20000")
    parser.add_argument("--graphs-per-task", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--scheduler", help="address of a running scheduler; without it workers are started on this machine")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    if options.quick:
        options.dataset, options.graphs_per_task = "bench:easy-small,50", 20

    number = len(ndpool.dataset(options.dataset))
    parts = [(first, min(first + options.graphs_per_task, number)) for first in range(0, number, options.graphs_per_task)]
    workers = None if options.scheduler else LocalCluster(n_workers=options.workers, threads_per_worker=1, dashboard_address=None)
    with Client(options.scheduler or workers) as client:
        tasks = bag.from_sequence(parts, npartitions=len(parts)).map(coarsened_part, options.dataset)
        done = client.compute(tasks).result()
    if workers:
        workers.close()

    whole = flat(ndpool.pyramids(ndpool.dataset(options.dataset), LEVELS))
    for column, values in whole.items():
        joined = np.concatenate([part[column] for part in done])
        if joined.dtype != values.dtype or joined.tobytes() != values.tobytes():
            sys.exit(f"{column}: the parts differ from the undivided result")
    print(f"{number} graphs in {len(parts)} tasks: {len(whole['node_count'])} levels, the bytes of the undivided result")


if __name__ == "__main__":
    main()
