"""build/compare-venv, which has the Python packages that ndpool is compared with."""
import os
import subprocess
import sys

PROJECT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(PROJECT, "build", "compare-venv")
PYTHON = os.path.join(VENV, "bin", "python")


def install():
    """PyGSP and torch-geometric-pool, that without the extension it would compile: see other_codes.py. NDPOOL_TORCH names a
    build of torch for the processor alone, such as torch==2.13.0+cpu, where pip would take a larger one."""
    subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
    pip = [os.path.join(VENV, "bin", "pip"), "install", "--quiet"]
    torch = os.environ.get("NDPOOL_TORCH", "torch")
    subprocess.run(pip + ["--prefer-binary", torch, "torch_geometric", "pygsp", "scipy", "scikit-learn"], check=True)
    subprocess.run(pip + ["--no-deps", "torch-geometric-pool"], check=True)


def version(module, package, python=PYTHON):
    """Of a package that can be imported, else None."""
    check = f"import {module}, importlib.metadata; print(importlib.metadata.version('{package}'))"
    if not os.path.exists(python):
        return None
    done = subprocess.run([python, "-W", "ignore", "-c", check], capture_output=True, text=True)
    return done.stdout.strip().splitlines()[-1] if done.returncode == 0 else None
