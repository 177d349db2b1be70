"""The paper's network trained by PyTorch Geometric, on levels that `ndpool coarsen` made: CPU seconds per epoch, as JSON.

    PYTHON bench/pyg_training.py TU_FOLDER LEVELS_FOLDER [--epochs 20] [--batch-size 32]

TU_FOLDER is the data set with a split, LEVELS_FOLDER what `ndpool coarsen TU_FOLDER --levels 1,2` wrote. PYTHON is one that has
torch and torch_geometric; `bench/training_epoch --install` makes build/compare-venv with both. One thread. The ways:

    loader    DataLoader with shuffling, GraphConv with edge_index: as PyTorch Geometric's own examples have it
    kept      batches put together once and kept, fused Adam
    kept_csr  the same with the matrices of the levels as CSR tensors, which GraphConv multiplies as a whole
"""
import argparse
import json
import os
import sys
import time
import warnings

import numpy
import scipy.sparse
import torch
import torch_geometric
from torch_geometric.data import Batch, Data
from torch_geometric.loader import DataLoader
from torch_geometric.nn import GraphConv, global_mean_pool

CHANNELS = 32
LEARNING_RATE = 5e-4
WEIGHT_DECAY = 1e-3  # twice the weight 5e-4 of the sum of squares in the loss


class PyramidData(Data):
    """A graph and two levels above it: edge_index_1 and edge_index_2 with weights, kept_1 and kept_2 in the level below."""

    def __inc__(self, key, value, *args, **kwargs):
        if key in ("kept_1", "edge_index"):
            return self.x.size(0)
        if key in ("kept_2", "edge_index_1"):
            return self.kept_1.size(0)
        if key == "edge_index_2":
            return self.kept_2.size(0)
        return super().__inc__(key, value, *args, **kwargs)


class Network(torch.nn.Module):
    """MP(32)-P(2)-MP(32)-P(2)-MP(32)-mean: GraphConv with sums is the paper's Eq. 1 once the weights are normalised."""

    def __init__(self, features, classes):
        super().__init__()
        widths = [features, CHANNELS, CHANNELS, CHANNELS]
        self.layers = torch.nn.ModuleList(GraphConv(a, b, aggr="add", bias=False) for a, b in zip(widths, widths[1:]))
        self.head = torch.nn.Linear(CHANNELS, classes)
        for layer in self.layers:
            torch.nn.init.xavier_uniform_(layer.lin_rel.weight)
            torch.nn.init.xavier_uniform_(layer.lin_root.weight)
        torch.nn.init.xavier_uniform_(self.head.weight)
        torch.nn.init.zeros_(self.head.bias)

    def layer(self, number, x, edges, weights):
        return self.layers[number](x, edges, weights) if edges.layout == torch.strided else self.layers[number](x, edges)

    def forward(self, data):
        x = self.layer(0, data.x, data.edge_index, data.edge_weight).relu()
        x = x.index_select(0, data.kept_1)
        x = self.layer(1, x, data.edge_index_1, data.edge_weight_1).relu()
        x = x.index_select(0, data.kept_2)
        x = self.layer(2, x, data.edge_index_2, data.edge_weight_2).relu()
        graphs = data.batch.index_select(0, data.kept_1).index_select(0, data.kept_2)
        return self.head(global_mean_pool(x, graphs, data.num_graphs))


class TuFiles:
    """The files of one TU folder; numbers begin at 0."""

    def __init__(self, folder):
        self.name = next(file[: -len("_A.txt")] for file in os.listdir(folder) if file.endswith("_A.txt"))
        self.prefix = os.path.join(folder, self.name)
        self.graph_of_node = self.table("graph_indicator", int)[:, 0] - 1
        edges = self.table("A", int) - 1
        weights = self.table("edge_attributes", float)
        weights = numpy.ones(len(edges)) if weights is None else weights[:, 0]
        count = len(self.graph_of_node)
        self.adjacency = scipy.sparse.csr_matrix((weights, (edges[:, 0], edges[:, 1])), shape=(count, count))
        self.starts = numpy.searchsorted(self.graph_of_node, numpy.arange(self.graph_of_node.max() + 2))

    def table(self, kind, kind_of_number):
        path = f"{self.prefix}_{kind}.txt"
        if not os.path.exists(path):
            return None
        return numpy.loadtxt(path, delimiter=",", dtype=kind_of_number, ndmin=2)

    def propagation(self):
        """D^-1/2 A D^-1/2, graph by graph: edges and weights."""
        degrees = numpy.asarray(self.adjacency.sum(axis=1)).ravel()
        scale = scipy.sparse.diags(numpy.where(degrees > 0, 1 / numpy.sqrt(numpy.maximum(degrees, 1e-300)), 0))
        matrix = (scale @ self.adjacency @ scale).tocsr()
        for first, end in zip(self.starts, self.starts[1:]):
            part = matrix[first:end, first:end].tocoo()
            edges = numpy.stack([part.row, part.col])
            yield torch.from_numpy(edges).long(), torch.from_numpy(part.data).float()


def standard(columns):
    deviations = columns.std(axis=0)
    return (columns - columns.mean(axis=0)) / numpy.where(deviations > 0, deviations, 1)


