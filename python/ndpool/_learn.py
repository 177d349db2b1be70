"""Training and predicting, by the learning program of ndpool."""
from __future__ import annotations

import csv
import io
import json
import os
import subprocess
from typing import Any, Dict, List, Union

from . import _core

Path = Union[str, "os.PathLike[str]"]


def _words(options: Dict[str, Any]) -> List[str]:
    """``learning_rate=0.01, resume=True`` as ``--learning-rate 0.01 --resume``."""
    words: List[str] = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is True:
            words.append(option)
        elif isinstance(value, (list, tuple)):
            words += [option, ",".join(str(item) for item in value)]
        elif value is not False and value is not None:
            words += [option, str(value)]
    return words


def _run(words: List[str]) -> str:
    """The standard output of the learning program. Ctrl-C reaches it too, as it belongs to the same terminal."""
    from ._command import learning_environment, require_learning_program

    done = subprocess.run(
        [require_learning_program(), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=learning_environment()
    )
    if done.returncode != 0:
        message = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise (_core.InvalidInput if done.returncode == 2 else _core.Error)(message.replace("ndpool: ", "", 1))
    return done.stdout


def train(dataset: Path, output: Path, **options: Any) -> Dict[str, Any]:
    """Trains networks on a dataset as ``ndpool train DATASET -o OUTPUT`` does, with the command's options as keywords
    (``pool="ndp", folds=3, resume=True``), and returns the result: `folds`, `mean`, `std` and so on, ready for
    ``pandas.json_normalize``. Needs the program ndpool-learn."""
    _run(["train", os.fspath(dataset), "-o", os.fspath(output), "--quiet", *_words(options)])
    with open(os.path.join(os.fspath(output), "result.json"), encoding="utf-8") as file:
        result: Dict[str, Any] = json.load(file)
    return result


def predict(run: Path, dataset: Path, **options: Any) -> Dict[str, List[Any]]:
    """Classifies the graphs of a dataset with the networks of a run, as ``ndpool predict RUN DATASET`` does. Returns columns
    ("graph", "class", a probability for each class), ready for ``pandas.DataFrame``."""
    text = _run(["predict", os.fspath(run), os.fspath(dataset), "--quiet", *_words(options)])
    table = list(csv.DictReader(io.StringIO(text.split("accuracy:")[0])))
    columns: Dict[str, List[Any]] = {}
    for row in table:
        for name, value in row.items():
            numeric = name.startswith("probability")
            columns.setdefault(name, []).append(float(value) if numeric else int(value) if name == "graph" else value)
    return columns
