"""PyTorch Geometric: pyramids as an ordinary transform, in batches of an ordinary ``DataLoader``.

.. code-block:: python

    from ndpool.pyg import NDP

    dataset = TUDataset(root, "PROTEINS", pre_transform=NDP(levels=[1, 2]))
    for b in DataLoader(dataset, 32, shuffle=True):
        x = conv0(b.x, b.edge_index)
        x = conv1(x[b.pool_1], b.edge_index_1, b.edge_weight_1)
"""
from __future__ import annotations

import re
from typing import Any, Optional, Sequence

import numpy as np
import torch
from torch import Tensor
from torch_geometric.data import Data
from torch_geometric.transforms import BaseTransform
from torch_geometric.utils import scatter

from . import _core
from ._as_graph import graph_of_edges
from ._graph import Graph
from ._options import options_of
from ._pyramid import Pyramid, pyramid

__all__ = ["NDP", "LevelData", "MultiLevelPool", "MultiLevelUnpool", "NodeAssignment", "level_batch"]

_OF_LEVEL = re.compile(r"(edge_index|pool|assign_node|assign_cluster|prolong_index)_(\d+)$")


class LevelData(Data):
    """A ``Data`` whose levels are numbered on through a batch. With a plain ``Data``, batches would be silently wrong.

    For every stored level l it has plain tensors: ``edge_index_l``, ``edge_weight_l``, ``pool_l`` (for each node its node in
    the stored level before), and ``num_nodes_l``; with assignments also ``assign_node_l`` and ``assign_cluster_l``; with
    harmonic extension also ``prolong_index_l`` and ``prolong_weight_l``.
    """

    def level_before(self, level: int) -> int:
        """The stored level before this one; 0 is the input."""
        for number in range(level - 1, 0, -1):
            if f"num_nodes_{number}" in self:
                return number
        return 0

    def nodes_at(self, level: int) -> Any:
        """The number of nodes of a stored level."""
        return self.num_nodes if level == 0 else self[f"num_nodes_{level}"]

    def __inc__(self, key: str, value: Any, *args: Any, **kwargs: Any) -> Any:
        match = _OF_LEVEL.match(key)
        if match is None:
            return super().__inc__(key, value, *args, **kwargs)
        kind, level = match[1], int(match[2])
        if kind in ("edge_index", "assign_cluster"):
            return self.nodes_at(level)
        before = self.nodes_at(self.level_before(level))
        if kind == "prolong_index":
            return torch.tensor([[before], [self.nodes_at(level)]])
        return before

    def __cat_dim__(self, key: str, value: Any, *args: Any, **kwargs: Any) -> Any:
        match = _OF_LEVEL.match(key)
        if match is None:
            return super().__cat_dim__(key, value, *args, **kwargs)
        return -1 if match[1] in ("edge_index", "prolong_index") else 0


if hasattr(torch.serialization, "add_safe_globals"):
    torch.serialization.add_safe_globals([LevelData])


_NUMPY = {torch.float32: np.float32, torch.float64: np.float64}


def _weights(values: Any, dtype: torch.dtype) -> Tensor:
    """A copy of the weights; several times quicker than torch.tensor on small graphs."""
    known = _NUMPY.get(dtype)
    return torch.from_numpy(values.astype(known)) if known is not None else torch.tensor(values, dtype=dtype)


