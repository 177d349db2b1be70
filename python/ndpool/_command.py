"""The command ndpool: compiled into the module if that was asked for, else the installed one; and the learning program."""
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


def require_command() -> str:
    """command(), or InvalidInput that says how to get it."""
    found = command()
    if found is None:
        raise _core.InvalidInput(
            "the program ndpool is not part of this wheel, and none is on the PATH or named by $NDPOOL_COMMAND: "
            "'make install' in a clone of ndpool installs it"
        )
    return found


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
    """Runs the command with these words: in this process if the module has it, else an installed program in its place."""
    sys.stdout.flush()
    found = learning_program()
    if found is not None:
        os.environ["NDPOOL_LEARN"] = found
    run_command = getattr(_core, "run_command", None)
    if run_command is not None:
        code: int = run_command(["ndpool", *arguments])
        return code
    try:
        program = require_command()
    except _core.InvalidInput as error:
        print(f"ndpool: {error}", file=sys.stderr)
        return 1
    os.execv(program, ["ndpool", *arguments])


def view(pyramid: "Pyramid", path: str) -> None:
    """The page of a pyramid, drawn by the command."""
    program = require_command()
    with tempfile.TemporaryDirectory() as folder:
        stored = os.path.join(folder, "pyramid")
        pyramid.save(stored, format="npz")
        done = subprocess.run(
            [program, "view", stored, "-o", path, "--quiet"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
    if done.returncode != 0:
        raise _core.Error(done.stderr.strip().replace("ndpool: ", "", 1))