def structure(adjacency):
    """The number of neighbours and the clustering coefficient of each node."""
    plain = (adjacency != 0).astype(float)
    neighbours = numpy.asarray(plain.sum(axis=1)).ravel()
    closed = numpy.asarray((plain @ plain).multiply(plain).sum(axis=1)).ravel()
    return numpy.stack([neighbours, closed / numpy.maximum(neighbours * (neighbours - 1), 1)], axis=1)


def features_of(files):
    """As Sec. V-A says: attributes, or else what the structure says of a node; and labels."""
    attributes = files.table("node_attributes", float)
    columns = [standard(structure(files.adjacency) if attributes is None else attributes)]
    labels = files.table("node_labels", int)
    if labels is not None:
        columns += [(column[:, None] == numpy.unique(column)).astype(float) for column in labels.T]
    return torch.from_numpy(numpy.concatenate(columns, axis=1)).float()


def read(folder, levels_folder):
    """The training graphs, and the number of classes."""
    base = TuFiles(folder)
    levels = [TuFiles(os.path.join(levels_folder, f"level_{number}")) for number in (1, 2)]
    nodes = [level.table("nodes", int)[:, 0] - 1 for level in levels]  # of the base, ascending
    kept_1 = nodes[0] - base.starts[levels[0].graph_of_node]
    kept_2 = numpy.searchsorted(nodes[0], nodes[1]) - levels[0].starts[levels[1].graph_of_node]
    classes, labels = numpy.unique(base.table("graph_labels", int)[:, 0], return_inverse=True)
    features = features_of(base)
    with open(f"{base.prefix}_split.txt") as file:
        split = file.read().split()
    graphs = []
    for g, (zero, one, two) in enumerate(zip(*(files.propagation() for files in [base] + levels))):
        part = [slice(files.starts[g], files.starts[g + 1]) for files in [base] + levels]
        graphs.append(PyramidData(
            x=features[part[0]], y=torch.tensor([int(labels[g])]), edge_index=zero[0], edge_weight=zero[1],
            edge_index_1=one[0], edge_weight_1=one[1], edge_index_2=two[0], edge_weight_2=two[1],
            kept_1=torch.from_numpy(kept_1[part[1]]), kept_2=torch.from_numpy(kept_2[part[2]])))
    return [graph for graph, use in zip(graphs, split) if use == "train"], len(classes)


def with_matrices(batch):
    """The same batch whose edges are CSR tensors; the matrices are symmetric, so that their transposed are the same."""
    for number, nodes in [("", batch.num_nodes), ("_1", batch.kept_1.size(0)), ("_2", batch.kept_2.size(0))]:
        edges, weights = batch[f"edge_index{number}"], batch[f"edge_weight{number}"]
        batch[f"edge_index{number}"] = torch.sparse_coo_tensor(edges, weights, (nodes, nodes)).coalesce().to_sparse_csr()
    return batch


def batches_by(way, graphs, size):
    if way == "loader":
        return DataLoader(graphs, batch_size=size, shuffle=True)
    order = torch.randperm(len(graphs)).tolist()
    batches = [Batch.from_data_list([graphs[g] for g in order[i:i + size]]) for i in range(0, len(graphs), size)]
    return [with_matrices(batch) for batch in batches] if way == "kept_csr" else batches


def train(way, graphs, classes, given):
    """CPU seconds of the quickest epoch, loss and accuracy on the training graphs during the last."""
    torch.manual_seed(0)
    network = Network(graphs[0].x.size(1), classes)
    regularised = [parameter for name, parameter in network.named_parameters() if name != "head.bias"]
    groups = [{"params": regularised, "weight_decay": WEIGHT_DECAY}, {"params": [network.head.bias], "weight_decay": 0}]
    adam = torch.optim.Adam(groups, lr=LEARNING_RATE, fused=way != "loader")
    batches = batches_by(way, graphs, given.batch_size)
    seconds = []
    for _ in range(given.epochs):
        start = time.process_time()
        total = right = 0
        for batch in batches:
            adam.zero_grad()
            logits = network(batch)
            loss = torch.nn.functional.cross_entropy(logits, batch.y)
            loss.backward()
            adam.step()
            total += float(loss) * batch.num_graphs
            right += int((logits.argmax(dim=1) == batch.y).sum())
        seconds.append(time.process_time() - start)
    return {"seconds": min(seconds), "loss": total / len(graphs), "accuracy": right / len(graphs)}


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("folder")
    arguments.add_argument("levels")
    arguments.add_argument("--epochs", type=int, default=20)
    arguments.add_argument("--batch-size", type=int, default=32)
    given = arguments.parse_args()

    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    graphs, classes = read(given.folder, given.levels)
    result = {"graphs": len(graphs), "features": graphs[0].x.size(1), "classes": classes,
              "versions": {"torch": torch.__version__, "torch_geometric": torch_geometric.__version__}}
    for way in ["loader", "kept", "kept_csr"]:
        result[way] = train(way, graphs, classes, given)
    json.dump(result, sys.stdout)
    print()


if __name__ == "__main__":
    main()
