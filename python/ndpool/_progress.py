"""Progress of long work: a bar of tqdm, or a function of the caller."""
from __future__ import annotations

import sys
from typing import Any, Callable, Optional, Union

#: True for a bar, a function of (stage, done, total), or None.
ProgressLike = Union[bool, Callable[[str, int, int], Any], None]


def _in_notebook() -> bool:
    shell = sys.modules.get("IPython")
    instance = shell.get_ipython() if shell is not None and hasattr(shell, "get_ipython") else None
    return instance is not None and "IPKernelApp" in getattr(instance, "config", {})


def _tqdm() -> Optional[Any]:
    if not _in_notebook() and not (sys.stderr is not None and sys.stderr.isatty()):
        return None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm


class _Bar:
    """Shows a bar; made at the first report and closed with the last one."""

    def __init__(self, tqdm: Any) -> None:
        self._tqdm = tqdm
        self._bar: Any = None

    def __call__(self, stage: str, done: int, total: int) -> None:
        if self._bar is None or self._bar.total != total or self._bar.desc != stage:
            self.close()
            self._bar = self._tqdm(total=total, desc=stage, leave=False)
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


class watching:
    """``with watching(progress) as callback``: what the library is to call, or None."""

    def __init__(self, progress: ProgressLike) -> None:
        self._bar: Optional[_Bar] = None
        self._callback: Optional[Callable[[str, int, int], Any]] = None
        if callable(progress):
            self._callback = progress
        elif progress not in (None, True, False):
            raise TypeError(f"progress: found {progress!r}, expected True, False or a function of (stage, done, total)")
        elif progress:
            tqdm = _tqdm()
            self._bar = _Bar(tqdm) if tqdm is not None else None
            self._callback = self._bar

    def __enter__(self) -> Optional[Callable[[str, int, int], Any]]:
        return self._callback

    def __exit__(self, *exception: object) -> None:
        if self._bar is not None:
            self._bar.close()
