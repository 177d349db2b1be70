"""The command ndpool, which is part of the module, and the programs that are not: the whole ndpool and ndpool-learn."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING, Dict, List, Optional

from . import _core

if TYPE_CHECKING:
    from ._pyramid import Pyramid


def _is_program(path: str) -> bool:
    """A compiled program: the script that a wheel installs under the same name is none."""
    try:
        with open(path, "rb") as file:
            return file.read(4) == b"\x7fELF"
    except OSError:
        return False


def command() -> Optional[str]:
    """The program ndpool: $NDPOOL_COMMAND, or the first compiled one on the PATH."""
    named = os.environ.get("NDPOOL_COMMAND")
    if named:
        return named if _is_program(named) else None
    for folder in os.environ.get("PATH", os.defpath).split(os.pathsep):
        path = os.path.join(folder or ".", "ndpool")
        if _is_program(path) and os.access(path, os.X_OK):
            return path
    return None


def learning_program() -> Optional[str]:
    """The program ndpool-learn, which trains and predicts: $NDPOOL_LEARN, the one beside the command, or the first one on the
    PATH. It needs LibTorch and is not part of the wheel; ``make install`` in a clone of the project, or its Debian package
    ndpool-learn, install it."""
    named = os.environ.get("NDPOOL_LEARN")
    if named:
        return named if os.path.isfile(named) and os.access(named, os.X_OK) else None
    beside = os.path.join(os.path.dirname(command() or ""), "ndpool-learn")
    return beside if os.access(beside, os.X_OK) else shutil.which("ndpool-learn")


def require_learning_program() -> str:
    """learning_program(), or InvalidInput that says how to get it."""
    found = learning_program()
    if found is None:
        raise _core.InvalidInput(
            "training needs the program ndpool-learn, which is not on the PATH and not named by $NDPOOL_LEARN: "
            "'make install' in a clone of ndpool installs it"
        )
    return found


def learning_environment() -> Dict[str, str]:
    """Folds are trained in parallel instead of products of matrices."""
    return {"OPENBLAS_NUM_THREADS": "1", **os.environ}


def run(arguments: List[str]) -> int:
    """Runs the command with these words in this process. Its commands that are not part of the module become other programs."""
    sys.stdout.flush()
    for variable, found in (("NDPOOL_COMMAND", command()), ("NDPOOL_LEARN", learning_program())):
        if found is not None:
            os.environ[variable] = found
    return _core.run_command(["ndpool", *arguments])


def view(pyramid: "Pyramid", path: str) -> None:
    """The page of a pyramid, drawn by the command in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        stored = os.path.join(folder, "pyramid")
        pyramid.save(stored, format="npz")
        words = [sys.executable, "-m", "ndpool", "view", stored, "-o", path, "--quiet"]
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
    if done.returncode != 0:
        raise _core.Error(done.stderr.strip().replace("ndpool: ", "", 1))
