"""Our cut and reduction inside torch-geometric-pool."""
import numpy as np
import pytest
from conftest import need

need("torch", "torch_geometric", "tgp")
import torch
from tgp.data import PoolDataLoader
from tgp.data.transforms import PreCoarsening
from tgp.poolers import NDPPooling as TheirPooling
from torch_geometric.data import Batch, Data

import ndpool
from ndpool.tgp import KronConnect, NDPPooling, NDPSelect


def data(seed=0, nodes=30):
    g = ndpool.generate(f"sensor:{nodes}", seed=seed)
    return Data(
        x=torch.rand(g.nodes, 4),
        edge_index=torch.from_numpy(g.edge_index),
        edge_weight=torch.tensor(g.data, dtype=torch.float),
    )


def dense(edge_index, weight, nodes):
    a = np.zeros((nodes, nodes))
    a[edge_index[0].numpy(), edge_index[1].numpy()] = weight.numpy()
    return a


@pytest.mark.parametrize("seed", range(10))
def test_for_the_same_selection_our_connection_is_theirs(seed):
    one = data(seed)
    so = NDPSelect()(one.edge_index, one.edge_weight, num_nodes=one.num_nodes)
    from tgp.connect import KronConnect as Theirs

    ours = dense(*KronConnect()(one.edge_index, so, one.edge_weight), so.num_supernodes)
    theirs = dense(*Theirs()(one.edge_index, so, one.edge_weight), so.num_supernodes)
    assert np.abs(ours - theirs).max() < 1e-4


def test_the_selection_is_our_cut():
    one = data()
    so = NDPSelect()(one.edge_index, one.edge_weight, num_nodes=one.num_nodes)
    assert so.node_index.tolist() == ndpool.cut(one.edge_index, edge_weight=one.edge_weight).kept.tolist()


def test_all_levels_at_once_are_the_levels_one_by_one():
    one = data(3, 60)
    pooler = NDPPooling()
    at_once = PreCoarsening([pooler, pooler, pooler])(one.clone()).pooled_data
    edge_index, weight, nodes = one.edge_index, one.edge_weight, one.num_nodes
    for level in at_once:
        step = pooler.precoarsening(edge_index=edge_index, edge_weight=weight, num_nodes=nodes)
        assert torch.equal(step.so.node_index, level.so.node_index)
        assert torch.equal(step.edge_index, level.edge_index) and torch.allclose(step.edge_weight, level.edge_weight, atol=1e-5)
        edge_index, weight, nodes = step.edge_index, step.edge_weight, step.so.num_supernodes


def test_a_batch_is_pooled_as_its_graphs():
    parts = [data(k, 20 + k) for k in range(6)]
    batch = Batch.from_data_list(parts)
    pooler = NDPPooling()
    whole = pooler(x=batch.x, adj=batch.edge_index, edge_weight=batch.edge_weight, batch=batch.batch)
    single = [pooler(x=part.x, adj=part.edge_index, edge_weight=part.edge_weight) for part in parts]
    assert torch.equal(whole.x, torch.cat([one.x for one in single]))
    assert whole.batch.tolist() == [k for k, one in enumerate(single) for _ in range(one.x.size(0))]
    lifted = pooler(x=whole.x, so=whole.so, lifting=True)
    assert lifted.shape == batch.x.shape and torch.equal(lifted[whole.so.node_index], whole.x)


def test_the_loader_of_tgp_takes_our_levels():
    pooler = NDPPooling()
    parts = [PreCoarsening([pooler, pooler])(data(k)) for k in range(6)]
    batch = next(iter(PoolDataLoader(parts, batch_size=6)))
    assert batch.pooled_data[1].num_nodes == sum(part.pooled_data[1].num_nodes for part in parts)


def test_self_loops_and_directions_are_read_as_tgp_reads_them():
    edge_index = torch.tensor([[0, 1, 1, 2, 2], [1, 0, 2, 1, 2]])
    so = NDPSelect()(edge_index, num_nodes=3)
    assert so.node_index.tolist() == [0, 2]
    pooled, weight = KronConnect()(edge_index, so)
    assert pooled.tolist() == [[0, 1], [1, 0]] and weight.tolist() == [0.5, 0.5]
    one_way = NDPSelect()(torch.tensor([[0, 1], [1, 2]]), num_nodes=3)
    assert one_way.node_index.tolist() == [0, 2]


def test_their_signature_is_ours():
    pooler = NDPPooling(lift="transpose", s_inv_op="transpose", lift_red_op="sum", cached=True)
    assert isinstance(pooler, TheirPooling) and not pooler.is_trainable and "NDPPooling" in repr(pooler)
    import copy
    import pickle

    assert copy.deepcopy(pooler).selector.seed == pickle.loads(pickle.dumps(pooler)).selector.seed == 0


def test_tgp_makes_our_pooler_from_the_arguments_of_any(monkeypatch):
    import tgp.poolers

    monkeypatch.setitem(tgp.poolers.pooler_map, "ndp", NDPPooling)
    pooler = tgp.poolers.get_pooler("ndp", in_channels=4, ratio=0.5, k=10, seed=3, keep="smaller")
    assert isinstance(pooler, NDPPooling) and pooler.selector.seed == 3 and pooler.selector.options == {"keep": "smaller"}
