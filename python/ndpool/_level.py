"""One stored level of a pyramid."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Optional

from . import _core
from ._graph import Graph

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class LevelCut(NamedTuple):
    """The cut that made a level."""

    fraction: float  #: weight of the cut edges over the weight of all edges
    upper_bound: float  #: no cut has a larger fraction; 1 where none was computed
    origin: str  #: what made the cut: "spectral", "bipartite_exact", ...
    converged: bool  #: every eigenvector reached its tolerance
    vanished_components: int  #: components without a kept node


class LevelSpectrum(NamedTuple):
    """The smallest eigenvalues of a level beside those of the exact reduction onto its nodes."""

    distance: float  #: mean relative difference
    exact: Any  #: of the exact reduction, ascending
    here: Any  #: of the level
    lower: Any  #: certified lower bounds of the exact ones, if asked for
    upper: Any  #: certified upper bounds
    converged: bool
    bounds_proved: bool
    fitted: bool  #: weights of the level were changed to bring `here` closer to `exact`


class Level:
    """One stored level of a pyramid. Its arrays are views that cannot be written to and keep the pyramid alive."""

    __slots__ = ("_core", "_index", "_graph")

    def __init__(self, core: "_core.Pyramid", index: int) -> None:
        self._core = core
        self._index = index
        self._graph: Optional[Graph] = None

    @property
    def number(self) -> int:
        """l, for a level with about 1/2^l of the nodes."""
        return self._core.number(self._index)

    @property
    def adjacency(self) -> Graph:
        """The graph of the level, sparsified: ``level.adjacency.to_scipy()`` is its matrix."""
        if self._graph is None:
            self._graph = Graph(self._core.graph(self._index))
        return self._graph

    @property
    def pool(self) -> "NDArray[np.int32]":
        """For each node its node in the stored level before: ``x[level.pool]`` pools a signal."""
        return self._core.pool(self._index)

    @property
    def nodes(self) -> "NDArray[np.int32]":
        """For each node its node in the input; -1 for fake nodes of GRACLUS."""
        return self._core.nodes(self._index)

    @property
    def assignment(self) -> "NDArray[np.int32]":
        """For each node of the stored level before, the node that it is assigned to, for reductions by mean, sum or maximum;
        -1 for nodes that are not connected to a kept one."""
        return self._core.assignment(self._index)

    @property
    def assignment_matrix(self) -> Any:
        """The matrix S with X' = S X as a ``scipy.sparse.csr_array``: a decimation matrix, or the clusters of GRACLUS and NMF."""
        import numpy as np
        from scipy import sparse

        make = getattr(sparse, "csr_array", sparse.csr_matrix)
        stored = self._core.assignment_matrix(self._index)
        if stored is not None:
            rows, columns, indptr, indices, data = stored
            return make((data, indices, indptr), shape=(rows, columns))
        before = self._core.base.node_count if self._index == 0 else self._core.graph(self._index - 1).node_count
        kept = self.pool
        return make((np.ones(len(kept)), kept, np.arange(len(kept) + 1, dtype=np.int32)), shape=(len(kept), before))

    @property
    def cut(self) -> LevelCut:
        """The last cut before this level; for methods that join nodes, ``origin`` names the method."""
        return LevelCut(*self._core.cut(self._index))

    @property
    def spectrum(self) -> Optional[LevelSpectrum]:
        """How far the level is from the exact one, if that was measured."""
        found = self._core.spectrum(self._index)
        return None if found is None else LevelSpectrum(*found)

    @property
    def components(self) -> int:
        """Connected components of the level."""
        return self._core.components(self._index)

    @property
    def edges_before_sparsify(self) -> int:
        return self._core.edges_before_sparsify(self._index)

    @property
    def fake_nodes(self) -> int:
        """Isolated nodes at the end that GRACLUS added."""
        return self._core.fake_nodes(self._index)

    def __repr__(self) -> str:
        return f"Level({self.number}, nodes={self.adjacency.nodes}, edges={self.adjacency.edges}, cut={self.cut.fraction:.4f})"
