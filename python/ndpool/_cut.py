"""The parts of a level alone: cut, Kron reduction, sparsification."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Tuple

from . import _core
from ._as_graph import GraphLike, as_graph
from ._checks import seed_of, whole
from ._graph import Graph
from ._options import checked_cut_options

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Cut:
    """A partition of the nodes into kept and dropped ones."""

    __slots__ = ("_core", "_bound")

    def __init__(self, core: "_core.Cut") -> None:
        self._core = core
        self._bound: Optional[Tuple[float, str, Optional[float], Optional[bool]]] = None

    def _known_bound(self) -> Tuple[float, str, Optional[float], Optional[bool]]:
        if self._bound is None:
            self._bound = self._core.bound()
        return self._bound

    @property
    def kept(self) -> "NDArray[np.int32]":
        """The kept nodes, ascending."""
        return self._core.kept

    @property
    def dropped(self) -> "NDArray[np.int32]":
        """The dropped nodes, ascending."""
        return self._core.dropped

    @property
    def sides(self) -> "NDArray[np.int8]":
        """1 for kept nodes and -1 for dropped ones."""
        import numpy as np

        sides = np.full(len(self.kept) + len(self.dropped), -1, dtype=np.int8)
        sides[self.kept] = 1
        return sides

    @property
    def weight(self) -> float:
        """The weight of the edges between kept and dropped nodes."""
        return self._core.weight

    @property
    def fraction(self) -> float:
        """`weight` over the weight of all edges, self-loops not counted; 1 without edges."""
        return self._core.fraction

    @property
    def upper_bound(self) -> float:
        """No cut has a larger fraction; 1 where none is known. For "sdp", "tabu" and "power", and "auto" on large graphs, it is
        computed when it is first asked for, which may take longer than the cut."""
        return self._known_bound()[0]

    @property
    def bound_from(self) -> str:
        """Where `upper_bound` comes from, such as "largest eigenvalue"."""
        return self._known_bound()[1]

    @property
    def lambda_max(self) -> Optional[float]:
        """The largest eigenvalue of the normalised Laplacian, the mean over components weighted by their edges, if it is known."""
        return self._known_bound()[2]

    @property
    def trevisan_guarantee(self) -> Optional[bool]:
        """Whether `lambda_max` is at least 1.890, from which on Trevisan's analysis promises more than a random cut."""
        return self._known_bound()[3]

    @property
    def origin(self) -> str:
        """What made the cut: "spectral", "bipartite_exact", "random_fallback", ..."""
        return self._core.origin

    @property
    def converged(self) -> bool:
        """Every eigenvector reached its tolerance."""
        return self._core.converged

    @property
    def vanished_components(self) -> int:
        """Components without a kept node."""
        return self._core.vanished_components

    def __repr__(self) -> str:
        return f"Cut(kept={len(self.kept)}, dropped={len(self.dropped)}, fraction={self.fraction:.4f}, origin={self.origin!r})"


def _signed_entries(graph: Any) -> Any:
    """The entries of a SciPy matrix with negative weights, or None."""
    import numpy as np

    if not (hasattr(graph, "tocoo") and hasattr(graph, "format")) or graph.shape[0] != graph.shape[1]:
        return None
    entries = graph.tocoo()
    if entries.nnz == 0 or entries.dtype.kind == "c" or not (entries.data < 0).any():
        return None
    row, col = (entries.row, entries.col) if hasattr(entries, "row") else entries.coords
    return row.astype(np.int64), col.astype(np.int64), entries.data.astype(np.float64)


def cut(
    graph: GraphLike,
    method: str = "spectral",
    *,
    seed: int = 0,
    symmetrize: Optional[str] = None,
    edge_weight: Any = None,
    num_nodes: Optional[int] = None,
    threads: int = 0,
    **options: Any,
) -> Cut:
    """Splits the nodes so that much of the edge weight lies between the sides, as ``ndpool cut`` does.

    `method` is "spectral", "random", "trevisan", "power", "sdp", "tabu" or "auto". Options: `laplacian`, `components`, `keep`,
    `random_below`, `zero_below`, `cut_seconds`, `cut_steps`. SciPy matrices may have negative weights for all methods but
    "spectral" and "trevisan".

    Examples:
        >>> import ndpool
        >>> ndpool.cut("grid:3x3")
        Cut(kept=5, dropped=4, fraction=1.0000, origin='bipartite_exact')
    """
    chosen = checked_cut_options(method, options)
    seed, threads = seed_of(seed), whole("threads", threads)
    if method not in ("spectral", "trevisan") and symmetrize is None:
        entries = _signed_entries(graph)
        if entries is not None:
            rows, columns, weights = entries
            return Cut(_core.cut_signed(graph.shape[0], rows, columns, weights, chosen, seed, threads))
    try:
        taken = as_graph(graph, symmetrize, edge_weight=edge_weight, num_nodes=num_nodes, seed=seed)
    except _core.InvalidInput as error:
        if _signed_entries(graph) is None:
            raise
        raise _core.InvalidInput(f"{error} (or method random, power, sdp, tabu or auto, which take negative weights)") from None
    return Cut(_core.cut(taken._core, chosen, seed, threads))


def kron_reduce(
    graph: GraphLike,
    keep: Any,
    *,
    symmetrize: Optional[str] = None,
    edge_weight: Any = None,
    num_nodes: Optional[int] = None,
    drop_tolerance: float = 0.0,
    memory_limit: float = 0.0,
    threads: int = 0,
) -> Graph:
    """The graph on the nodes `keep` whose Laplacian is the Schur complement of the input's (Kron reduction).

    `keep` is a ``Cut``, a list of nodes or a mask. Node i of the result is the i-th kept node in ascending order.

    Examples:
        >>> import ndpool
        >>> ndpool.kron_reduce("path:3", keep=[0, 2]).data.tolist()
        [0.5, 0.5]
    """
    import numpy as np

    taken = as_graph(graph, symmetrize, edge_weight=edge_weight, num_nodes=num_nodes)
    kept = keep.kept if isinstance(keep, Cut) else np.asarray(keep)
    if kept.dtype.kind == "b":
        if kept.shape != (taken.nodes,):
            raise _core.InvalidInput(f"keep: the mask has shape {kept.shape}, expected ({taken.nodes},)")
        kept = np.nonzero(kept)[0]
    if kept.ndim != 1 or (kept.size and kept.dtype.kind not in "iu"):
        raise _core.InvalidInput("keep: expected a list of nodes, a mask or a Cut")
    if kept.size and (kept.min() < 0 or kept.max() >= taken.nodes):
        raise _core.InvalidInput(f"keep: found a node outside 0 to {taken.nodes - 1}")
    kept = np.unique(kept).astype(np.int32)
    return Graph(_core.kron_reduce(taken._core, kept, drop_tolerance, memory_limit, threads))


def sparsify(graph: GraphLike, epsilon: float = 1e-2, *, relative: bool = False) -> Graph:
    """The graph without edges whose weight is at most `epsilon`, or that share of the largest weight."""
    return Graph(_core.drop_weak_edges(as_graph(graph)._core, epsilon, relative))
