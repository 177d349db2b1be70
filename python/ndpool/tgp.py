"""torch-geometric-pool: our cut and reduction inside its objects.

.. code-block:: python

    from ndpool.tgp import NDPPooling

    pooler = NDPPooling()                                   # in a network, as tgp.poolers.NDPPooling
    transform = PreCoarsening([pooler, pooler, pooler])     # or ahead of training
"""
from __future__ import annotations

from typing import Any, List, Optional, Tuple

import numpy as np
import tgp.connect
import tgp.poolers
import tgp.select
import torch
from tgp.imports import is_sparsetensor
from tgp.select import SelectOutput
from tgp.src import PoolingOutput
from tgp.utils.ops import connectivity_to_edge_index, connectivity_to_sparsetensor, connectivity_to_torch_coo
from torch import Tensor
from torch_geometric.utils.num_nodes import maybe_num_nodes

from . import _core
from ._graph import Graph
from ._options import CUT_DEFAULTS, checked_cut_options, options_of

__all__ = ["KronConnect", "NDPPooling", "NDPSelect", "NDPSelectOutput"]


class NDPSelectOutput(SelectOutput):  # type: ignore[misc]
    """A selection that has its graph, so that connecting does not read the edges again."""

    graph: Optional[Graph] = None

    @property
    def L(self) -> Any:
        """The Laplacian, which tgp's selection has too."""
        if self.graph is None:
            raise AttributeError("L")
        return self.graph.laplacian().astype(np.float32)


def _graph_of(edge_index: Tensor, edge_weight: Optional[Tensor], nodes: int) -> Graph:
    """As tgp reads it: directed edges by their maximum, without self-loops, entries of the same place summed."""
    pairs = edge_index.detach().cpu().numpy()
    weights = None if edge_weight is None else edge_weight.detach().cpu().numpy().astype(np.float64).reshape(-1)
    loops = pairs[0] == pairs[1]
    if loops.any():
        pairs = pairs[:, ~loops]
        weights = None if weights is None else weights[~loops]
    rows, columns = np.ascontiguousarray(pairs[0], dtype=np.int64), np.ascontiguousarray(pairs[1], dtype=np.int64)
    try:
        return Graph(_core.from_entries(nodes, rows, columns, weights, True, ""))
    except _core.InvalidInput:
        return Graph(_core.from_entries(nodes, rows, columns, weights, True, "max"))


def _selection(kind: Any, kept: Any, nodes: int, device: torch.device, s_inv_op: str) -> Any:
    """The matrix that selects these nodes, which are ascending."""
    index = torch.from_numpy(np.asarray(kept).astype(np.int64)).to(device)
    number = len(index)
    s = torch.sparse_coo_tensor(
        torch.stack([index, torch.arange(number, device=device)]),
        torch.ones(number, device=device),
        (nodes, number),
        is_coalesced=True,
        check_invariants=False,
    )
    return kind(s=s, s_inv_op=s_inv_op)


class NDPSelect(tgp.select.NDPSelect):  # type: ignore[misc]
    """Selects the nodes that ``ndpool.cut`` keeps: every component by itself, bipartite ones exactly, seeded.

    Args:
        s_inv_op: as in tgp.
        method: of the cut, as in ``ndpool.cut``.
        seed: of all random numbers.
        options: the other options of ``ndpool.cut``: `laplacian`, `components`, `keep` and so on.
    """

    def __init__(self, s_inv_op: str = "transpose", method: str = "spectral", seed: int = 0, **options: Any) -> None:
        super().__init__(s_inv_op=s_inv_op)
        self.method = method
        self.seed = seed
        self.options = options
        self.cut = checked_cut_options(method, options)

    def __getstate__(self) -> Any:
        return {**self.__dict__, "cut": None}

    def __setstate__(self, state: Any) -> None:
        self.__dict__.update(state)
        self.cut = checked_cut_options(self.method, self.options)

    def forward(
        self,
        edge_index: Any,
        edge_weight: Optional[Tensor] = None,
        *,
        batch: Optional[Tensor] = None,
        num_nodes: Optional[int] = None,
        **kwargs: Any,
    ) -> SelectOutput:
        if num_nodes is None:
            num_nodes = len(batch) if batch is not None else maybe_num_nodes(edge_index)
        edge_index, edge_weight = connectivity_to_edge_index(edge_index, edge_weight)
        graph = _graph_of(edge_index, edge_weight, num_nodes)
        kept = _core.cut(graph._core, self.cut, self.seed, 1).kept
        selected: NDPSelectOutput = _selection(NDPSelectOutput, kept, num_nodes, edge_index.device, self.s_inv_op)
        selected.graph = graph
        return selected


