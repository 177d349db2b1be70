"""Trains the paper's network in PyTorch Geometric on PROTEINS, with levels that our transform made.

    NDPOOL_DATA=/folder/with/PROTEINS.zip python pyg_proteins.py [--run RUN] [--output folds.csv] [--quick]

The network is that of ``ndpool train --pool ndp``: MP(32)-P(2)-MP(32)-P(2)-MP(32)-mean-dense, X' = relu(P X W + X V) with
P = D^-1/2 A D^-1/2, Adam with a rate of 5e-4 and L2 of 5e-4 on all weights but biases, batches of 32 graphs, early stopping after 50
epochs without progress on validation data, which are a tenth of the graphs that are not for testing. ``--run`` takes the test graphs of
each fold from the folder of such a training. ``--output`` keeps finished folds: the same command then resumes after the last one.
Without the data set it trains on a small generated one.
"""
import argparse
import csv
import json
import os
import sys

try:
    import torch
    from torch.nn.functional import cross_entropy
    from torch_geometric.data import Batch, Data
    from torch_geometric.nn import global_mean_pool
    from torch_geometric.utils import degree
except ImportError as missing:
    print(f"PyTorch Geometric is not installed: {missing}", file=sys.stderr)
    sys.exit(77)
import numpy as np

import ndpool
from ndpool.pyg import NDP, MultiLevelPool, level_batch

parser = argparse.ArgumentParser()
parser.add_argument("--folds", type=int, default=10)
parser.add_argument("--run", help="folder of `ndpool train PROTEINS --pool ndp`, whose test folds are taken")
parser.add_argument("--output", help="file for the accuracy of each fold")
parser.add_argument("--quick", action="store_true")
parser.add_argument("--seed", type=int, default=0)
options = parser.parse_args()
torch.set_num_threads(1)


def read():
    """The graphs as Data: attributes with zero mean and unit variance, then one column for each label."""
    try:
        dataset = ndpool.dataset("PROTEINS")
    except ndpool.InvalidInput:
        dataset = ndpool.dataset("bench:easy-small")
        print("PROTEINS is not in $NDPOOL_DATA: a generated data set takes its place")
    attributes = [dataset.node_attributes(i) for i in range(len(dataset))]
    labels = [dataset.node_labels(i) for i in range(len(dataset))]
    columns = []
    if attributes[0] is not None:
        every = np.concatenate(attributes)
        deviation = every.std(axis=0)
        columns.append([(a - every.mean(axis=0)) / np.where(deviation > 0, deviation, 1) for a in attributes])
    if labels[0] is not None:
        known = np.unique(np.concatenate(labels)[:, 0])
        columns.append([(one[:, :1] == known[None, :]).astype(float) for one in labels])
    classes = {label: k for k, label in enumerate(np.unique(dataset.labels))}
    return [
        Data(
            x=torch.tensor(np.concatenate([column[i] for column in columns], axis=1), dtype=torch.float),
            edge_index=torch.from_numpy(graph.edge_index),
            edge_weight=torch.tensor(graph.data, dtype=torch.float),
            y=torch.tensor([classes[dataset.labels[i]]]),
        )
        for i, graph in enumerate(dataset)
    ]


