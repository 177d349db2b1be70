"""Reading and writing: graphs, datasets, stored pyramids."""
from __future__ import annotations

import json
import os
from typing import Any, Dict, List, Optional, Sequence, Union

from . import _core
from ._checks import seed_of
from ._graph import Dataset, Graph
from ._pyramid import Pyramid

Path = Union[str, "os.PathLike[str]"]


def _wrapped(found: Any) -> Union[Graph, Dataset]:
    return Dataset(found) if isinstance(found, _core.Dataset) else Graph(found)


def read(
    name: Path, *, format: Optional[str] = None, symmetrize: Optional[str] = None, data: Optional[Path] = None, seed: int = 0
) -> Union[Graph, Dataset]:
    """The graph or dataset of a name, as every command takes it: a path, a name in the folder `data` or in $NDPOOL_DATA, or a
    generator. Faults of a file raise ``InvalidInput`` with the line."""
    return _wrapped(_core.read(os.fspath(name), format, symmetrize or "", os.fspath(data) if data else "", seed_of(seed)))


def dataset(
    name: Path, *, format: Optional[str] = None, symmetrize: Optional[str] = None, data: Optional[Path] = None, seed: int = 0
) -> Dataset:
    """A dataset of many graphs: ``ndpool.dataset("MUTAG.zip")``.

    Examples:
        >>> import ndpool
        >>> len(ndpool.dataset("bench:easy-small,2"))
        2
    """
    found = read(name, format=format, symmetrize=symmetrize, data=data, seed=seed)
    if not isinstance(found, Dataset):
        raise _core.InvalidInput(f"{os.fspath(name)}: this is one graph, expected a dataset of many")
    return found


def generate(spec: str, seed: int = 0) -> Union[Graph, Dataset]:
    """A generated graph or dataset: ``generate("sensor:2000")``; ``generators`` lists them."""
    if ":" not in spec:
        raise _core.InvalidInput(f"{spec}: expected a generator such as grid:10x10")
    if os.path.exists(spec):
        raise _core.InvalidInput(f"{spec}: this is a file; read() reads it")
    return _wrapped(_core.read(spec, None, "", "", seed_of(seed)))


def generators() -> List[str]:
    """What can be generated, one line each."""
    return _core.generators()


def load(folder: Path) -> Union[Pyramid, List[Pyramid]]:
    """What ``Pyramid.save``, ``save`` or ``ndpool coarsen`` wrote: a pyramid, or one for each graph of a dataset."""
    found = _core.load(os.fspath(folder))
    return [Pyramid(core) for core in found] if isinstance(found, list) else Pyramid(found)


def save(dataset: Dataset, pyramids: Sequence[Pyramid], folder: Path, format: str = "tu") -> Dict[str, Any]:
    """Writes the pyramids of a dataset as ``ndpool coarsen`` does, every level a dataset of its own ("tu"), or as matrices
    ("npz"). Returns the manifest."""
    manifest: Dict[str, Any] = json.loads(
        _core.save_pyramids(dataset._core, [pyramid._core for pyramid in pyramids], os.fspath(folder), format)
    )
    return manifest
