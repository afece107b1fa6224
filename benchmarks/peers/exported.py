"""Runs exported strategies where their engine is installed: `python -m benchmarks.peers.exported NUMBER.py …`.

The bars of each are in NUMBER.npz beside it. Prints the trades, or the error that stopped them, as JSON."""

import json
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd


def main() -> None:
    warnings.simplefilter("ignore")
    told = {}
    for each in map(Path, sys.argv[1:]):
        with np.load(each.with_suffix(".npz")) as stored:
            bars = pd.DataFrame({name: stored[name] for name in stored.files})
        try:
            told[each.stem] = loaded(each.read_text("utf-8"))["run"](bars)
        except RuntimeError as stopped:
            told[each.stem] = str(stopped)
    json.dump(told, sys.stdout, default=float)


def loaded(text: str) -> dict[str, Any]:
    """The module; where it trades by the same text as one before, by the functions that were compiled for that."""
    space: dict[str, Any] = {"__name__": "exported"}
    exec(compile(text, "exported.py", "exec"), space)
    if COMPILED[0] in space:
        trading = text.partition("# --- trading")[2].partition("# --- the strategy")[0]
        first = _FIRST.setdefault(trading, space)
        space |= {name: first[name] for name in COMPILED}
    return space


_FIRST: dict[str, dict[str, Any]] = {}
COMPILED = ("next_order_nb", "TradedBars", "TradedSide", "TradedAccount")


if __name__ == "__main__":
    main()
