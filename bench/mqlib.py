#!/usr/bin/python3
"""Cuts of a folder of Gset files by heuristics of MQLib (Dunning, Gupta, Silberholz 2018), beside the best known ones.

    bench/mqlib.py MQLIB FOLDER [--seconds 10] [--only G1,G2] [HEURISTIC...]

MQLIB is the program that MQLib's Makefile builds; nothing of it is part of this project. FOLDER is as for bench/gset.py. Without a
HEURISTIC: BURER2002 and PALUBECKIS2004bMST2. For every graph and heuristic: cut weight over the best known one and the
processor's seconds of the whole command. MQLib counts its limit in seconds of the clock, so it should have a core of its own.
"""
import argparse
import gzip
import os
import resource
import subprocess
import tempfile

from gset import instances_of


def unpacked(path, folder):
    """MQLib reads nothing packed."""
    if os.path.exists(path):
        return path
    plain = os.path.join(folder, os.path.basename(path))
    with gzip.open(path + ".gz", "rb") as packed, open(plain, "wb") as file:
        file.write(packed.read())
    return plain


def cut(mqlib, path, heuristic, seconds):
    words = [mqlib, "-fM", path, "-h", heuristic, "-r", str(seconds), "-s", "1"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    # runtime limit, heuristic, file, best weight, seconds until it was found, history
    weight = float(done.stdout.split(",")[3])
    return weight, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mqlib")
    parser.add_argument("folder")
    parser.add_argument("heuristics", nargs="*", default=["BURER2002", "PALUBECKIS2004bMST2"])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--only", help="names of instances, with commas")
    options = parser.parse_intermixed_args()

    instances = instances_of(options.folder, options.only)

    print(f"{'graph':<7} {'best':>6}" + "".join(f" {heuristic:>20} {'cpu s':>8}" for heuristic in options.heuristics))
    with tempfile.TemporaryDirectory() as scratch:
        for row in instances:
            path = unpacked(os.path.join(options.folder, row["instance"]), scratch)
            line = f"{row['instance']:<7} {row['best_known']:>6}"
            for heuristic in options.heuristics:
                weight, seconds = cut(options.mqlib, path, heuristic, options.seconds)
                line += f" {weight / float(row['best_known']):>20.5f} {seconds:>8.3f}"
            print(line, flush=True)


if __name__ == "__main__":
    main()
