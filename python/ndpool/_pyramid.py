"""Pyramids: a graph and ever smaller versions of it."""
from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional, Sequence, Tuple, Union

from . import _core
from ._as_graph import GraphLike, as_graph
from ._checks import seed_of, whole
from ._graph import Dataset, Graph
from ._level import Level
from ._options import options_of
from ._progress import ProgressLike, watching

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


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
        if first > last:
            raise _core.InvalidInput(f"pooling goes down, from level {first} to {last} is up: use lift")
        return self._moved(x, lambda table: self._core.pool_signal(table, self._index(first), self._index(last)))

    def lift(self, x: Any, first: int, last: int, how: str = "transpose") -> "NDArray[np.float64]":
        """Lifts a signal up from level `first` to level `last`.

        "transpose" puts values where nodes were kept and zeros elsewhere; "harmonic" lets the dropped nodes settle where
        L x = 0, like voltages between fixed ones.
        """
        if how not in ("transpose", "harmonic"):
            raise _core.InvalidInput(f"how: found {how!r}, expected 'transpose' or 'harmonic'")
        if first < last:
            raise _core.InvalidInput(f"lifting goes up, from level {first} to {last} is down: use pool")
        return self._moved(
            x, lambda table: self._core.lift_signal(table, self._index(first), self._index(last), how == "harmonic")
        )

    @staticmethod
    def _moved(x: Any, move: Any) -> Any:
        import numpy as np

        array = np.asarray(x)
        if array.ndim == 0 or array.dtype.kind not in "fiub":
            raise _core.InvalidInput(f"the signal has shape {array.shape} and type {array.dtype}, expected real numbers, one row per node")
        columns = int(np.prod(array.shape[1:], dtype=np.int64))
        moved = move(np.ascontiguousarray(array.reshape(len(array), columns), dtype=np.float64))
        return moved.reshape(moved.shape[:1] + array.shape[1:])

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
        """Writes the page of ``ndpool view``, one HTML file."""
        from ._command import view

        view(self, os.fspath(path))

    def plot(self, level: int = 0, ax: Any = None, **style: Any) -> Any:
        """Draws a level with matplotlib, every node at the place of its node in the input. Returns the axes."""
        from ._plot import plot_level

        return plot_level(self, level, ax, style)

    def _repr_html_(self) -> str:
        from ._plot import html_of

        return html_of(self)

    def __reduce__(self) -> Any:
        from ._pickle import files_of, pyramid_of

        return pyramid_of, (files_of(self), self._labels)

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
    seed, threads = seed_of(seed), whole("threads", threads)
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
    first_number: int = 0,
    **options: Any,
) -> List[Pyramid]:
    """The pyramids of many graphs, or of a dataset by its name; each graph has its own seed, and one thread.

    The seed of a graph depends on its number, `first_number` for the first one of a list: ``pyramids(d.graphs[100:200],
    first_number=100)`` are those of ``pyramids(d)[100:200]``, so that a dataset may be coarsened in parts.

    Examples:
        >>> import ndpool
        >>> [p.levels[0].adjacency.nodes for p in ndpool.pyramids(["path:9", "star:5"], levels=[1])]
        [5, 1]
    """
    chosen = options_of(method, levels, options)
    seed, threads, first_number = seed_of(seed), whole("threads", threads), whole("first_number", first_number, 0)
    if isinstance(graphs, Graph) or hasattr(graphs, "tocsr") or hasattr(graphs, "is_directed"):
        raise TypeError("found one graph, expected many: pyramid() takes one")
    if isinstance(graphs, (str, os.PathLike)):
        from ._files import dataset

        graphs = dataset(graphs, symmetrize=symmetrize, seed=seed)
    with watching(progress) as callback:
        if isinstance(graphs, Dataset):
            if first_number != 0:
                raise _core.InvalidInput("first_number: a whole dataset begins with graph 0; give a part as a list of graphs")
            made = _core.dataset_pyramids(graphs._core, chosen, seed, threads, callback)
        else:
            listed = [as_graph(graph, symmetrize, seed=seed)._core for graph in graphs]
            made = _core.pyramids(listed, chosen, seed, threads, callback, first_number)
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


def kmis(graph: GraphLike, levels: Optional[Sequence[int]] = None, *, steps: int = 1, connect: str = "clusters", **options: Any) -> Pyramid:
    """The pyramid of maximal independent sets: kept nodes are more than `steps` edges apart.

    `connect` joins them by the weights between their clusters (``"clusters"``) or by Kron reduction (``"kron"``).

    Examples:
        >>> import ndpool
        >>> ndpool.kmis("path:5", levels=[1], connect="kron").levels[0].nodes.tolist()
        [0, 2, 4]
    """
    return pyramid(graph, levels, method="kmis", steps=steps, connect=connect, **options)
