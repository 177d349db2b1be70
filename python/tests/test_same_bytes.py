"""The same bytes as the command for the same seed, whatever the door and the number of threads."""
import json
import os
import subprocess
import sys

import pytest

import ndpool
from conftest import data_file


def without_times(value):
    if isinstance(value, dict):
        return {key: without_times(item) for key, item in value.items() if key != "seconds"}
    return [without_times(item) for item in value] if isinstance(value, list) else value


def content(folder):
    files = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            with open(path, "rb") as file:
                files[os.path.relpath(path, folder)] = file.read()
    files["manifest.json"] = without_times(json.loads(files["manifest.json"]))
    return files


CASES = [
    ("sensor:300", [], {}),
    ("sensor:300", ["--levels", "1,3", "--seed", "5"], {"levels": [1, 3], "seed": 5}),
    ("road:400", ["--accuracy", "faithful", "--epsilon", "0.001"], {"accuracy": "faithful", "epsilon": 0.001}),
    ("sensor:3000", ["--accuracy", "lean", "--until", "300"], {"accuracy": "lean", "until": 300}),
    ("sensor:300", ["--accuracy", "auto", "--keep", "smaller"], {"accuracy": "auto", "keep": "smaller"}),
    ("delaunay:300", ["--nodes", "60", "--cut-method", "sdp"], {"nodes": 60, "cut_method": "sdp"}),
    ("community:300", ["--sparsify", "each", "--relative-epsilon"], {"sparsify": "each", "relative_epsilon": True}),
    ("sensor:300", ["--measure"], {"measure": "always"}),
    ("sensor:200", ["--method", "graclus"], {"method": "graclus"}),
    ("sensor:200", ["--method", "graclus", "--no-fake-nodes", "--seed", "2"], {"method": "graclus", "fake_nodes": False, "seed": 2}),
    ("sensor:60", ["--method", "nmf", "--nmf-iterations", "40"], {"method": "nmf", "iterations": 40}),
    ("sensor:200", ["--method", "kmis"], {"method": "kmis"}),
    ("sensor:200", ["--method", "kmis", "--kmis-steps", "2", "--kmis-connect", "kron"], {"method": "kmis", "steps": 2, "connect": "kron"}),
]


@pytest.mark.parametrize("spec, words, options", CASES)
def test_a_saved_pyramid_is_what_the_command_writes(command, tmp_path, spec, words, options):
    subprocess.run([command, "coarsen", spec, "-o", str(tmp_path / "theirs"), "--quiet", *words], check=True, stdout=subprocess.PIPE)
    for threads in (1, 2):
        ndpool.pyramid(spec, threads=threads, **options).save(tmp_path / "ours")
        assert content(tmp_path / "ours") == content(tmp_path / "theirs")


def test_npz_and_single_files_too(command, tmp_path):
    for words, name, options in [
        (["--format", "npz"], "a", {}),
        (["--levels", "2"], "b.mtx", {"levels": [2]}),
        (["--nodes", "40"], "c.npz", {"nodes": 40}),
    ]:
        theirs, ours = tmp_path / ("theirs_" + name), tmp_path / ("ours_" + name)
        subprocess.run([command, "coarsen", "sensor:300", "-o", str(theirs), "--quiet", *words], check=True, stdout=subprocess.PIPE)
        ndpool.pyramid("sensor:300", **options).save(ours, format="npz" if words[0] == "--format" else "mtx")
        if theirs.is_dir():
            assert content(ours) == content(theirs)
        else:
            assert ours.read_bytes() == theirs.read_bytes()


def test_a_dataset_too(command, tmp_path):
    spec = "bench:easy-small,8"
    for words, format in ([], "tu"), (["--format", "npz"], "npz"):
        theirs, ours = tmp_path / f"theirs_{format}", tmp_path / f"ours_{format}"
        subprocess.run([command, "coarsen", spec, "-o", str(theirs), "--quiet", *words], check=True, stdout=subprocess.PIPE)
        dataset = ndpool.dataset(spec)
        ndpool.save(dataset, ndpool.pyramids(dataset, threads=2), ours, format=format)
        assert content(ours) == content(theirs)


def test_a_public_dataset_too(command, tmp_path):
    path = data_file("MUTAG.zip")
    subprocess.run([command, "coarsen", str(path), "-o", str(tmp_path / "theirs"), "--quiet"], check=True, stdout=subprocess.PIPE)
    dataset = ndpool.dataset(path)
    ndpool.save(dataset, ndpool.pyramids(dataset), tmp_path / "ours")
    assert content(tmp_path / "ours") == content(tmp_path / "theirs")