class MessagePassing(torch.nn.Module):
    """relu(P X W + X V)."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.w = torch.nn.Linear(inputs, outputs, bias=False)
        self.v = torch.nn.Linear(inputs, outputs, bias=False)
        for linear in (self.w, self.v):
            torch.nn.init.xavier_uniform_(linear.weight)

    def forward(self, x, p):
        return torch.relu(p @ self.w(x) + self.v(x))


class Network(torch.nn.Module):
    def __init__(self, features, classes, channels=32):
        super().__init__()
        self.layers = torch.nn.ModuleList([MessagePassing(features, channels), MessagePassing(channels, channels), MessagePassing(channels, channels)])
        self.pool = MultiLevelPool("take")
        self.dense = torch.nn.Linear(channels, classes)
        torch.nn.init.xavier_uniform_(self.dense.weight)
        torch.nn.init.zeros_(self.dense.bias)

    def forward(self, b):
        x = self.layers[0](b.x, b.p_0)
        for level in (1, 2):
            x = self.layers[level](self.pool(x, b, level), b[f"p_{level}"])
        return self.dense(global_mean_pool(x, level_batch(b, 2), size=b.num_graphs))


def propagation(edge_index, weight, nodes):
    """D^-1/2 A D^-1/2 as a sparse matrix."""
    d = degree(edge_index[0], nodes).zero_().index_add(0, edge_index[0], weight).pow(-0.5)
    d[torch.isinf(d)] = 0
    values = d[edge_index[0]] * weight * d[edge_index[1]]
    return torch.sparse_coo_tensor(edge_index, values, (nodes, nodes)).to_sparse_csr()


def batches_of(graphs, chosen, size=32):
    """Batches that are kept for some epochs, each with the matrices of its levels."""
    made = []
    for first in range(0, len(chosen), size):
        b = Batch.from_data_list([graphs[i] for i in chosen[first : first + size]])
        b.p_0 = propagation(b.edge_index, b.edge_weight, b.num_nodes)
        for level in (1, 2):
            b[f"p_{level}"] = propagation(b[f"edge_index_{level}"], b[f"edge_weight_{level}"], int(b[f"num_nodes_{level}"].sum()))
        made.append(b)
    return made


def evaluate(network, batches):
    network.eval()
    with torch.no_grad():
        outputs = torch.cat([network(b) for b in batches])
        y = torch.cat([b.y for b in batches])
    return float(cross_entropy(outputs, y)), float((outputs.argmax(1) == y).float().mean())


def stratified(y, parts, random):
    """Numbers of graphs in so many parts, each class spread evenly."""
    order = random.permutation(len(y))
    order = order[np.argsort(y[order], kind="stable")]
    return [order[k::parts] for k in range(parts)]


def folds_of_run(folder):
    """The test graphs of each fold of a training by ``ndpool train``."""
    folds = {}
    with open(os.path.join(folder, "predictions.csv"), newline="") as file:
        for row in csv.DictReader(file):
            folds.setdefault(int(row["fold"]), []).append(int(row["graph"]) - 1)
    return [np.array(folds[number]) for number in sorted(folds)]


def train(graphs, training, validation, test, random, most_epochs):
    classes = int(max(g.y for g in graphs)) + 1
    network = Network(graphs[0].x.size(1), classes)
    weights = [parameter for parameter in network.parameters() if parameter.dim() > 1]
    groups = [{"params": weights, "weight_decay": 2 * 5e-4}, {"params": [network.dense.bias]}]
    optimizer = torch.optim.Adam(groups, lr=5e-4, eps=1e-7)
    held_out, best, waited = batches_of(graphs, validation), (np.inf, None), 0
    for epoch in range(most_epochs):
        if epoch % 10 == 0:
            batches = batches_of(graphs, random.permutation(training))
        network.train()
        for k in random.permutation(len(batches)):
            optimizer.zero_grad()
            cross_entropy(network(batches[k]), batches[k].y).backward()
            optimizer.step()
        loss, _ = evaluate(network, held_out)
        waited += 1
        if loss < best[0]:
            best, waited = (loss, {name: value.clone() for name, value in network.state_dict().items()}), 0
        if waited >= 50:
            break
    network.load_state_dict(best[1])
    return evaluate(network, batches_of(graphs, test))[1], epoch + 1


def finished_folds(path):
    """(accuracy, epochs) of each fold that an interrupted run has finished."""
    if not path or not os.path.exists(path):
        return []
    with open(path, newline="") as file:
        return [(float(row["accuracy"]), int(row["epochs"])) for row in csv.DictReader(file)]


def store_folds(path, finished):
    with open(path + ".new", "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["fold", "accuracy", "epochs"])
        writer.writerows((number + 1, accuracy, epochs) for number, (accuracy, epochs) in enumerate(finished))
    os.replace(path + ".new", path)


graphs = [NDP(levels=[1, 2])(data) for data in read()]
y = np.array([int(g.y) for g in graphs])
folds = folds_of_run(options.run) if options.run else stratified(y, max(2, options.folds), np.random.default_rng(options.seed))
finished = finished_folds(options.output)
for number in range(len(finished), 1 if options.quick else len(folds)):
    torch.manual_seed(1000 * options.seed + number)
    random = np.random.default_rng([options.seed, number])
    test = folds[number]
    rest = np.setdiff1d(np.arange(len(graphs)), test)
    parts = stratified(y[rest], 10, random)
    training = np.concatenate([rest[part] for part in parts[1:]])
    finished.append(train(graphs, training, rest[parts[0]], test, random, 3 if options.quick else 2000))
    print(f"fold {number + 1}: {100 * finished[-1][0]:.1f} %, {finished[-1][1]} epochs", flush=True)
    if options.output:
        store_folds(options.output, finished)
accuracies = 100 * np.array([accuracy for accuracy, _ in finished])
print(f"PyTorch Geometric: {accuracies.mean():.1f} +- {accuracies.std():.1f} % on {len(accuracies)} folds")
if options.run:
    with open(os.path.join(options.run, "result.json")) as file:
        theirs = 100 * np.array(json.load(file)["folds"])[: len(accuracies)]
    print(f"ndpool train:      {theirs.mean():.1f} +- {theirs.std():.1f} % on the same folds")
