"""Parley in a notebook or a script: three lines for research, a debate, a backtest, a sweep, a stress test, data and a
walk over past days; here, or at a desk that `connect` reaches."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from apps.cli.front.asked import NotebookQuestion
from apps.cli.front.local import LocalWork
from apps.cli.front.results import (
    NotebookBacktest,
    NotebookBars,
    NotebookResearch,
    NotebookStress,
    NotebookSweep,
    NotebookWalkBack,
)
from packages.core.messages import Language
from packages.domain.strategy.json_tree import copied

if TYPE_CHECKING:
    from apps.cli.front.remote import RemoteWork

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
Strategy = str | Path | Mapping[str, Any]


class NotebookWorkspace:
    """All of it, wherever the work is done."""

    def __init__(self, does: "LocalWork | RemoteWork") -> None:
        self._does = does

    def __repr__(self) -> str:
        return repr(self._does)

    def research(
        self, symbol: str, *experts: str, day: str | None = None, limit: int = 5, language: str = "zh"
    ) -> NotebookResearch:
        """Asks the experts side by side, all of them unless some are named; `day` is the day to look from."""
        return self._does.research(NotebookQuestion(symbol, experts, day, limit, False, Language(language)))

    def debate(self, symbol: str, *, day: str | None = None, limit: int = 5, language: str = "zh") -> NotebookResearch:
        """Research by all experts, then bull and bear over it, and the verdict where there is one."""
        return self._does.research(NotebookQuestion(symbol, (), day, limit, True, Language(language)))

    def backtest(self, strategy: Strategy, *, language: str = "zh", **options: Any) -> NotebookBacktest:
        """A file, the id of a stored strategy, or a document. `options`: start, end, cash, leverage, version; here also
        commission, slippage, borrow_rate, interest_rate, funding_rate and store."""
        return self._does.backtest(strategy, language=language, **options)

    def sweep(
        self,
        document: Mapping[str, Any],
        values: Mapping[str, Sequence[Any]],
        *,
        by: str = "sharpe",
        language: str = "zh",
        **options: Any,
    ) -> NotebookSweep:
        """Every combination of values at pointers of a document, such as {"/factors/fast/params/period": [5, 10]}. Each
        is a trial that counts against the strategy."""
        variants = []
        for chosen in product(*values.values()):
            at = dict(zip(values, chosen, strict=True))
            done = self.backtest(_with(document, at), language=language, **options)
            variants.append(({pointer.rpartition("factors/")[2]: value for pointer, value in at.items()}, done))
        return NotebookSweep(variants, by)

    def stress(self, strategy_id: str, *, language: str = "zh", **options: Any) -> NotebookStress:
        """Stresses a stored strategy. `options` are those of `parley stress`, at a desk elsewhere those of its API."""
        return self._does.stress(strategy_id, language=language, **options)

    def data(
        self,
        symbol: str,
        *,
        start: str | date | None = None,
        end: str | date | None = None,
        timeframe: str = "1d",
        limit: int = 10_000,
    ) -> NotebookBars:
        """Stored bars from `start` until before `end`, adjusted for splits; the newest `limit` of them."""
        return self._does.data(symbol, timeframe, _day(start), _day(end), limit)

    def walkback(
        self, *symbols: str, start: str, end: str, every: int = 30, horizon: int = 30, language: str = "zh"
    ) -> NotebookWalkBack:
        """The desk's calls on past days, with what was known then, scored when their horizon passed."""
        return self._does.walkback(symbols, start, end, every, horizon, language)


def _with(document: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """A copy with other values at its pointers; `KeyError` names one that leads nowhere."""
    whole: Any = copied(dict(document))
    for pointer, value in values.items():
        place, keys = whole, pointer.strip("/").split("/")
        for key in keys[:-1]:
            place = place[int(key) if isinstance(place, list) else key]
        last: Any = int(keys[-1]) if isinstance(place, list) else keys[-1]
        place[last]
        place[last] = value
    return dict(whole)


def _day(text: str | date | None) -> date | None:
    return date.fromisoformat(text) if isinstance(text, str) else text


def connect(url: str, token: str | None = None) -> NotebookWorkspace:
    """A desk that runs elsewhere, with a personal access token of it; the results are of the same types."""
    from apps.cli.front.remote import RemoteWork

    return NotebookWorkspace(RemoteWork(url, token))


_HERE = NotebookWorkspace(LocalWork())
research, debate, backtest, sweep = _HERE.research, _HERE.debate, _HERE.backtest, _HERE.sweep
stress, data, walkback = _HERE.stress, _HERE.data, _HERE.walkback