def test_a_cut_keeps_what_the_command_keeps(command, tmp_path):
    for method in ("spectral", "random", "trevisan", "power", "sdp", "auto"):
        file = tmp_path / "partition.txt"
        words = [command, "cut", "sensor:300", "--method", method, "--seed", "3", "-o", str(file), "--json"]
        facts = json.loads(subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout)
        cut = ndpool.cut("sensor:300", method, seed=3)
        assert [side > 0 for side in cut.sides] == [line == "1" for line in file.read_text().split()], method
        assert (cut.fraction, cut.origin) == (facts["cut_fraction"], facts["origin"])
        assert (cut.upper_bound, cut.bound_from) == (facts["upper_bound"], facts["bound_from"]), method
        assert cut.lambda_max == facts.get("lambda_max") and cut.trevisan_guarantee == facts.get("trevisan_guarantee")


def test_stored_pyramids_are_loaded(tmp_path):
    p = ndpool.pyramid("sensor:300", [1, 3], seed=4)
    manifest = p.save(tmp_path / "one")
    assert [level["level"] for level in manifest["levels"]] == [1, 3]
    loaded = ndpool.load(tmp_path / "one")
    assert loaded.base == p.base and loaded.options == p.options and loaded.seed == 4
    for one, other in zip(loaded.levels, p.levels):
        assert one.adjacency == other.adjacency and (one.pool == other.pool).all() and (one.nodes == other.nodes).all()
    dataset = ndpool.dataset("bench:easy-small,8")
    many = ndpool.pyramids(dataset, [1, 2])
    ndpool.save(dataset, many, tmp_path / "many")
    assert [q.levels[1].adjacency for q in ndpool.load(tmp_path / "many")] == [q.levels[1].adjacency for q in many]


def test_the_module_is_the_command_too(command):
    for words in (["info", "grid:5x5", "--json"], ["cut", "grid:5x5"], ["--version"], ["coarsen", "--help"], ["cut", "nowhere.mtx"], ["nothing"]):
        environment = {**os.environ, "NDPOOL_COMMAND": command}
        ours = subprocess.run([sys.executable, "-m", "ndpool", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
        theirs = subprocess.run([command, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert ours.returncode == theirs.returncode, (words, ours.stderr)
        if words[0] != "cut":
            assert ours.stdout == theirs.stdout
        assert ours.stderr == theirs.stderr


def alone(words, **variables):
    """The module's command where nothing else of ndpool is installed."""
    environment = {**os.environ, "PATH": "/usr/bin:/bin", "NDPOOL_COMMAND": "/nowhere/ndpool", "NDPOOL_LEARN": "/nowhere/ndpool-learn", **variables}
    return subprocess.run(
        [sys.executable, "-m", "ndpool", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, universal_newlines=True
    )


def test_the_command_needs_no_installed_program(command, tmp_path):
    for words in (["info", "grid:5x5"], ["generate", "--help"], ["analyse", "sensor:60", "--json"], ["convert", "--help"], ["merge"], ["--help"]):
        theirs = subprocess.run([command, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
        ours = alone(words)
        assert (ours.returncode, ours.stdout, ours.stderr) == (theirs.returncode, theirs.stdout, theirs.stderr), words
    assert alone(["coarsen", "sensor:300", "-o", str(tmp_path / "ours"), "--quiet"]).returncode == 0
    subprocess.run([command, "coarsen", "sensor:300", "-o", str(tmp_path / "theirs"), "--quiet"], check=True, stdout=subprocess.PIPE)
    assert content(tmp_path / "ours") == content(tmp_path / "theirs")
    assert alone(["view", str(tmp_path / "ours"), "-o", str(tmp_path / "ours.html")]).returncode == 0
    assert b"<svg" in (tmp_path / "ours.html").read_bytes()


def test_commands_outside_the_module_say_what_to_install():
    for words in (["train", "bench:easy-small,9", "-o", "out"], ["predict", "out", "bench:easy-small,9"], ["reproduce", "--list"]):
        done = alone(words)
        assert done.returncode == 2 and done.stdout == "" and len(done.stderr.splitlines()) == 1
        assert "'make install' in a clone of ndpool installs" in done.stderr, done.stderr


def test_commands_outside_the_module_run_what_is_installed(command):
    assert "table-cuts" in alone(["reproduce", "--list"], NDPOOL_COMMAND=command).stdout


def test_the_page_of_a_pyramid(tmp_path):
    ndpool.pyramid("grid:5x5", [1, 2]).to_page(tmp_path / "page.html")
    assert "<svg" in (tmp_path / "page.html").read_text(encoding="utf-8")
