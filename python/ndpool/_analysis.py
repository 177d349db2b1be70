"""What users measure of graphs: spectra, distances of spectra, resistances."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from . import _core
from ._as_graph import GraphLike, as_graph

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def spectra(
    graph: GraphLike, count: Optional[int] = None, *, laplacian: str = "combinatorial", symmetrize: Optional[str] = None
) -> "NDArray[np.float64]":
    """All eigenvalues of a Laplacian, ascending; or the `count` smallest that are not zero, of large graphs too.

    Examples:
        >>> import ndpool
        >>> ndpool.spectra("path:3").round(12).tolist()
        [0.0, 1.0, 3.0]
    """
    if count is not None and (count < 1 or laplacian != "combinatorial"):
        raise _core.InvalidInput("spectra: count must be positive, and goes with the combinatorial Laplacian")
    return _core.spectrum(as_graph(graph, symmetrize)._core, count or 0, laplacian)


def spectral_distance(original: GraphLike, changed: GraphLike, count: int = 10) -> float:
    """The mean relative difference of the `count` smallest non-zero eigenvalues of two graphs (Sec. IV-E of the paper)."""
    return _core.spectral_distance(as_graph(original)._core, as_graph(changed)._core, count)


def resistance(graph: GraphLike, pairs: Any, *, symmetrize: Optional[str] = None) -> "NDArray[np.float64]":
    """The resistance distance of each pair of nodes; `pairs` has two columns. Kron reduction keeps it.

    Examples:
        >>> import ndpool
        >>> ndpool.resistance("path:4", [(0, 3), (1, 2)]).round(9).tolist()
        [3.0, 1.0]
    """
    import numpy as np

    taken = as_graph(graph, symmetrize)
    table = np.asarray(pairs)
    if table.size == 0:
        return np.zeros(0)
    if table.ndim == 1 and table.size == 2:
        table = table.reshape(1, 2)
    if table.ndim != 2 or table.shape[1] != 2 or table.dtype.kind not in "iu":
        raise _core.InvalidInput(f"pairs: found shape {table.shape} and type {table.dtype}, expected two columns of nodes")
    if table.min() < 0 or table.max() >= taken.nodes:
        raise _core.InvalidInput(f"pairs: found a node outside 0 to {taken.nodes - 1}")
    first, second = np.ascontiguousarray(table.T, dtype=np.int32)
    return _core.resistances(taken._core, first, second)
