"""Common parts of the tests. What cannot be installed here is skipped loudly: pytest -rs names the reason."""
import importlib.util
import os
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(Path(__file__).parent / "stand_ins"))


def data_file(name):
    """A file of $NDPOOL_DATA, or a skip."""
    folder = os.environ.get("NDPOOL_DATA", "")
    for place in (Path(folder), *(Path(folder).glob("*") if folder else ())):
        if folder and (place / name).exists():
            return place / name
    pytest.skip(f"{name} is not in $NDPOOL_DATA")


def need(*modules):
    """Skips a whole file where a module is missing."""
    for module in modules:
        if importlib.util.find_spec(module) is None:
            pytest.skip(f"{module} is not installed", allow_module_level=True)


@pytest.fixture(scope="session")
def command():
    """The program ndpool of the clone, which the module must agree with."""
    path = os.environ.get("NDPOOL_COMMAND", str(PROJECT / "build" / "bin" / "ndpool"))
    if not os.path.exists(path):
        pytest.skip("the command is not built: $NDPOOL_COMMAND names it")
    return path