class NDP(BaseTransform):
    """Adds the levels of a pyramid to a ``Data``; as ``pre_transform`` they are computed once and stored with the dataset.

    Args:
        levels: numbers of the levels to store.
        seed: of all random numbers.
        edge_weight: name of the attribute with the weights; without it all weights are 1.
        assignment: also store to which node of a level each node of the level before is assigned, for
            ``NodeAssignment`` and the reductions "mean", "sum" and "max".
        harmonic: also store the harmonic extension, for the reduction and un-pooling "harmonic".
        symmetrize: what to do with directed graphs: "max", "mean", "sum", "chung", or None to refuse them.
        options: those of ``ndpool.pyramid``, also ``method="graclus"``.
    """

    def __init__(
        self,
        levels: Sequence[int] = (1, 2),
        *,
        seed: int = 0,
        method: str = "ndp",
        edge_weight: str = "edge_weight",
        assignment: bool = False,
        harmonic: bool = False,
        symmetrize: Optional[str] = None,
        dtype: torch.dtype = torch.float32,
        **options: Any,
    ) -> None:
        self.levels = [int(level) for level in levels]
        self.seed = seed
        self.method = method
        self.edge_weight = edge_weight
        self.assignment = assignment
        self.harmonic = harmonic
        self.symmetrize = symmetrize
        self.dtype = dtype
        self.options = options
        if method == "graclus":
            self.options.setdefault("fake_nodes", False)
        options_of(method, self.levels, self.options)  # invalid options are refused here

    def pyramid(self, data: Data) -> Pyramid:
        """The pyramid of the graph of a ``Data``."""
        weights = data[self.edge_weight] if self.edge_weight in data else None
        core = graph_of_edges(data.edge_index, weights, data.num_nodes, self.symmetrize or "")
        return pyramid(Graph(core), self.levels, seed=self.seed, method=self.method, threads=1, **self.options)

    def forward(self, data: Data) -> LevelData:
        """The data with its levels."""
        made = self.pyramid(data)._core
        result = LevelData()
        result._store.update(data._store)
        store = result._store
        if "num_nodes" not in store and "x" not in store:
            store["num_nodes"] = data.num_nodes
        for index in range(len(made)):
            level = made.number(index)
            graph = made.graph(index)
            store[f"edge_index_{level}"] = torch.from_numpy(graph.edge_index())
            store[f"edge_weight_{level}"] = _weights(graph.data, self.dtype)
            store[f"pool_{level}"] = torch.from_numpy(made.pool(index).astype(np.int64))
            store[f"num_nodes_{level}"] = graph.node_count
            if self.assignment:
                self._add_assignment(store, level, made.assignment(index))
            if self.harmonic:
                self._add_harmonic(store, level, made, index)
        return result

    @staticmethod
    def _add_assignment(store: Any, level: int, clusters: Any) -> None:
        assigned = np.nonzero(clusters >= 0)[0]
        store[f"assign_node_{level}"] = torch.from_numpy(assigned)
        store[f"assign_cluster_{level}"] = torch.from_numpy(clusters[assigned].astype(np.int64))

    def _add_harmonic(self, store: Any, level: int, made: "_core.Pyramid", index: int) -> None:
        unit = np.eye(made.graph(index).node_count)
        extension = made.lift_signal(unit, index + 1, index, True)
        rows, columns = np.nonzero(extension)
        store[f"prolong_index_{level}"] = torch.from_numpy(np.stack([rows, columns]))
        store[f"prolong_weight_{level}"] = _weights(extension[rows, columns], self.dtype)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(levels={self.levels})"


def level_batch(data: Any, level: int) -> Optional[Tensor]:
    """The number of the graph of each node of a level, as ``data.batch`` is for the input; None without batch."""
    if getattr(data, "batch", None) is None:
        return None
    if level == 0:
        return data.batch  # type: ignore[no-any-return]
    before = level_batch(data, data.level_before(level))
    assert before is not None
    return before[data[f"pool_{level}"]]


def _count(data: Any, level: int) -> int:
    if level == 0:
        return int(data.num_nodes)
    return int(data[f"pool_{level}"].numel())


