"""Graphs and datasets."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterator, List, Optional, Tuple, Union

from . import _core

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

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
        from ._as_graph import graph_of_rows

        return (graph_of_rows, (self.nodes, self.indptr.copy(), self.indices.copy(), self.data.copy(), self._labels))


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
