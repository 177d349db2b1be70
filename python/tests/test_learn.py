"""Training and predicting by the learning program."""
import os

import pytest

import ndpool


@pytest.fixture
def learning(command, monkeypatch):
    program = os.path.join(os.path.dirname(command), "ndpool-learn")
    if not os.path.exists(program):
        pytest.skip("ndpool-learn is not built")
    monkeypatch.setenv("NDPOOL_LEARN", program)


def test_a_run_is_a_dictionary(learning, tmp_path):
    result = ndpool.train("bench:easy-small,30", tmp_path / "run", pool="ndp", folds=2, epochs=3, channels=[8, 8])
    assert len(result["folds"]) == 2 and 0 <= result["mean"] <= 100
    columns = ndpool.predict(tmp_path / "run", "bench:easy-small,6")
    assert len(columns["graph"]) == len(columns["class"]) == 6
    assert all(0 <= p <= 1 for name, values in columns.items() if name.startswith("probability") for p in values)
    pandas = pytest.importorskip("pandas")
    assert pandas.DataFrame(columns).shape[0] == 6


def test_wrong_options_raise_what_the_command_says(learning, tmp_path):
    with pytest.raises(ndpool.InvalidInput, match="pool"):
        ndpool.train("bench:easy-small,30", tmp_path / "run", pool="none-of-these")


def test_without_the_program_it_says_how_to_get_it(monkeypatch, tmp_path):
    monkeypatch.setenv("NDPOOL_LEARN", str(tmp_path / "nothing"))
    with pytest.raises(ndpool.InvalidInput, match="make install"):
        ndpool.train("bench:easy-small", tmp_path / "run")
