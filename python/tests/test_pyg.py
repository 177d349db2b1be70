"""Levels in PyTorch Geometric: batches are the block diagonal of their parts, from memory and from disk."""
import pickle
import subprocess
import sys

import numpy as np
import pytest
from conftest import need

need("torch", "torch_geometric")
import torch
from torch_geometric.data import Batch, Data, InMemoryDataset
from torch_geometric.loader import DataLoader

import ndpool
from ndpool.pyg import NDP, LevelData, MultiLevelPool, MultiLevelUnpool, NodeAssignment, level_batch


def graphs(count=40):
    random = np.random.default_rng(0)
    made = []
    for k in range(count):
        g = ndpool.generate(f"sensor:{random.integers(12, 40)}", seed=k)
        made.append(
            Data(
                x=torch.tensor(random.random((g.nodes, 3)), dtype=torch.float),
                edge_index=torch.from_numpy(g.edge_index),
                edge_weight=torch.tensor(g.data, dtype=torch.float),
                y=torch.tensor([k % 2]),
            )
        )
    return made


TRANSFORM = dict(levels=[1, 3], assignment=True, harmonic=True)


def block_diagonal(parts, level, kind):
    """The tensors of a batch, put together from the single graphs by hand."""
    before = {1: 0, 3: 1}[level]
    fine = coarse = 0
    made = []
    for part in parts:
        tensor = part[f"{kind}_{level}"]
        if kind in ("edge_index", "assign_cluster"):
            tensor = tensor + coarse
        elif kind in ("pool", "assign_node"):
            tensor = tensor + fine
        elif kind == "prolong_index":
            tensor = tensor + torch.tensor([[fine], [coarse]])
        made.append(tensor)
        fine += part.num_nodes if before == 0 else part[f"num_nodes_{before}"]
        coarse += part[f"num_nodes_{level}"]
    return torch.cat(made, dim=-1)


KINDS = ["edge_index", "edge_weight", "pool", "assign_node", "assign_cluster", "prolong_index", "prolong_weight"]


def check(batch, parts):
    for level in (1, 3):
        for kind in KINDS:
            assert torch.equal(batch[f"{kind}_{level}"], block_diagonal(parts, level, kind)), (kind, level)
        assert batch[f"num_nodes_{level}"].tolist() == [part[f"num_nodes_{level}"] for part in parts]


def test_a_transform_gives_the_levels_of_the_library():
    data = graphs(1)[0]
    out = NDP([1, 3])(data)
    p = ndpool.pyramid(data.edge_index, [1, 3], edge_weight=data.edge_weight, num_nodes=data.num_nodes)
    for level in p.levels:
        assert (out[f"edge_index_{level.number}"].numpy() == level.adjacency.edge_index).all()
        assert (out[f"pool_{level.number}"].numpy() == level.pool).all()
        assert np.allclose(out[f"edge_weight_{level.number}"].numpy(), level.adjacency.data)
    assert torch.equal(out.x, data.x) and torch.equal(out.y, data.y) and "pool_1" not in data


def test_a_batch_is_the_block_diagonal_of_its_graphs():
    parts = [NDP(**TRANSFORM)(data) for data in graphs(32)]
    batch = next(iter(DataLoader(parts, batch_size=32)))
    check(batch, parts)
    for k in (0, 5, 31):
        for kind in KINDS:
            assert torch.equal(batch.get_example(k)[f"{kind}_3"], parts[k][f"{kind}_3"])


class OnDisk(InMemoryDataset):
    @property
    def raw_file_names(self):
        return []

    @property
    def processed_file_names(self):
        return ["data.pt"]

    def __init__(self, root, **transforms):
        super().__init__(str(root), **transforms)
        self.load(self.processed_paths[0])

    def process(self):
        self.save([self.pre_transform(data) for data in graphs()], self.processed_paths[0])


@pytest.mark.parametrize("workers", [0, 2])
def test_the_same_after_a_round_trip_through_disk(tmp_path, workers):
    parts = [NDP(**TRANSFORM)(data) for data in graphs()]
    OnDisk(tmp_path, pre_transform=NDP(**TRANSFORM))
    reopened = OnDisk(tmp_path, pre_transform=NDP(**TRANSFORM))
    assert isinstance(reopened[0], LevelData)
    for number, batch in enumerate(DataLoader(reopened, batch_size=32, num_workers=workers)):
        check(batch, parts[32 * number : 32 * number + 32])


