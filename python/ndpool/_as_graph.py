"""How graphs of other libraries become ours."""
from __future__ import annotations

import os
from typing import Any, List, Optional

from . import _core
from ._graph import Graph

#: What every function that takes a graph accepts; see ``as_graph``.
GraphLike = Any


def _floats(values: Any) -> Any:
    import numpy as np

    array = np.asarray(values)
    if array.dtype.kind == "c":
        raise _core.InvalidInput("the weights are complex numbers, expected real ones")
    return np.ascontiguousarray(array, dtype=np.float64)


def _from_rows(nodes: int, indptr: Any, indices: Any, data: Any, symmetrize: str) -> "_core.Graph":
    """Compressed rows; both index arrays get the same type."""
    import numpy as np

    if indptr.dtype != indices.dtype or indptr.dtype.itemsize < 4 or indptr.dtype.kind != "i":
        indptr = np.ascontiguousarray(indptr, dtype=np.int64)
        indices = np.ascontiguousarray(indices, dtype=np.int64)
    if data.dtype != np.float64 or not data.flags.c_contiguous:
        data = _floats(data)
    return _core.from_rows(nodes, indptr, indices, data, symmetrize)


def graph_of_rows(nodes: int, indptr: Any, indices: Any, data: Any, labels: Optional[List[Any]]) -> Graph:
    """The graph of an adjacency matrix in compressed rows."""
    return Graph(_from_rows(nodes, indptr, indices, data, ""), labels)


def _array(value: Any) -> Any:
    """An array of NumPy; tensors are taken without importing torch here."""
    import numpy as np

    if hasattr(value, "detach"):
        value = value.detach().cpu().numpy()
    return np.asarray(value)


def graph_of_edges(edge_index: Any, weights: Any, nodes: Optional[int], symmetrize: str) -> "_core.Graph":
    import numpy as np

    pairs = _array(edge_index)
    if pairs.ndim != 2 or pairs.shape[0] != 2 or (pairs.size and pairs.dtype.kind not in "iu"):
        raise _core.InvalidInput(
            f"the edge index has shape {pairs.shape} and type {pairs.dtype}, expected whole numbers of shape (2, edges), "
            "or a square matrix of floats"
        )
    pairs = np.ascontiguousarray(pairs, dtype=np.int64)
    if nodes is None:
        nodes = int(pairs.max()) + 1 if pairs.size else 0
    if weights is not None:
        weights = _floats(_array(weights))
        if weights.ndim == 2 and weights.shape[1] == 1:
            weights = weights[:, 0].copy()
        if weights.ndim != 1:
            raise _core.InvalidInput(f"the edge weights have shape {weights.shape}, expected one number for each edge")
    return _core.from_entries(nodes, pairs[0], pairs[1], weights, False, symmetrize)


def _from_networkx(graph: Any, symmetrize: str) -> Graph:
    import numpy as np

    labels = list(graph.nodes())
    number = {label: i for i, label in enumerate(labels)}
    rows, columns, weights = [], [], []
    directed = graph.is_directed()
    for u, v, weight in graph.edges(data="weight", default=1.0):
        rows.append(number[u])
        columns.append(number[v])
        weights.append(weight)
        if not directed and u != v:
            rows.append(number[v])
            columns.append(number[u])
            weights.append(weight)
    core = _core.from_entries(
        len(labels),
        np.asarray(rows, dtype=np.int64),
        np.asarray(columns, dtype=np.int64),
        _floats(weights),
        graph.is_multigraph(),
        symmetrize,
    )
    return Graph(core, None if labels == list(range(len(labels))) else labels)


def _from_scipy(matrix: Any, symmetrize: str) -> "_core.Graph":
    rows, columns = matrix.shape
    if rows != columns:
        raise _core.InvalidInput(f"the matrix has {rows} rows and {columns} columns, expected a square one")
    if matrix.format != "csr":
        matrix = matrix.tocsr()
    return _from_rows(rows, matrix.indptr, matrix.indices, matrix.data, symmetrize)


def as_graph(
    source: GraphLike,
    symmetrize: Optional[str] = None,
    *,
    edge_weight: Any = None,
    num_nodes: Optional[int] = None,
    seed: int = 0,
) -> Graph:
    """The graph of anything that means one.

    ============================  ==============================================================================
    a ``Graph``                   itself
    a SciPy sparse array/matrix   of any format; entries of the same place are summed
    ``edge_index``                an array or tensor of shape (2, edges) of whole numbers, both directions of each edge, with
                                  ``edge_weight`` and ``num_nodes``; or a tuple (edge_index, edge_weight)
    a PyG ``Data``                its ``edge_index``, ``edge_weight`` and ``num_nodes``
    ``networkx.Graph``            weights are its edge attribute "weight", 1 where it is missing
    a square array of floats      a dense adjacency matrix
    a path or generator           as for the command: ``"road.mtx"``, ``"sensor:2000"``
    ============================  ==============================================================================

    Directed graphs raise ``InvalidInput`` with the place, unless ``symmetrize`` is "max", "mean", "sum" or "chung".
    """
    how = symmetrize or ""
    if isinstance(source, Graph):
        return source
    if hasattr(source, "tocsr") and hasattr(source, "format"):
        return Graph(_from_scipy(source, how))
    if isinstance(source, (str, os.PathLike)):
        found = _core.read(os.fspath(source), None, how, "", seed)
        if isinstance(found, _core.Dataset):
            raise _core.InvalidInput(f"{os.fspath(source)}: this is a dataset of {len(found)} graphs, expected one graph")
        return Graph(found)
    if hasattr(source, "edge_index"):
        nodes = num_nodes if num_nodes is not None else getattr(source, "num_nodes", None)
        weights = edge_weight if edge_weight is not None else getattr(source, "edge_weight", None)
        return Graph(graph_of_edges(source.edge_index, weights, nodes, how))
    if hasattr(source, "is_directed") and hasattr(source, "edges"):
        return _from_networkx(source, how)
    if isinstance(source, tuple) and len(source) == 2 and edge_weight is None:
        source, edge_weight = source
    return _from_array(source, edge_weight, num_nodes, how)


def _from_array(source: Any, weights: Any, nodes: Optional[int], how: str) -> Graph:
    import numpy as np

    if not hasattr(source, "shape") and not isinstance(source, (list, tuple)):
        raise TypeError(
            f"found {type(source).__name__}, expected a SciPy sparse matrix, an edge index, a networkx.Graph, a path or a generator"
        )
    array = _array(source)
    if array.ndim == 2 and array.shape[0] == array.shape[1] and array.dtype.kind in "fb":
        rows, columns = (np.ascontiguousarray(part, dtype=np.int64) for part in np.nonzero(array))
        return Graph(_core.from_entries(len(array), rows, columns, _floats(array[rows, columns]), False, how))
    return Graph(graph_of_edges(array, weights, nodes, how))
