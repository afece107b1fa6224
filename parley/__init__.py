"""Parley: an investment desk that argues before it trades.

    import parley

    parley.research("AAPL")
    parley.backtest("rules.yaml").to_polars()
    parley.connect("https://desk.example", token="pat_…").stress("the id of a stored strategy")

In a checkout this package stands beside the floors; in an installed Parley the floors are inside it. What is named here
is loaded when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from apps.cli.notebook import (
        NotebookBacktest,
        NotebookBars,
        NotebookResearch,
        NotebookStress,
        NotebookSweep,
        NotebookWalkBack,
        NotebookWorkspace,
        backtest,
        connect,
        data,
        debate,
        research,
        stress,
        sweep,
        walkback,
    )

__all__ = [
    "NotebookBacktest",
    "NotebookBars",
    "NotebookResearch",
    "NotebookStress",
    "NotebookSweep",
    "NotebookWalkBack",
    "NotebookWorkspace",
    "backtest",
    "connect",
    "data",
    "debate",
    "research",
    "stress",
    "sweep",
    "walkback",
]
_NOTEBOOK = "apps.cli.notebook"


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"Parley has no {name!r}; it has {', '.join(__all__)}.")
    return getattr(import_module(_NOTEBOOK), name)


def __dir__() -> list[str]:
    return sorted(__all__)