class KronConnect(tgp.connect.KronConnect):  # type: ignore[misc]
    """Connects the selected nodes by ``ndpool.kron_reduce`` and drops edges of at most `sparse_threshold`."""

    def forward(self, edge_index: Any, so: SelectOutput, edge_weight: Optional[Tensor] = None, **kwargs: Any) -> Tuple[Any, Any]:
        as_sparsetensor = is_sparsetensor(edge_index)
        as_coo = isinstance(edge_index, Tensor) and edge_index.is_sparse
        edge_index, edge_weight = connectivity_to_edge_index(edge_index, edge_weight)
        graph = getattr(so, "graph", None) or _graph_of(edge_index, edge_weight, so.num_nodes)
        kept = self._kept(so)
        order = np.argsort(kept, kind="stable")
        reduced = _core.kron_reduce(graph._core, kept[order].astype(np.int32), 0.0, 0.0, 1)
        if self.sparse_threshold > 0:
            reduced = _core.drop_weak_edges(reduced, self.sparse_threshold, False)
        pairs = order[reduced.edge_index()] if (order != np.arange(len(order))).any() else reduced.edge_index()
        pooled = torch.from_numpy(np.ascontiguousarray(pairs, dtype=np.int64)).to(edge_index.device)
        weights = torch.from_numpy(reduced.data.astype(np.float32)).to(edge_index.device)
        if as_sparsetensor:
            return connectivity_to_sparsetensor(pooled, weights, so.num_supernodes), None
        if as_coo:
            return connectivity_to_torch_coo(pooled, weights, so.num_supernodes), None
        return pooled, weights

    @staticmethod
    def _kept(so: SelectOutput) -> Any:
        """The node behind each supernode."""
        if so.node_index is not None and len(so.node_index) == so.num_supernodes:
            kept = torch.empty_like(so.node_index)
            kept[so.cluster_index] = so.node_index
            return kept.cpu().numpy()
        if getattr(so, "mis", None) is not None:
            kept = so.mis.cpu().numpy()
            if kept.size and (kept.min() < 0 or kept.max() >= so.num_nodes):
                raise ValueError(f"MIS indices out of range: found {kept.max()}, the graph has {so.num_nodes} nodes")
            return kept
        raise ValueError("Inconsistent number of clusters and node indices.")


class NDPPooling(tgp.poolers.NDPPooling):  # type: ignore[misc]
    """tgp's ``NDPPooling`` on our cut and Kron reduction.

    Args:
        lift, s_inv_op, lift_red_op, cached: as in tgp.
        sparse_threshold: edges of at most this weight are dropped after each level, as tgp does.
        cut: `method`, `seed` and the options of the cut, as in ``NDPSelect``.
    """

    def __init__(
        self,
        lift: str = "precomputed",
        s_inv_op: str = "transpose",
        lift_red_op: str = "sum",
        cached: bool = False,
        *,
        sparse_threshold: float = 1e-2,
        **cut: Any,
    ) -> None:
        super().__init__(lift=lift, s_inv_op=s_inv_op, lift_red_op=lift_red_op, cached=cached)
        self.selector = NDPSelect(s_inv_op, **cut)
        self.connector = KronConnect(sparse_threshold=sparse_threshold)

    @classmethod
    def get_signature(cls) -> Any:
        """All arguments by name: tgp.poolers.get_pooler leaves out others, as `in_channels`, only where no more may follow."""
        declared = super().get_signature()
        return declared._replace(args=[*declared.args, "sparse_threshold", "method", "seed", *CUT_DEFAULTS], has_kwargs=False)

    def _pyramid_options(self, levels: int) -> "_core.Options":
        """The selector's and the connector's options as those of a pyramid."""
        return options_of(
            "ndp",
            tuple(range(1, levels + 1)),
            {
                "cut_method": self.selector.method,
                "epsilon": float(self.connector.sparse_threshold),
                "sparsify": "each",
                **self.selector.options,
            },
        )

    def multi_level_precoarsening(
        self,
        levels: int,
        edge_index: Any = None,
        edge_weight: Optional[Tensor] = None,
        *,
        batch: Optional[Tensor] = None,
        num_nodes: Optional[int] = None,
        **kwargs: Any,
    ) -> List[PoolingOutput]:
        """All levels by one call of the library."""
        if levels < 1:
            raise ValueError(f"'levels' must be >= 1, got {levels}.")
        if not isinstance(edge_index, Tensor) or edge_index.is_sparse or kwargs:
            made: List[PoolingOutput] = super().multi_level_precoarsening(
                levels, edge_index, edge_weight, batch=batch, num_nodes=num_nodes, **kwargs
            )
            return made
        self.clear_cache()
        nodes = num_nodes if num_nodes is not None else len(batch) if batch is not None else maybe_num_nodes(edge_index)
        graph = _graph_of(edge_index, edge_weight, nodes)
        core = _core.pyramid(graph._core, self._pyramid_options(levels), self.selector.seed, 1, None)
        device = edge_index.device
        if batch is None:
            batch = torch.zeros(nodes, dtype=torch.long, device=device)
        outputs = []
        for index in range(levels):
            level = core.graph(index)
            so = _selection(SelectOutput, core.pool(index), nodes, device, self.selector.s_inv_op)
            so.batch = batch
            batch = batch[so.node_index]
            outputs.append(
                PoolingOutput(
                    edge_index=torch.from_numpy(level.edge_index()).to(device),
                    edge_weight=torch.from_numpy(level.data.astype(np.float32)).to(device),
                    batch=batch,
                    so=so,
                )
            )
            nodes = level.node_count
        return outputs
