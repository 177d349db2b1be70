#!/usr/bin/env python3
"""A figure of a page that is changed by hand is found: every one that scripts/check_figures knows, and one of each table.

    changed_figures_test.py PROJECT
"""
import importlib.machinery
import importlib.util
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path


def loaded(script):
    loader = importlib.machinery.SourceFileLoader("check_figures", str(script))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_figures", loader))
    loader.exec_module(module)
    return module


def copied(project, folder):
    for name in ["README.md", "docs", "results", "scripts"]:
        copy = shutil.copytree if (project / name).is_dir() else shutil.copy
        copy(project / name, folder / name)


def run(folder, *words):
    done = subprocess.run([sys.executable, folder / "scripts" / words[0], *words[1:]], capture_output=True, text=True)
    assert "Traceback" not in done.stderr, done.stderr
    return done


def other_digit(text):
    return text[:-1] + str((int(text[-1]) + 1) % 10) if text[-1].isdigit() else "ten"


def require_found(folder, page, begin, end, *check):
    path = folder / page
    good = path.read_text()
    path.write_text(good[:begin] + other_digit(good[begin:end]) + good[end:])
    done = run(folder, *check)
    path.write_text(good)
    assert done.returncode == 1 and page in done.stdout, f"{page}: nobody sees that {good[begin:end]} was changed\n{done.stdout}"


def check_sentences(folder, figures):
    changed = 0
    for page, sentence, _ in figures.FIGURES:
        match = re.search(figures.sentence_pattern(sentence), (folder / page).read_text())
        for group in range(1, len(match.groups()) + 1):
            require_found(folder, page, match.start(group), match.end(group), "check_figures")
            changed += 1
    return changed


def check_tables(folder):
    changed = 0
    for page in ["README.md", "docs/performance.md"]:
        for block in re.finditer(r"<!-- table [a-z-]+ -->.*?(\d+)[^\d]*<!-- end -->", (folder / page).read_text(), re.S):
            require_found(folder, page, block.start(1), block.end(1), "fill_tables", "--check")
            changed += 1
    return changed


def main():
    project = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copied(project, folder)
        untouched = run(folder, "check_figures")
        assert untouched.returncode == 0, untouched.stdout
        sentences, tables = check_sentences(folder, loaded(folder / "scripts/check_figures")), check_tables(folder)
    assert sentences > 10 and tables > 4, (sentences, tables)
    print(f"{sentences} figures in sentences and {tables} in tables were changed, all were found")


if __name__ == "__main__":
    main()