def test_tensors_survive_without_us(tmp_path):
    data = NDP([1])(graphs(1)[0])
    with open(tmp_path / "levels.pkl", "wb") as file:
        pickle.dump(data.to_dict(), file)
    program = f"import pickle, sys; d = pickle.load(open({str(tmp_path / 'levels.pkl')!r}, 'rb')); assert 'ndpool' not in sys.modules; print(d['pool_1'].shape)"
    subprocess.run([sys.executable, "-c", program], check=True)
    assert torch.equal(pickle.loads(pickle.dumps(data)).pool_1, data.pool_1)


def test_plain_data_would_be_wrong():
    """Why LevelData is there."""
    parts = [NDP([1])(data) for data in graphs(3)]
    plain = Batch.from_data_list([Data.from_dict(part.to_dict()) for part in parts])
    assert not torch.equal(plain.edge_index_1, block_diagonal(parts, 1, "edge_index"))


@pytest.mark.parametrize("how", ["take", "mean", "sum", "max", "harmonic"])
def test_pooling_a_batch_is_pooling_each_graph(how):
    parts = [NDP(**TRANSFORM)(data) for data in graphs(8)]
    batch = Batch.from_data_list(parts)
    pool = MultiLevelPool(how)
    whole = pool(pool(batch.x, batch, 1), batch, 3)
    assert torch.allclose(whole, torch.cat([pool(pool(part.x, part, 1), part, 3) for part in parts]))
    assert len(level_batch(batch, 3)) == len(whole) and level_batch(parts[0], 1) is None
    x = torch.rand_like(batch.x, requires_grad=True)
    pool(x, batch, 1).sum().backward()
    assert x.grad.shape == x.shape


def test_reductions_by_hand():
    data = NDP([1], assignment=True, harmonic=True)(Data(edge_index=torch.tensor([[0, 1, 1, 2], [1, 0, 2, 1]]), x=torch.tensor([[1.0], [5.0], [2.0]])))
    assert data.pool_1.tolist() == [0, 2]
    assigned = NodeAssignment(data, 1)
    groups = {0: [], 1: []}
    for node, cluster in zip(assigned.node.tolist(), assigned.cluster.tolist()):
        groups[cluster].append(float(data.x[node]))
    for how, reduce in (("mean", np.mean), ("sum", np.sum), ("max", np.max)):
        assert MultiLevelPool(how)(data.x, data, 1).view(-1).tolist() == [float(reduce(groups[0])), float(reduce(groups[1]))]
    assert torch.allclose(MultiLevelPool("harmonic")(data.x, data, 1).view(-1), torch.tensor([1 + 2.5, 2 + 2.5]))


@pytest.mark.parametrize("how", ["transpose", "assign", "harmonic"])
def test_what_was_lifted_is_pooled_back(how):
    parts = [NDP(**TRANSFORM)(data) for data in graphs(8)]
    batch = Batch.from_data_list(parts)
    low = torch.rand(len(batch.pool_1), 2)
    lifted = MultiLevelUnpool(how)(low, batch, 1)
    assert lifted.shape == (batch.num_nodes, 2) and torch.allclose(lifted[batch.pool_1], low)
    if how != "transpose":
        assert torch.allclose(MultiLevelUnpool(how)(torch.ones(len(batch.pool_1), 1), batch, 1), torch.ones(batch.num_nodes, 1))


def test_graphs_without_features_or_edges():
    out = NDP([1, 2])(Data(edge_index=torch.zeros((2, 0), dtype=torch.long), num_nodes=3))
    assert out.num_nodes == 3 and out.pool_2.tolist() == [0, 1, 2]
    batch = Batch.from_data_list([out, out])
    assert batch.pool_1.tolist() == [0, 1, 2, 3, 4, 5]


def test_wrong_input_says_what_is_wrong():
    with pytest.raises(ndpool.InvalidInput, match=r"entry \(0, 1\)|entry \(1, 0\)"):
        NDP([1])(Data(edge_index=torch.tensor([[0], [1]]), num_nodes=2))
    with pytest.raises(ndpool.InvalidInput, match="assignment=True"):
        MultiLevelPool("mean")(torch.ones(3, 1), NDP([1])(graphs(1)[0]), 1)
    with pytest.raises(ndpool.InvalidInput, match="accuracy|finest"):
        NDP([1], accuracy="finest")


def test_methods_that_join_nodes_are_transforms_too():
    out = NDP([1], method="graclus", assignment=True)(graphs(1)[0])
    assert len(out.assign_node_1) == out.num_nodes
