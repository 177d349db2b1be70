"""Doctests, types, the examples of the pages, and the gallery."""
import doctest
import importlib
import os
import re
import subprocess
import sys

import pytest

import ndpool
from conftest import PROJECT

MODULES = ["ndpool", "ndpool._graph", "ndpool._as_graph", "ndpool._level", "ndpool._pyramid", "ndpool._cut", "ndpool._files", "ndpool._analysis"]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_the_documentation_of_functions(name):
    pytest.importorskip("scipy")
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


def test_every_public_name_is_documented():
    for name in ndpool.__all__:
        assert getattr(ndpool, name).__doc__, name


def test_types():
    pytest.importorskip("mypy")
    options = ["--config-file", str(PROJECT / "pyproject.toml"), "--cache-dir", os.devnull]
    done = subprocess.run([sys.executable, "-m", "mypy", *options, "-p", "ndpool"], stdout=subprocess.PIPE, cwd="/", universal_newlines=True)
    assert done.returncode == 0, done.stdout


def test_the_stub_has_the_names_of_the_module():
    """Names and members, both ways."""
    import ast

    from ndpool import _core

    tree = ast.parse((PROJECT / "python" / "ndpool" / "_core.pyi").read_text(encoding="utf-8"))
    known = {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    assert set(known) == {name for name in dir(_core) if not name.startswith("_")}
    for name, node in known.items():
        members = {inner.name for inner in getattr(node, "body", []) if isinstance(inner, ast.FunctionDef) and not inner.name.startswith("_")}
        if isinstance(node, ast.ClassDef) and not issubclass(getattr(_core, name), Exception):
            assert members == {member for member in dir(getattr(_core, name)) if not member.startswith("_")}, name


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_the_code_of_pages_runs(page, tmp_path, monkeypatch):
    """Blocks of Python run one after the other in the same module; blocks of torch_geometric run in the gallery."""
    pytest.importorskip("scipy")
    monkeypatch.chdir(tmp_path)
    text = (PROJECT / page).read_text(encoding="utf-8")
    blocks = [block for block in re.findall(r"^```python\n(.*?)^```", text, re.M | re.S) if "torch" not in block and "tgp" not in block]
    assert blocks
    names = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)


@pytest.mark.parametrize("script", sorted(os.listdir(PROJECT / "python" / "gallery")))
def test_the_gallery_runs(script, tmp_path):
    if not script.endswith(".py"):
        pytest.skip("not a script")
    stand_ins = str(PROJECT / "python" / "tests" / "stand_ins")
    environment = {**os.environ, "PYTHONPATH": stand_ins, "MPLBACKEND": "agg"}
    done = subprocess.run(
        [sys.executable, str(PROJECT / "python" / "gallery" / script), "--quick"],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        universal_newlines=True,
        timeout=300,
    )
    if done.returncode == 77:
        pytest.skip(done.stderr.strip().splitlines()[-1])
    assert done.returncode == 0, done.stdout + done.stderr
