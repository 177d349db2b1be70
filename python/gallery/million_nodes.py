"""Coarsens a graph of a million nodes, with a bar where there is a terminal; Ctrl-C ends it at once.

    python million_nodes.py
"""
import sys
import time

import ndpool

nodes = 30_000 if "--quick" in sys.argv else 1_000_000
graph = ndpool.generate(f"delaunay:{nodes}")
print(graph)
begin = time.perf_counter()
p = ndpool.pyramid(graph, accuracy="lean", until=1000, progress=True)
print(f"{time.perf_counter() - begin:.1f} s")
print("level     nodes     edges    cut  distance")
for level in p.levels:
    distance = f"{level.spectrum.distance:.4f}" if level.spectrum else "-"
    print(f"{level.number:5d} {level.adjacency.nodes:9d} {level.adjacency.edges:9d} {level.cut.fraction:6.3f} {distance:>9s}")
p.save("pyramid", format="npz")
print(ndpool.load("pyramid"))