class NodeAssignment:
    """To which node of a level each node of the stored level before is assigned; needs ``NDP(..., assignment=True)``.

    ``NodeAssignment(batch, 1).reduce(x, "mean")`` pools, ``.lift(y)`` gives every node the value of its cluster.
    """

    def __init__(self, data: Any, level: int) -> None:
        if f"assign_node_{level}" not in data:
            raise _core.InvalidInput(f"level {level} has no assignment, expected NDP(levels, assignment=True)")
        self.node = data[f"assign_node_{level}"]
        self.cluster = data[f"assign_cluster_{level}"]
        self.clusters = _count(data, level)
        self.nodes = _count(data, data.level_before(level))

    def reduce(self, x: Tensor, how: str = "mean") -> Tensor:
        """One row per cluster; how is "mean", "sum" or "max"."""
        if how not in ("mean", "sum", "max"):
            raise _core.InvalidInput(f"how: found {how!r}, expected 'mean', 'sum' or 'max'")
        return scatter(x[self.node], self.cluster, dim=0, dim_size=self.clusters, reduce=how)

    def lift(self, x: Tensor) -> Tensor:
        """One row per node, that of its cluster; zero for nodes that are not assigned."""
        lifted = x.new_zeros((self.nodes, *x.shape[1:]))
        return lifted.index_copy(0, self.node, x[self.cluster])


def _prolonged(data: Any, level: int, x: Tensor, down: bool) -> Tensor:
    """x' = H^T x down, x = H x' up, with the harmonic extension H."""
    if f"prolong_index_{level}" not in data:
        raise _core.InvalidInput(f"level {level} has no harmonic extension, expected NDP(levels, harmonic=True)")
    fine, coarse = data[f"prolong_index_{level}"]
    weight = data[f"prolong_weight_{level}"].to(x.dtype)
    columns = weight.view(-1, *([1] * (x.dim() - 1)))
    if not down:
        nodes = _count(data, data.level_before(level))
        return scatter(columns * x[coarse], fine, dim=0, dim_size=nodes, reduce="sum")
    return scatter(columns * x[fine], coarse, dim=0, dim_size=_count(data, level), reduce="sum")


class MultiLevelPool(torch.nn.Module):
    """Pools features from the stored level before to a level: ``x = pool(x, batch, level)``.

    Args:
        how: "take" the kept nodes, as in the paper; "mean", "sum" or "max" over the nodes that are assigned to each node; or
            "harmonic", Kron's own restriction: a dropped node is spread over the kept nodes that a random walk from it
            reaches first, and no sum over all nodes changes.
    """

    def __init__(self, how: str = "take") -> None:
        super().__init__()
        if how not in ("take", "mean", "sum", "max", "harmonic"):
            raise _core.InvalidInput(f"how: found {how!r}, expected 'take', 'mean', 'sum', 'max' or 'harmonic'")
        self.how = how

    def forward(self, x: Tensor, data: Any, level: int) -> Tensor:
        if self.how == "take":
            return x[data[f"pool_{level}"]]
        if self.how == "harmonic":
            return _prolonged(data, level, x, down=True)
        return NodeAssignment(data, level).reduce(x, self.how)

    def extra_repr(self) -> str:
        return f"how={self.how!r}"


class MultiLevelUnpool(torch.nn.Module):
    """Lifts features from a level to the stored level before: ``x = unpool(x, batch, level)``.

    Args:
        how: "transpose" puts zeros where nodes were dropped; "assign" copies the value of the node they are assigned to;
            "harmonic" lets them settle between their neighbours.
    """

    def __init__(self, how: str = "transpose") -> None:
        super().__init__()
        if how not in ("transpose", "assign", "harmonic"):
            raise _core.InvalidInput(f"how: found {how!r}, expected 'transpose', 'assign' or 'harmonic'")
        self.how = how

    def forward(self, x: Tensor, data: Any, level: int) -> Tensor:
        if self.how == "assign":
            return NodeAssignment(data, level).lift(x)
        if self.how == "harmonic":
            return _prolonged(data, level, x, down=False)
        lifted = x.new_zeros((_count(data, data.level_before(level)), *x.shape[1:]))
        return lifted.index_copy(0, data[f"pool_{level}"], x)

    def extra_repr(self) -> str:
        return f"how={self.how!r}"
