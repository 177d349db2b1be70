"""Stands for torch_scatter, which torch-geometric-pool imports and which has to be compiled: the functions that tgp calls, on those of
PyTorch. For the tests alone."""
import torch
from torch_geometric.utils import scatter as _scatter


def scatter(src, index, dim=0, out=None, dim_size=None, reduce="sum"):
    return _scatter(src, index, dim, dim_size, reduce)


def scatter_add(src, index, dim=0, out=None, dim_size=None):
    return _scatter(src, index, dim, dim_size, "sum")


scatter_sum = scatter_add


def scatter_mul(src, index, dim=0, out=None, dim_size=None):
    return _scatter(src, index, dim, dim_size, "mul")


def scatter_mean(src, index, dim=0, out=None, dim_size=None):
    return _scatter(src, index, dim, dim_size, "mean")


def _extreme(src, index, dim, out, dim_size, how):
    size = dim_size if dim_size is not None else int(index.max()) + 1 if index.numel() else 0
    given = out is not None
    if out is None:
        shape = list(src.shape)
        shape[dim] = size
        out = src.new_zeros(shape)
    view = [1] * src.dim()
    view[dim] = -1
    spread = index.view(view).expand_as(src) if index.dim() == 1 else index
    out.scatter_reduce_(dim, spread, src, how, include_self=given)
    return out, None


def scatter_max(src, index, dim=0, out=None, dim_size=None):
    return _extreme(src, index, dim, out, dim_size, "amax")


def scatter_min(src, index, dim=0, out=None, dim_size=None):
    return _extreme(src, index, dim, out, dim_size, "amin")


torch.ops  # the real one registers operators there; nothing of tgp asks for them
