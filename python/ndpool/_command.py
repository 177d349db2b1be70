"""The command ndpool, which is built into the module, and the learning program beside it."""
from __future__ import annotations

import os
import shutil
import sys
from typing import Dict, List, Optional

from . import _core


def learning_program() -> Optional[str]:
    """The program ndpool-learn, which trains and predicts: $NDPOOL_LEARN, or the first one on the PATH. It needs LibTorch and is
    not part of the wheel; ``make install`` in a clone of the project, or its Debian package ndpool-learn, install it."""
    named = os.environ.get("NDPOOL_LEARN")
    if named:
        return named if os.path.isfile(named) and os.access(named, os.X_OK) else None
    return shutil.which("ndpool-learn")


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
    """Runs the command with these words and returns its exit code; commands that learn replace this process by ndpool-learn."""
    run_command = getattr(_core, "run_command", None)
    if run_command is None:
        print("ndpool: this module was built without CLI11, and so without the command", file=sys.stderr)
        return 1
    found = learning_program()
    if found is not None:
        os.environ["NDPOOL_LEARN"] = found
    sys.stdout.flush()
    code: int = run_command(["ndpool", *arguments])
    return code
