"""Graphs and datasets, and how graphs of other libraries become ours."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterator, List, Optional, Tuple, Union

from . import _core

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: What every function that takes a graph accepts; see ``as_graph``.
GraphLike = Any


class Graph:
    """An undirected weighted graph that never changes.

    Arrays are views of its memory that cannot be written to and keep it alive.

    Examples:
        >>> import ndpool
        >>> g = ndpool.generate("path:4")
        >>> g
        Graph(nodes=4, edges=3)
        >>> g.to_scipy().toarray()
        array([[0., 1., 0., 0.],
               [1., 0., 1., 0.],
               [0., 1., 0., 1.],
               [0., 0., 1., 0.]])
    """

    __slots__ = ("_core", "_labels")

    def __init__(self, core: "_core.Graph", labels: Optional[List[Any]] = None) -> None:
        self._core = core
        self._labels = labels

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return self._core.node_count

    @property
    def edges(self) -> int:
        """The number of undirected edges; a self-loop counts as one."""
        return self._core.edge_count

    @property
    def self_loops(self) -> int:
        """The number of self-loops."""
        return self._core.self_loop_count

    @property
    def components(self) -> int:
        """The number of connected components."""
        return self._core.component_count

    @property
    def shape(self) -> Tuple[int, int]:
        """The shape of the adjacency matrix."""
        return (self.nodes, self.nodes)

    @property
    def indptr(self) -> "NDArray[Any]":
        """Where each row of the adjacency matrix begins: 32 bits wide where they fit."""
        return self._core.indptr

    @property
    def indices(self) -> "NDArray[np.int32]":
        """The column of each stored entry, both directions of an edge, sorted in each row."""
        return self._core.indices

    @property
    def data(self) -> "NDArray[np.float64]":
        """The weight of each stored entry."""
        return self._core.data

    @property
    def edge_index(self) -> "NDArray[np.int64]":
        """Row and column of each stored entry, as PyTorch Geometric has them: an array of shape (2, entries)."""
        return self._core.edge_index()

    @property
    def positions(self) -> "Optional[NDArray[np.float64]]":
        """Where the nodes lie in the plane, shape (nodes, 2), for generators that place them."""
        return self._core.positions

    @property
    def names(self) -> List[Any]:
        """The names of the nodes in their file or NetworkX graph; empty if they are numbers."""
        return self._labels if self._labels is not None else list(self._core.names)

    @property
    def source(self) -> str:
        """The file or generator that it comes from; empty for arrays."""
        return self._core.source

    def to_scipy(self, copy: bool = False) -> Any:
        """The adjacency matrix as a ``scipy.sparse.csr_array``: a view that cannot be written to, or a copy."""
        from scipy import sparse

        make = getattr(sparse, "csr_array", sparse.csr_matrix)
        matrix = make((self.data, self.indices, self.indptr), shape=self.shape, copy=copy)
        matrix.has_sorted_indices = True
        matrix.has_canonical_format = True
        return matrix

    def laplacian(self) -> Any:
        """The Laplacian D - A as a ``scipy.sparse.csr_array``; self-loops do not count."""
        import numpy as np
        from scipy import sparse

        matrix = self.to_scipy(copy=True)
        matrix.setdiag(0)
        matrix.eliminate_zeros()
        return (sparse.diags(np.asarray(matrix.sum(axis=1)).ravel()) - matrix).tocsr()

    def to_networkx(self) -> Any:
        """A ``networkx.Graph`` with weights; nodes have their names if there are some."""
        import networkx as nx

        names = self.names or range(self.nodes)
        graph = nx.Graph()
        graph.add_nodes_from(names)
        rows, columns = self.edge_index
        graph.add_weighted_edges_from(
            (names[i], names[j], w) for i, j, w in zip(rows.tolist(), columns.tolist(), self.data.tolist()) if i <= j
        )
        return graph

    def save(self, path: Union[str, "os.PathLike[str]"], format: Optional[str] = None) -> None:
        """Writes the graph in the format of the file's ending: .mtx .graph .txt .csv .npz .rudy .graphml .gml, also with .gz."""
        self._core.write(os.fspath(path), format)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Graph) and self._core.equals(other._core)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Graph(nodes={self.nodes}, edges={self.edges})"

    def __reduce__(self) -> Any:
        return (_graph_from_arrays, (self.nodes, self.indptr.copy(), self.indices.copy(), self.data.copy(), self._labels))


