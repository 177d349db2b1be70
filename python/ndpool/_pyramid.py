"""Pyramids: a graph and ever smaller versions of it."""
from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import _core
from ._graph import Dataset, Graph, GraphLike, as_graph
from ._options import options_of
from ._progress import ProgressLike, watching

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


class Pyramid:
    """A graph and its levels.

    Examples:
        >>> import ndpool, numpy as np
        >>> p = ndpool.pyramid("path:5", levels=[1, 2])
        >>> p
        Pyramid(nodes=5, levels={1: 3, 2: 2})
        >>> x = np.arange(5.0)
        >>> low = p.pool(x, 0, 1)
        >>> low
        array([0., 2., 4.])
        >>> p.lift(low, 1, 0, how="harmonic").round(12)
        array([0., 1., 2., 3., 4.])
    """

    __slots__ = ("_core", "_levels", "_base", "_labels")

    def __init__(self, core: "_core.Pyramid", labels: Optional[List[Any]] = None) -> None:
        self._core = core
        self._levels: Optional[Tuple[Level, ...]] = None
        self._base: Optional[Graph] = None
        self._labels = labels

    @property
    def base(self) -> Graph:
        """The input; level 0."""
        if self._base is None:
            self._base = Graph(self._core.base, self._labels)
        return self._base

    @property
    def levels(self) -> Tuple[Level, ...]:
        """The stored levels."""
        if self._levels is None:
            self._levels = tuple(Level(self._core, index) for index in range(len(self._core)))
        return self._levels

    def __len__(self) -> int:
        return len(self._core)

    def __getitem__(self, number: int) -> Level:
        """The level of this number."""
        index = self._index(number)
        if index == 0:
            raise _core.InvalidInput("level 0 is the input itself: see base")
        return self.levels[index - 1]

    @property
    def seed(self) -> int:
        return self._core.seed

    @property
    def input(self) -> str:
        """The file or generator of the input; empty for arrays."""
        return self._core.input

    @property
    def options(self) -> Dict[str, Any]:
        """All options that decide the result, resolved."""
        resolved: Dict[str, Any] = json.loads(self._core.options_json)
        return resolved

    @property
    def not_measured(self) -> str:
        """Why levels that should have been measured were not; empty if nothing failed."""
        return self._core.not_measured

    def _index(self, number: int) -> int:
        if number == 0:
            return 0
        stored = [level.number for level in self.levels]
        if number not in stored:
            raise _core.InvalidInput(f"level {number} is not stored, expected 0 for the input or one of {stored}")
        return stored.index(number) + 1

    def pool(self, x: Any, first: int, last: int) -> "NDArray[np.float64]":
        """Pools a signal down from level `first` to level `last`, X' = S X; `x` has one row per node, or is one column."""
        return self._moved(x, lambda table: self._core.pool_signal(table, self._index(first), self._index(last)))

    def lift(self, x: Any, first: int, last: int, how: str = "transpose") -> "NDArray[np.float64]":
        """Lifts a signal up from level `first` to level `last`.

        "transpose" puts values where nodes were kept and zeros elsewhere; "harmonic" lets the dropped nodes settle where
        L x = 0, like voltages between fixed ones.
        """
        if how not in ("transpose", "harmonic"):
            raise _core.InvalidInput(f"how: found {how!r}, expected 'transpose' or 'harmonic'")
        return self._moved(
            x, lambda table: self._core.lift_signal(table, self._index(first), self._index(last), how == "harmonic")
        )

    @staticmethod
    def _moved(x: Any, move: Any) -> Any:
        import numpy as np

        array = np.asarray(x)
        table = np.ascontiguousarray(array.reshape(len(array), -1), dtype=np.float64)
        return move(table).reshape((-1,) + array.shape[1:])

    def save(self, path: Union[str, "os.PathLike[str]"], format: str = "mtx", threads: int = 0) -> Dict[str, Any]:
        """Writes the folder that ``ndpool coarsen`` writes, as a whole or not at all, with matrices as "mtx" or "npz"; a name
        that ends in .mtx or .npz writes the last level alone. Returns the manifest."""
        name = os.fspath(path)
        one_file = name.endswith((".mtx", ".npz"))
        if one_file and len(self) != 1:
            raise _core.InvalidInput(f"{name}: a file holds one level, this pyramid has {len(self)}")
        manifest: Dict[str, Any] = json.loads(self._core.save(name, format, one_file, threads))
        return manifest

    def to_svg(self, title: str = "") -> str:
        """The picture of ``ndpool view`` as a stand-alone SVG."""
        return self._core.draw(title or self.input)

    def to_page(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the page of ``ndpool view``, one HTML file; needs an installed command."""
        from ._command import view

        view(self, os.fspath(path))

    def plot(self, level: int = 0, ax: Any = None, **style: Any) -> Any:
        """Draws a level with matplotlib, every node at the place of its node in the input. Returns the axes."""
        from ._plot import plot_level

        return plot_level(self, level, ax, style)

    def _repr_html_(self) -> str:
        from ._plot import html_of

        return html_of(self)

    def __repr__(self) -> str:
        levels = {level.number: level.adjacency.nodes for level in self.levels}
        return f"Pyramid(nodes={self._core.base.node_count}, levels={levels})"


def pyramid(
    graph: GraphLike,
    levels: Optional[Sequence[int]] = None,
    *,
    seed: int = 0,
    method: str = "ndp",
    symmetrize: Optional[str] = None,
    edge_weight: Any = None,
    num_nodes: Optional[int] = None,
    threads: int = 0,
    progress: ProgressLike = None,
    **options: Any,
) -> Pyramid:
    """The pyramid of a graph: the same bytes as ``ndpool coarsen`` with the same options and seed.

    `graph` is a SciPy sparse matrix, an edge index, a ``networkx.Graph``, a path or a generator such as "sensor:2000".
    `levels` are the numbers of the levels to store (1, 2 and 3 if nothing else is asked for).

    Options of "ndp": `until`, `nodes`, `accuracy` ("exact", "faithful", "lean" or "auto"), `epsilon`, `relative_epsilon`,
    `sparsify` ("end" or "each"), `cut_method`, `laplacian`, `components`, `keep`, `random_below`, `zero_below`, `cut_seconds`,
    `cut_steps`, `measure` ("auto", "never", "always" or "certified"), `memory_limit` in gigabytes; they are those of
    ``ndpool coarsen --help``.

    Examples:
        >>> import ndpool
        >>> p = ndpool.pyramid("sensor:300", levels=[1, 3], seed=7)
        >>> [level.number for level in p.levels]
        [1, 3]
    """
    chosen = options_of(method, levels, options)
    if not isinstance(graph, Graph):
        graph = as_graph(graph, symmetrize, edge_weight=edge_weight, num_nodes=num_nodes, seed=seed)
    if progress is None:
        return Pyramid(_core.pyramid(graph._core, chosen, seed, threads, None), graph._labels)
    with watching(progress) as callback:
        return Pyramid(_core.pyramid(graph._core, chosen, seed, threads, callback), graph._labels)


def pyramids(
    graphs: Union[Dataset, Iterable[GraphLike], str],
    levels: Optional[Sequence[int]] = None,
    *,
    seed: int = 0,
    method: str = "ndp",
    symmetrize: Optional[str] = None,
    threads: int = 0,
    progress: ProgressLike = None,
    **options: Any,
) -> List[Pyramid]:
    """The pyramids of many graphs, or of a dataset by its name; each graph has its own seed, and one thread.

    Examples:
        >>> import ndpool
        >>> [p.levels[0].adjacency.nodes for p in ndpool.pyramids(["path:9", "star:5"], levels=[1])]
        [5, 1]
    """
    chosen = options_of(method, levels, options)
    if isinstance(graphs, (str, os.PathLike)):
        from ._files import dataset

        graphs = dataset(graphs, symmetrize=symmetrize, seed=seed)
    with watching(progress) as callback:
        if isinstance(graphs, Dataset):
            made = _core.dataset_pyramids(graphs._core, chosen, seed, threads, callback)
        else:
            listed = [as_graph(graph, symmetrize, seed=seed)._core for graph in graphs]
            made = _core.pyramids(listed, chosen, seed, threads, callback)
    return [Pyramid(core) for core in made]


def graclus(graph: GraphLike, levels: Optional[Sequence[int]] = None, *, fake_nodes: bool = True, **options: Any) -> Pyramid:
    """The pyramid of GRACLUS: nodes are joined in pairs along edges.

    Examples:
        >>> import ndpool
        >>> ndpool.graclus("path:4", levels=[1], fake_nodes=False).levels[0].assignment.tolist()
        [0, 0, 1, 1]
    """
    return pyramid(graph, levels, method="graclus", fake_nodes=fake_nodes, **options)


def nmf(graph: GraphLike, levels: Optional[Sequence[int]] = None, **options: Any) -> Pyramid:
    """The pyramid of non-negative matrix factorisation; options `iterations`, `tolerance` and `drop_below`."""
    return pyramid(graph, levels, method="nmf", **options)
