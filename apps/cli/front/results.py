"""What `import parley` answers with: the same types for work done here and work done by a desk elsewhere."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apps.cli.backtest.running import FinishedBacktest
from apps.cli.front.frames import Tabular, framed, pandas
from packages.core.errors import NotFound
from packages.core.messages import Language, message, render
from packages.domain.backtest.analysis.report import Report

Row = Mapping[str, Any]


class NotKeptHere(NotFound):
    """A report of values is only there where the backtest was run."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class NotebookBacktest(Tabular):
    """A finished backtest; `curve` has time, equity, drawdown and benchmark, one value a bar (a long one thinned by the
    desk that ran it)."""

    id: str | None
    headline: Mapping[str, Any]
    trades: list[Row]
    curve: Mapping[str, Sequence[Any]]
    draw: Callable[[], str]
    language: Language
    ran: FinishedBacktest | None = None

    def rows(self) -> Sequence[Row]:
        return self.trades

    def lines(self) -> Sequence[str]:
        """What the report says in a few sentences."""
        said: Sequence[str] = self.headline["summary"][self.language.value]
        return said

    @property
    def figures(self) -> Mapping[str, Any]:
        return dict(self.headline["figures"])

    @property
    def finished(self) -> FinishedBacktest:
        if self.ran is None:
            raise NotKeptHere("cli.front.ran_elsewhere")
        return self.ran

    @property
    def report(self) -> Report:
        return self.finished.done.run.report

    def equity(self) -> Any:
        """A pandas series by time."""
        times = pandas().DatetimeIndex(self.curve["time"]).tz_localize(None)
        return pandas().Series(list(self.curve["equity"]), index=times, name="equity")

    def returns(self) -> Any:
        """Simple returns of the equity, a pandas series by time as quantstats takes it."""
        return self.equity().pct_change().dropna().rename("returns")

    def html(self) -> str:
        return self.draw()

    def _repr_html_(self) -> str:
        return framed(self.html())

    __repr__ = Tabular.__repr__


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class NotebookStress(Tabular):
    """A finished stress test; `report` is what the API answers of it."""

    id: str
    report: Mapping[str, Any]
    page: str
    language: Language

    def rows(self) -> Sequence[Row]:
        return self.reasons

    def lines(self) -> Sequence[str]:
        return [self.report["verdict"]["words"][self.language.value]["told"]]

    @property
    def verdict(self) -> str:
        """pass, revise or reject."""
        ruling: str = self.report["verdict"]["ruling"]
        return ruling

    @property
    def reasons(self) -> list[Row]:
        """Every check with its measure and its limit, the gravest first."""
        return list(self.report["verdict"]["reasons"])

    def html(self) -> str:
        return self.page

    def _repr_html_(self) -> str:
        return framed(self.page)

    __repr__ = Tabular.__repr__


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class NotebookResearch(Tabular):
    """A finished research run, with its debate and its verdict where they were asked for; `answer` is what the API
    answers."""

    answer: Mapping[str, Any]
    language: Language

    def rows(self) -> Sequence[Row]:
        """An expert a row: the normalized fields, or why there is no report."""
        found = []
        for name, result in self.answer["expert_results"].items():
            data = result.get("data") or {}
            signal = next((data[key] for key in _SIGNALS if data.get(key) is not None), None)
            confidence = next(
                (data[key] for key in ("confidence", "confidence_score") if data.get(key) is not None), None
            )
            said = next((data[key] for key in _REASONS if data.get(key)), result.get("error"))
            row = {"expert": name, "status": result["status"], "signal": signal, "confidence": confidence}
            found.append(row | {"said": said})
        return found

    def lines(self) -> Sequence[str]:
        head = message("cli.front.research", symbol=self.answer["symbol"], status=self.answer["overall_status"])
        stated = [render(head, self.language)]
        for row in self.rows():
            stated.append(f"{row['expert']}: {row['signal'] or row['status']} {row['confidence'] or ''}".rstrip())
        if self.debate:
            stated.append(f"debate: {self.debate['direction']} {self.debate['confidence']}")
        return stated

    @property
    def debate(self) -> Mapping[str, Any] | None:
        outcome: Mapping[str, Any] | None = self.answer.get("debate_outcome")
        return outcome or None

    @property
    def verdict(self) -> Mapping[str, Any] | None:
        judged: Mapping[str, Any] | None = self.answer.get("verdict")
        return judged or None

    __repr__ = Tabular.__repr__


_CONFIDENCES = ("confidence", "confidence_score")
_SIGNALS = ("signal", "valuation_verdict", "macro_environment", "catalyst_assessment")
_REASONS = ("summary_reasoning", "reasoning_summary", "macro_summary", "catalyst_summary")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class NotebookBars(Tabular):
    """Bars of one instrument as they were known; `answer` is what the API answers."""

    answer: Mapping[str, Any]

    def rows(self) -> Sequence[Row]:
        names = ("time", "open", "high", "low", "close", "volume")
        return [dict(zip(names, row, strict=True)) for row in zip(*(self.answer[name] for name in names), strict=True)]

    def lines(self) -> Sequence[str]:
        rows = self.rows()
        span = f"{rows[0]['time']} – {rows[-1]['time']}" if rows else "–"
        return [f"{self.answer['symbol']} {self.answer['timeframe']} {span} ({len(rows)}, {self.answer['source']})"]

    def returns(self) -> Any:
        """Simple returns of the close, a pandas series by time as quantstats takes it."""
        times = pandas().DatetimeIndex(self.answer["time"]).tz_localize(None)
        return pandas().Series(self.answer["close"], index=times, name="returns").pct_change().dropna()

    __repr__ = Tabular.__repr__


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class NotebookSweep(Tabular):
    """Variants of a strategy, a backtest each: every one is a trial of its lineage."""

    variants: Sequence[tuple[Mapping[str, Any], NotebookBacktest]]
    by: str

    def rows(self) -> Sequence[Row]:
        """The best first, by the figure that was asked for; without a figure last."""
        found = [{**chosen, **_shown(done.figures)} for chosen, done in self.variants]
        return sorted(found, key=lambda row: (row.get(self.by) is None, -(row.get(self.by) or 0.0)))

    def lines(self) -> Sequence[str]:
        rows = self.rows()[:5]
        return [" ".join(f"{name}={value}" for name, value in row.items()) for row in rows]

    __repr__ = Tabular.__repr__


def _shown(figures: Mapping[str, Any]) -> dict[str, Any]:
    """Figures that are one number; of an estimate its value."""
    stated = {name: value.get("value") if isinstance(value, Mapping) else value for name, value in figures.items()}
    return {name: value for name, value in stated.items() if value is None or isinstance(value, int | float)}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class NotebookWalkBack(Tabular):
    """The desk's calls on past days, scored; `answer` is what the API shapes of it."""

    answer: Mapping[str, Any]

    def rows(self) -> Sequence[Row]:
        counts: Mapping[str, Any] = self.answer["looks"]
        return [{"what": name, "count": value} for name, value in counts.items()]

    def lines(self) -> Sequence[str]:
        head = f"{', '.join(self.answer['symbols'])} {self.answer['start']} – {self.answer['end']}"
        return [head, " ".join(f"{row['what']}={row['count']}" for row in self.rows())]

    __repr__ = Tabular.__repr__
