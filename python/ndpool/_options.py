"""Options of pyramids and cuts by their names; the library resolves them exactly as the command does."""
from __future__ import annotations

from functools import lru_cache
from typing import Any, Dict, FrozenSet, Optional, Sequence, Tuple

from . import _core
from ._checks import same_kind, whole

CUT_DEFAULTS: Dict[str, Any] = {
    "laplacian": "symmetric",
    "components": "each",
    "keep": "first",
    "random_below": 0.5,
    "zero_below": 1e-3,
    "cut_seconds": 1.0,
    "cut_steps": 0,
}
NDP_DEFAULTS: Dict[str, Any] = {
    "until": None,
    "nodes": None,
    "epsilon": None,
    "relative_epsilon": False,
    "sparsify": "end",
    "accuracy": "exact",
    "cut_method": None,
    "measure": "auto",
    **CUT_DEFAULTS,
}
# What an option is like that has no value by default.
_KIND_OF_NONE: Dict[str, Any] = {"until": 1, "nodes": 1, "epsilon": 0.01, "cut_method": "auto"}
GRACLUS_DEFAULTS: Dict[str, Any] = {"fake_nodes": True}
NMF_DEFAULTS: Dict[str, Any] = {"iterations": 200, "tolerance": 1e-4, "drop_below": 0.0}
KMIS_DEFAULTS: Dict[str, Any] = {"steps": 1, "connect": "clusters"}
_OF_METHOD = {"ndp": NDP_DEFAULTS, "graclus": GRACLUS_DEFAULTS, "nmf": NMF_DEFAULTS, "kmis": KMIS_DEFAULTS}
_ALL: Dict[str, Any] = {"memory_limit": 0.0, **NDP_DEFAULTS, **GRACLUS_DEFAULTS, **NMF_DEFAULTS, **KMIS_DEFAULTS}


def _refuse_others(method: str, given: Dict[str, Any]) -> None:
    for name in given:
        if name not in _ALL:
            raise TypeError(f"there is no option {name!r}, expected one of {', '.join(sorted(_ALL))}")
        if given[name] is not None or name not in _KIND_OF_NONE:
            same_kind(name, given[name], _KIND_OF_NONE.get(name, _ALL[name]))
        owners = [owner for owner, options in _OF_METHOD.items() if name in options]
        if owners and method not in owners and method in _OF_METHOD:
            raise _core.InvalidInput(f"{name}: belongs to the method {owners[0]}, the method here is {method}")


@lru_cache(maxsize=64)
def cut_options(method: str, given: Tuple[Tuple[str, Any], ...]) -> "_core.CutOptions":
    """The options of a cut; `given` are those that differ from the defaults."""
    return _core.CutOptions(method=method, **{**CUT_DEFAULTS, **dict(given)})


def checked_cut_options(method: str, given: Dict[str, Any]) -> "_core.CutOptions":
    """The options of a cut by their names as users give them."""
    for name in given:
        if name not in CUT_DEFAULTS:
            raise TypeError(f"there is no option {name!r}, expected one of {', '.join(sorted(CUT_DEFAULTS))}")
        same_kind(name, given[name], CUT_DEFAULTS[name])
    same_kind("method", method, "")
    return cut_options(method, tuple(sorted(given.items())))


@lru_cache(maxsize=256)
def _cached(method: str, levels: Optional[Tuple[int, ...]], given: FrozenSet[Tuple[str, Any]]) -> "_core.Options":
    options = dict(given)
    _refuse_others(method, options)
    options = {**_ALL, **options}
    if levels is not None and (options["until"] is not None or options["nodes"] is not None):
        raise _core.InvalidInput("levels, until and nodes exclude each other, give one of them")
    if options["until"] is not None and options["nodes"] is not None:
        raise _core.InvalidInput("levels, until and nodes exclude each other, give one of them")
    for name in ("until", "nodes"):
        if options[name] is not None and options[name] < 1:
            raise _core.InvalidInput(f"{name}: found {options[name]}, expected at least 1")
    cut = cut_options(options["cut_method"] or "", tuple((name, options[name]) for name in CUT_DEFAULTS))
    return _core.Options(
        method=method,
        levels=list(levels if levels is not None else (1, 2, 3)),
        until=options["until"] or 0,
        nodes=options["nodes"] or 0,
        cut=cut,
        **{
            name: options[name]
            for name in ("epsilon", "relative_epsilon", "sparsify", "accuracy", "memory_limit", "measure")
            + tuple(GRACLUS_DEFAULTS)
            + tuple(NMF_DEFAULTS)
            + tuple(KMIS_DEFAULTS)
        },
    )


def options_of(method: str, levels: Optional[Sequence[int]], given: Dict[str, Any]) -> "_core.Options":
    """The options of a method, made once for the same arguments."""
    same_kind("method", method, "")
    if levels is not None:
        if isinstance(levels, str):
            raise TypeError(f"levels: found {levels!r}, expected numbers such as [1, 2]")
        levels = tuple([whole("levels", level) for level in ([levels] if isinstance(levels, int) else levels)])
    try:
        return _cached(method, levels, frozenset(given.items()))
    except TypeError:
        _refuse_others(method, given)  # a list as the value of an unknown option cannot be looked up
        raise
