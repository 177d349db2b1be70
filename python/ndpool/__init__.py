"""Node Decimation Pooling: pyramids of smaller and smaller graphs that keep the structure of the input.

Examples:
    >>> import ndpool
    >>> p = ndpool.pyramid("grid:8x8", levels=[1, 2])
    >>> [level.adjacency.nodes for level in p.levels]
    [32, 16]
    >>> p.levels[0].cut.fraction
    1.0

Only NumPy is required. SciPy, NetworkX, matplotlib, tqdm, PyTorch Geometric and torch-geometric-pool are imported when they are
used: ``ndpool.pyg`` has transforms and modules for PyTorch Geometric, ``ndpool.tgp`` a pooling layer for torch-geometric-pool.
"""
from ._analysis import resistance, spectra, spectral_distance
from ._core import Error, InvalidInput, IoError, NumericalFailure, TooLarge, vectors
from ._core import version as _version
from ._cut import Cut, cut, kron_reduce, sparsify
from ._files import dataset, generate, generators, load, read, save
from ._graph import Dataset, Graph
from ._learn import predict, train
from ._level import Level, LevelCut, LevelSpectrum
from ._pyramid import Pyramid, graclus, kmis, nmf, pyramid, pyramids

__version__ = _version()

__all__ = [
    "Cut",
    "Dataset",
    "Error",
    "Graph",
    "InvalidInput",
    "IoError",
    "Level",
    "LevelCut",
    "LevelSpectrum",
    "NumericalFailure",
    "Pyramid",
    "TooLarge",
    "cut",
    "dataset",
    "generate",
    "generators",
    "graclus",
    "kmis",
    "kron_reduce",
    "load",
    "nmf",
    "predict",
    "pyramid",
    "pyramids",
    "read",
    "resistance",
    "save",
    "sparsify",
    "spectra",
    "spectral_distance",
    "train",
    "vectors",
]
