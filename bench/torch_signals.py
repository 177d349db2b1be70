"""The network of Sec. VI-B on MNIST in PyTorch with sparse products: CPU seconds of an epoch for several batch sizes, as JSON.

    PYTHON bench/torch_signals.py MNIST_FOLDER LEVELS_FOLDER [--samples 11000] [--batch-sizes 32,64,128,256]

LEVELS_FOLDER is what `ndpool coarsen knn-grid:28x28,8 --levels 2,4 --format npz` wrote. PYTHON is one that has torch and SciPy. One thread;
the first samples of the training images are learned from, and the time is scaled to 55,000. The ways:

    all_rows  every row of a layer is computed, then the pool takes some
    pruned    rows that the pool drops are left out of the sparse matrices
"""
import argparse
import gzip
import json
import time
import warnings

import numpy
import scipy.sparse
import torch

CHANNELS = 32
CLASSES = 10
TRAINING = 55000


def read_idx(path):
    with gzip.open(path) as file:
        bytes_ = file.read()
    dimensions = bytes_[3]
    shape = numpy.frombuffer(bytes_, ">u4", dimensions, 4)
    return numpy.frombuffer(bytes_, numpy.uint8, offset=4 + 4 * dimensions).reshape(shape)


def normalised(adjacency):
    scale = scipy.sparse.diags(1 / numpy.sqrt(numpy.asarray(adjacency.sum(axis=1)).ravel()))
    return (scale @ adjacency @ scale).tocsr().astype(numpy.float32)


def tensor_of(matrix):
    matrix = matrix.tocsr()
    return torch.sparse_csr_tensor(torch.from_numpy(matrix.indptr.astype(numpy.int64)), torch.from_numpy(matrix.indices.astype(numpy.int64)),
                                   torch.from_numpy(matrix.data), matrix.shape)


class SparseProduct(torch.autograd.Function):
    """matrix @ x, whose gradient is a product with the transposed matrix: PyTorch's own for CSR tensors makes it again each time."""

    @staticmethod
    def forward(context, matrix, transposed, x):
        context.transposed = transposed
        return matrix @ x

    @staticmethod
    def backward(context, gradient):
        return None, None, context.transposed @ gradient.contiguous()


class Network(torch.nn.Module):
    def __init__(self, levels, pools, prune):
        super().__init__()
        self.prune = prune
        self.pools = [torch.from_numpy(pool) for pool in pools]
        rows = [level[pool] if prune else level for level, pool in zip(levels, pools)] + [levels[-1]]
        self.matrices = [(tensor_of(matrix), tensor_of(matrix.T.tocsr())) for matrix in rows]
        widths = [1, CHANNELS, CHANNELS, CHANNELS]
        self.messages = torch.nn.ModuleList(torch.nn.Linear(a, b) for a, b in zip(widths, widths[1:]))
        self.own = torch.nn.ModuleList(torch.nn.Linear(a, b, bias=False) for a, b in zip(widths, widths[1:]))
        self.head = torch.nn.Linear(levels[-1].shape[0] * CHANNELS, CLASSES)

    def forward(self, x):  # nodes x batch x features
        for i, (matrix, transposed) in enumerate(self.matrices):
            nodes, batch, width = x.shape
            product = SparseProduct.apply(matrix, transposed, x.reshape(nodes, batch * width)).view(-1, batch, width)
            pooled = i < len(self.pools)
            own = x[self.pools[i]] if pooled and self.prune else x
            x = torch.relu(self.messages[i](product) + self.own[i](own))
            if pooled and not self.prune:
                x = x[self.pools[i]]
        return self.head(x.transpose(0, 1).reshape(x.shape[1], -1))


def epoch(levels, pools, prune, images, labels, size):
    torch.manual_seed(0)
    network = Network(levels, pools, prune)
    adam = torch.optim.Adam(network.parameters(), lr=5e-4, weight_decay=1e-3, fused=True)
    order = torch.randperm(len(images))
    begin = time.process_time()
    for batch in order.split(size):
        x = images[batch].t().contiguous().unsqueeze(2)
        loss = torch.nn.functional.cross_entropy(network(x), labels[batch])
        adam.zero_grad()
        loss.backward()
        adam.step()
    return (time.process_time() - begin) * TRAINING / len(images), loss.item()


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("mnist")
    arguments.add_argument("levels")
    arguments.add_argument("--samples", type=int, default=11000)
    arguments.add_argument("--batch-sizes", default="32,64,128,256")
    given = arguments.parse_args()
    warnings.filterwarnings("ignore", message="Sparse")
    torch.set_num_threads(1)
    graphs, pools = [scipy.sparse.load_npz(f"{given.levels}/input/adjacency.npz")], []
    for level in [2, 4]:
        graphs.append(scipy.sparse.load_npz(f"{given.levels}/level_{level}/adjacency.npz"))
        pools.append(scipy.sparse.load_npz(f"{given.levels}/level_{level}/pool.npz").tocsr().indices.astype(numpy.int64))
    levels = [normalised(graph) for graph in graphs]
    images = torch.from_numpy(read_idx(f"{given.mnist}/train-images-idx3-ubyte.gz")[: given.samples].reshape(given.samples, -1) / numpy.float32(255))
    labels = torch.from_numpy(read_idx(f"{given.mnist}/train-labels-idx1-ubyte.gz")[: given.samples].astype(numpy.int64))
    facts = {"torch": torch.__version__}
    for way in ["all_rows", "pruned"]:
        facts[way] = {size: round(epoch(levels, pools, way == "pruned", images, labels, size)[0], 2)
                      for size in map(int, given.batch_sizes.split(","))}
    print(json.dumps(facts))


if __name__ == "__main__":
    main()
