"""Pyramids as bytes, for pickle: between processes, and in caches of other libraries."""
from __future__ import annotations

import os
import tempfile
from typing import TYPE_CHECKING, Any, Dict, List, Optional

from . import _core

if TYPE_CHECKING:
    from ._pyramid import Pyramid


def files_of(pyramid: "Pyramid") -> Dict[str, bytes]:
    """What ``Pyramid.save`` writes, by the names of the files."""
    files = {}
    with tempfile.TemporaryDirectory() as place:
        root = os.path.join(place, "pyramid")
        pyramid.save(root, format="npz", threads=1)
        for folder, _, names in os.walk(root):
            for name in names:
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    files[os.path.relpath(path, root)] = file.read()
    return files


def pyramid_of(files: Dict[str, bytes], labels: Optional[List[Any]]) -> "Pyramid":
    """The pyramid of these files."""
    from ._pyramid import Pyramid

    with tempfile.TemporaryDirectory() as place:
        for name, content in files.items():
            path = os.path.join(place, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(content)
        stored = _core.load(place)
    assert isinstance(stored, _core.Pyramid)
    return Pyramid(stored, labels)