def _graph_from_arrays(nodes: int, indptr: Any, indices: Any, data: Any, labels: Optional[List[Any]]) -> Graph:
    return Graph(_from_rows(nodes, indptr, indices, data, ""), labels)


class Dataset:
    """Many graphs with their labels and attributes, as in the TU collection: a sequence of graphs."""

    __slots__ = ("_core", "_graphs", "_nodes", "_entries")

    def __init__(self, core: "_core.Dataset") -> None:
        self._core = core
        self._graphs = [Graph(graph) for graph in core.graphs()]
        self._nodes = core.node_offsets()
        self._entries = core.entry_offsets()

    @property
    def name(self) -> str:
        return self._core.name

    @property
    def source(self) -> str:
        """The file or generator that it comes from."""
        return self._core.source

    @property
    def graphs(self) -> List[Graph]:
        return list(self._graphs)

    @property
    def labels(self) -> "Optional[NDArray[np.int64]]":
        """The label of each graph, as in the file."""
        return self._core.labels

    @property
    def split(self) -> List[str]:
        """"train", "val" or "test" for each graph; empty if the data does not say."""
        return self._core.split

    def node_labels(self, index: int) -> Any:
        """The labels of the nodes of one graph, one row per node; None if there are none."""
        return self._core.node_labels(self._nodes[index], self._nodes[index + 1])

    def node_attributes(self, index: int) -> Any:
        """The attributes of the nodes of one graph, one row per node; None if there are none."""
        return self._core.node_attributes(self._nodes[index], self._nodes[index + 1])

    def edge_labels(self, index: int) -> Any:
        """The labels of the stored entries of one graph, in the order of ``edge_index``; None if there are none."""
        return self._core.edge_labels(self._entries[index], self._entries[index + 1])

    def edge_attributes(self, index: int) -> Any:
        """The attributes of the stored entries of one graph, in the order of ``edge_index``; None if there are none."""
        return self._core.edge_attributes(self._entries[index], self._entries[index + 1])

    def graph_attributes(self, index: int) -> Any:
        """The attributes of one graph; None if there are none."""
        return self._core.graph_attributes(index, index + 1)

    def __len__(self) -> int:
        return len(self._graphs)

    def __getitem__(self, index: int) -> Graph:
        return self._graphs[index]

    def __iter__(self) -> Iterator[Graph]:
        return iter(self._graphs)

    def __repr__(self) -> str:
        return f"Dataset({self.name!r}, graphs={len(self)})"


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


def _array(value: Any) -> Any:
    """An array of NumPy; tensors are taken without importing torch here."""
    import numpy as np

    if hasattr(value, "detach"):
        value = value.detach().cpu().numpy()
    return np.asarray(value)


def _from_edge_index(edge_index: Any, weights: Any, nodes: Optional[int], symmetrize: str) -> "_core.Graph":
    import numpy as np

    pairs = _array(edge_index)
    if pairs.ndim != 2 or pairs.shape[0] != 2 or (pairs.size and pairs.dtype.kind not in "iu"):
        raise _core.InvalidInput(
            f"the edge index has shape {pairs.shape} and type {pairs.dtype}, expected whole numbers of shape (2, edges)"
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
    a ``Graph``              itself
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
        return Graph(_from_edge_index(source.edge_index, weights, nodes, how))
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
    return Graph(_from_edge_index(array, weights, nodes, how))
