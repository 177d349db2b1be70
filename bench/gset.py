#!/usr/bin/python3
"""Cuts of a folder of Gset files beside the best known ones.

    bench/gset.py FOLDER [--ndpool build/bin/ndpool] [--only G1,G2] [METHOD...]

FOLDER holds the instances, packed or not, and best_known.csv with the columns `instance` and `best_known`. A METHOD is a method
of `ndpool cut`; `tabu:10` searches for ten seconds. Without one: spectral, power, sdp, auto. For every graph and method: cut weight
over the best known one and the processor's seconds for the whole command on one thread, reading included; at the end the
means over the graphs whose weights are all 1 and over those of both signs. Methods that take no negative weights have a dash there.
"""
import argparse
import csv
import json
import os
import re
import resource
import subprocess


def cut(ndpool, path, method):
    name, _, seconds = method.partition(":")
    words = [ndpool, "cut", path, "--format", "rudy", "--method", name, "--threads", "1", "--json", "--quiet"]
    if seconds:
        words += ["--cut-seconds", seconds]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode == 2 and "negative" in done.stderr:
        return None
    if done.returncode != 0:
        raise SystemExit(done.stderr)
    return json.loads(done.stdout)["cut_weight"], after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def instances_of(folder, only):
    """The rows of best_known.csv with a best known cut, by number; `only` names some with commas."""
    with open(os.path.join(folder, "best_known.csv"), newline="") as file:
        instances = [row for row in csv.DictReader(file) if row["best_known"]]
    if only:
        instances = [row for row in instances if row["instance"] in only.split(",")]
    return sorted(instances, key=lambda row: int(re.search(r"\d+", row["instance"])[0]))


def mean(values):
    return sum(values) / len(values) if values else float("nan")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("methods", nargs="*", default=["spectral", "power", "sdp", "auto"])
    parser.add_argument("--ndpool", default="build/bin/ndpool")
    parser.add_argument("--only", help="names of instances, with commas")
    options = parser.parse_intermixed_args()

    instances = instances_of(options.folder, options.only)

    print(f"{'graph':<7} {'nodes':>6} {'edges':>6} {'weights':>7} {'best':>6}" +
          "".join(f" {method:>9} {'cpu s':>8}" for method in options.methods))
    ratios = {(kind, method): [] for kind in ("1", "both") for method in options.methods}
    times = {key: [] for key in ratios}
    for row in instances:
        path = os.path.join(options.folder, row["instance"])
        path = path if os.path.exists(path) else path + ".gz"
        if not os.path.exists(path):
            continue
        kind = "1" if row["weights"].lstrip("+") == "1" else "both"
        line = f"{row['instance']:<7} {row['n']:>6} {row['m']:>6} {kind:>7} {row['best_known']:>6}"
        for method in options.methods:
            found = cut(options.ndpool, path, method)
            if found is None:
                line += f" {'-':>9} {'-':>8}"
                continue
            weight, seconds = found
            ratio = weight / float(row["best_known"])
            ratios[kind, method].append(ratio)
            times[kind, method].append(seconds)
            line += f" {ratio:>9.5f} {seconds:>8.3f}"
        print(line, flush=True)
    for kind in ("1", "both"):
        count = max(len(ratios[kind, method]) for method in options.methods)
        print(f"{'mean':<7} {f'of {count} graphs':>13} {kind:>7} {'':>6}" +
              "".join(f" {mean(ratios[kind, method]):>9.5f} {mean(times[kind, method]):>8.3f}" for method in options.methods))


if __name__ == "__main__":
    main()
