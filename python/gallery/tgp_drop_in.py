"""torch-geometric-pool with our cut and reduction inside its objects.

    python tgp_drop_in.py
"""
import sys
import time

try:
    import torch
    from tgp.data import PoolDataLoader
    from tgp.data.transforms import PreCoarsening
    from tgp.poolers import NDPPooling as TheirPooling
    from torch_geometric.data import Data
    from torch_geometric.nn import GraphConv, global_mean_pool
except ImportError as missing:
    print(f"torch-geometric-pool is not installed: {missing}", file=sys.stderr)
    sys.exit(77)

import ndpool
from ndpool.tgp import NDPPooling

dataset = ndpool.dataset("bench:easy-small,20")


def data_of(index):
    graph = dataset[index]
    return Data(
        x=torch.tensor(dataset.node_attributes(index) if dataset.node_attributes(index) is not None else dataset.node_labels(index), dtype=torch.float),
        edge_index=torch.from_numpy(graph.edge_index),
        edge_weight=torch.tensor(graph.data, dtype=torch.float),
        y=torch.tensor([int(dataset.labels[index])]),
    )


for name, pooler in (("theirs", TheirPooling()), ("ours", NDPPooling())):
    transform = PreCoarsening([pooler, pooler])
    begin = time.process_time()
    coarse = [transform(data_of(index)) for index in range(len(dataset))]
    print(f"{name}: {(time.process_time() - begin) / len(dataset) * 1e3:.2f} ms of CPU time per graph")

# In a network: select, reduce, connect and lift as with any pooling layer of tgp.
features = coarse[0].x.size(1)
before, after = GraphConv(features, 16), GraphConv(16, 16)
pool = NDPPooling()
batch = next(iter(PoolDataLoader(coarse, batch_size=8)))
x = before(batch.x, batch.edge_index, batch.edge_weight).relu()
pooled = pool(x=x, adj=batch.edge_index, edge_weight=batch.edge_weight, batch=batch.batch)
y = after(pooled.x, pooled.edge_index, pooled.edge_weight).relu()
lifted = pool(x=y, so=pooled.so, lifting=True)
print("nodes", x.size(0), "->", y.size(0), "->", lifted.size(0), "| graphs", global_mean_pool(y, pooled.batch).shape)
