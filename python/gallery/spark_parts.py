"""Coarsens a table of graphs with Spark's mapInArrow. The result does not depend on how Spark divides the table.

    python spark_parts.py [DATASET] [--graphs-per-task 10000] [--master local[2]] [--quick]

A row of the input is a graph: its number, and its adjacency matrix as compressed rows. A row of the result is a level of a graph. The number
of a graph decides its seed, so every graph gets the pyramid that it has in the whole dataset. A task should have at least 10^4 graphs.
"""
import argparse
import os
import shutil
import sys

try:
    import pyarrow as pa
    from pyspark.sql import SparkSession
except ImportError as missing:
    print(f"Spark is not installed: {missing}", file=sys.stderr)
    sys.exit(77)
if not (os.environ.get("JAVA_HOME") or shutil.which("java")):
    print("Spark needs Java, which is not installed", file=sys.stderr)
    sys.exit(77)
from scipy import sparse

import ndpool

LEVELS = [1, 2]
GRAPHS = "graph bigint, indptr array<int>, indices array<int>, weights array<double>"
RESULT = "graph bigint, level int, input_nodes array<int>, indptr array<int>, indices array<int>, weights array<double>"


def rows_of_levels(number, pyramid):
    for level in pyramid.levels:
        graph = level.adjacency
        yield number, level.number, level.nodes, graph.indptr, graph.indices, graph.data


def as_batch(rows):
    """Rows of RESULT as Arrow arrays."""
    lists = [pa.list_(pa.int32())] * 3 + [pa.list_(pa.float64())]
    types = [pa.int64(), pa.int32(), *lists]
    names = [column.split()[0] for column in RESULT.split(", ")]
    columns = list(zip(*rows)) or [()] * len(types)
    return pa.RecordBatch.from_arrays([pa.array(list(column), kind) for column, kind in zip(columns, types)], names=names)


def coarsened(batches):
    """The levels of the graphs of these Arrow batches."""
    for batch in batches:
        rows = []
        columns = [batch.column(name) for name in ("graph", "indptr", "indices", "weights")]
        for number, *arrays in zip(*columns):
            number = number.as_py()
            indptr, indices, weights = (array.values.to_numpy() for array in arrays)
            matrix = sparse.csr_array((weights, indices, indptr), shape=(len(indptr) - 1,) * 2)
            rows += rows_of_levels(number, ndpool.pyramids([matrix], LEVELS, threads=1, first_number=number)[0])
        yield as_batch(rows)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dataset", nargs="?", default="bench:easy-small,20000")
    parser.add_argument("--graphs-per-task", type=int, default=10_000)
    parser.add_argument("--master", default="local[2]")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    if options.quick:
        options.dataset, options.graphs_per_task = "bench:easy-small,50", 20

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master(options.master).config("spark.ui.enabled", "false")
    spark = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", options.graphs_per_task).getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    dataset = ndpool.dataset(options.dataset)
    graphs = [(number, g.indptr.tolist(), g.indices.tolist(), g.data.tolist()) for number, g in enumerate(dataset)]
    tasks = -(-len(graphs) // options.graphs_per_task)
    table = spark.createDataFrame(graphs, GRAPHS).repartition(tasks, "graph")
    done = table.mapInArrow(coarsened, RESULT).orderBy("graph", "level").toArrow()
    spark.stop()

    rows = [row for number, pyramid in enumerate(ndpool.pyramids(dataset, LEVELS)) for row in rows_of_levels(number, pyramid)]
    whole = as_batch(rows)
    for name in whole.schema.names:
        if not done.column(name).combine_chunks().equals(whole.column(name)):
            sys.exit(f"{name}: the parts differ from the undivided result")
    print(f"{len(graphs)} graphs in {tasks} tasks: {done.num_rows} levels, those of the undivided result")


if __name__ == "__main__":
    main()
