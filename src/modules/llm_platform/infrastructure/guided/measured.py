"""What was measured for a conversation, figure by figure, with where each comes from."""

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeVar

from packages.domain.conversation.understanding.asking.glossary import term
from packages.domain.conversation.understanding.asking.question_kinds import NamedNumber
from src.modules.llm_platform.infrastructure.guided.turn import (
    GuidedTurn,
    JsonView,
    Step,
    ToolAnswer,
    amount,
    figure,
    percent,
    use,
)

Found = TypeVar("Found")
Reading: TypeAlias = Generator[Step, ToolAnswer | None, Found]
Shape: TypeAlias = Literal["share", "ratio", "count", "money"]
_LISTED = 5  # runs that are looked through for one that is done


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that a tool gave: `key` is its entry in the glossary, `where` the part of a report that it is of."""

    key: str
    value: float
    shape: Shape
    source: str
    where: str = ""
    range: tuple[float, float] | None = None

    def named(self, turn: GuidedTurn) -> str:
        name = turn.words.own(f"answer.figure_name.{self.key}", term(self.key).name(turn.language))
        return turn.words.say("answer.figure_of", name=name, where=self.where) if self.where else name

    def shown(self, turn: GuidedTurn) -> str:
        """With its 95 % range, where it has one."""
        if self.range is None:
            return self._text(self.value)
        low, high = (self._text(each) for each in self.range)
        return turn.words.say("answer.with_range", value=self._text(self.value), low=low, high=high)

    def _text(self, value: float) -> str:
        shapes = {"share": percent, "ratio": figure, "money": amount}
        return f"{value:.0f}" if self.shape == "count" else shapes[self.shape](value)

    def reads_as(self, number: NamedNumber) -> bool:
        """Whether it, or an end of its range, is what the person wrote, rounded as they did; signs are left out."""
        if number.is_percent and self.shape != "share":
            return False
        scale = 100 if self.shape == "share" else 1
        wanted = f"{number.value:.{number.digits}f}"
        return any(f"{abs(each) * scale:.{number.digits}f}" == wanted for each in (self.value, *(self.range or ())))


@dataclass(frozen=True, slots=True)
class MeasuredBacktest:
    """A finished backtest: `job` as it was followed, `metrics` in full where the stage may read them."""

    job: JsonView
    metrics: JsonView
    source: str

    @property
    def figures(self) -> JsonView:
        return self.job.at("figures")


def read_backtest(turn: GuidedTurn) -> Reading[MeasuredBacktest | None]:
    """The conversation's backtest, or the newest of its strategy that is done; None where there is none."""
    job_id = turn.known("backtest", "backtest_job_id") or (yield from _newest_backtest(turn))
    if not job_id:
        return None
    job = yield from use("backtest", "get_job", backtest_job_id=job_id)
    if not job.ok or job.result.at("figures").value is None:
        return None
    metrics = yield from use("backtest", "metrics", backtest_job_id=job_id)
    found = metrics.result if metrics.ok else JsonView()
    return MeasuredBacktest(job.result, found, _of_backtest(turn, job.result, found))


def _newest_backtest(turn: GuidedTurn) -> Reading[str]:
    strategy_id = turn.known("strategy", "strategy_id")
    if not strategy_id:
        return ""
    answer = yield from use("backtest", "list_jobs", strategy_id=strategy_id, limit=_LISTED)
    done = (each for each in answer.result.rows("jobs") if each.text("status") == "done")
    return next((each.text("backtest_job_id") for each in done), "")


def _of_backtest(turn: GuidedTurn, job: JsonView, metrics: JsonView) -> str:
    version, first, last = job.count("strategy_version"), metrics.text("first")[:10], metrics.text("last")[:10]
    if first and last:
        return turn.words.say("answer.source.backtest", version=version, first=first, last=last)
    return turn.words.say("answer.source.backtest_undated", version=version)


def read_stress_report(turn: GuidedTurn) -> Reading[JsonView | None]:
    """The report of the stress test that is done; None where there is none. One that still runs is not asked for: that
    would be a failed call in front of the person, for a mere question."""
    if turn.state.text("stress", "status") not in ("", "done"):
        return None
    report_id = turn.known("stress", "stress_report_id") or (yield from _newest_report(turn))
    if not report_id:
        return None
    answer = yield from use("stress", "report", stress_report_id=report_id)
    return answer.result if answer.ok else None


def _newest_report(turn: GuidedTurn) -> Reading[str]:
    strategy_id = turn.known("strategy", "strategy_id")
    if not strategy_id:
        return ""
    answer = yield from use("stress", "list", strategy_id=strategy_id, limit=_LISTED)
    done = (each for each in answer.result.rows("stress_tests") if each.text("status") == "done")
    return next((each.text("stress_report_id") for each in done), "")


def all_figures(turn: GuidedTurn) -> Reading[list[Figure]]:
    """Of the backtest, the stress report and the last verdict of research, as far as there are any."""
    found = list[Figure]()
    backtest = yield from read_backtest(turn)
    if backtest is not None:
        found += backtest_figures(backtest)
    report = yield from read_stress_report(turn)
    if report is not None:
        found += stress_figures(turn, report)
    found += yield from _of_verdict(turn)
    return found


_OF_JOB: Mapping[str, tuple[str, Shape]] = {
    "total_return": ("total_return", "share"),
    "cagr": ("cagr", "share"),
    "max_drawdown": ("max_drawdown", "share"),
    "trades": ("few_trades", "count"),
    "win_rate": ("win_rate", "share"),
    "exposure": ("exposure", "share"),
    "benchmark_return": ("buy_and_hold", "share"),
    "excess_return": ("excess_return", "share"),
    "final_equity": ("equity", "money"),
}
_OF_ACCOUNT: Mapping[str, tuple[str, Shape]] = {
    "volatility": ("volatility", "share"),
    "sortino": ("sortino", "ratio"),
    "calmar": ("calmar", "ratio"),
    "turnover": ("turnover", "ratio"),
    "costs": ("trading_costs", "money"),
    "longest_drawdown_bars": ("longest_drawdown", "count"),
}
_OF_TRADES: Mapping[str, tuple[str, Shape]] = {
    "profit_factor": ("profit_factor", "ratio"),
    "expectancy": ("expectancy", "money"),
}

_OF_LUCK: Mapping[str, tuple[str, Shape]] = {
    "deflated_sharpe": ("deflated_sharpe", "share"),
    "overfitting_probability": ("overfitting_probability", "share"),
    "trials": ("trial", "count"),
}
_OF_CRISIS: Mapping[str, tuple[str, Shape]] = {
    "total_return": ("total_return", "share"),
    "max_drawdown": ("max_drawdown", "share"),
}
_OF_VERDICT: Mapping[str, tuple[str, Shape]] = {
    "probability": ("probability", "share"),
    "confidence": ("confidence", "share"),
}
_TABLES = (_OF_JOB, _OF_ACCOUNT, _OF_TRADES, _OF_LUCK, _OF_CRISIS, _OF_VERDICT)
MEASURED = frozenset({"sharpe", "ruin"} | {key for table in _TABLES for key, _ in table.values()})


def backtest_figures(found: MeasuredBacktest) -> Iterator[Figure]:
    yield from _read(found.figures, _OF_JOB, found.source)
    yield from _estimate("sharpe", found.figures.at("sharpe"), "ratio", found.source)
    yield from _read(found.metrics.at("figures"), _OF_ACCOUNT, found.source)
    yield from _read(found.metrics.at("all_trades"), _OF_TRADES, found.source)
    yield from _read(found.job, {"trials": ("trial", "count")}, found.source)


def stress_figures(turn: GuidedTurn, report: JsonView) -> Iterator[Figure]:
    source = stress_source(turn, report)
    yield from _read(report.at("overfitting"), _OF_LUCK, source)
    walk = report.at("walk_forward")
    yield from _read(walk, {"in_sample_sharpe": ("sharpe", "ratio")}, source, term("in_sample").name(turn.language))
    outside = walk.at("out_of_sample_sharpe")
    yield from _estimate("sharpe", outside, "ratio", source, term("out_of_sample").name(turn.language))
    for world in report.rows("monte_carlo"):
        model = turn.words.label("answer.world", world.text("world"))
        for name, key in (("bad_drawdown", "max_drawdown"), ("ruin", "ruin"), ("total_return", "total_return")):
            where = turn.words.say(f"answer.where.{name}", world=model)
            yield from _estimate(key, world.at(name), "share", source, where)
    for crisis in report.rows("crises"):
        yield from _read(crisis, _OF_CRISIS, source, crisis.text("name", turn.language))


def stress_source(turn: GuidedTurn, report: JsonView) -> str:
    return turn.words.say("answer.source.stress", version=report.count("strategy_version"))


def _of_verdict(turn: GuidedTurn) -> Reading[list[Figure]]:
    sessions = yield from use("research", "sessions", limit=1)
    rows = sessions.result.rows("sessions")
    if not rows:
        return []
    answer = yield from use("research", "verdict", research_session_id=rows[0].text("research_session_id"))
    source = turn.words.say("answer.source.research", symbol=rows[0].text("symbol"))
    return list(_read(answer.result, _OF_VERDICT, source)) if answer.ok else []


def _estimate(key: str, found: JsonView, shape: Shape, source: str, where: str = "") -> Iterator[Figure]:
    value, low, high = (found.number(name) for name in ("value", "low", "high"))
    if value is not None:
        yield Figure(key, value, shape, source, where, None if low is None or high is None else (low, high))


def _read(result: JsonView, names: Mapping[str, tuple[str, Shape]], source: str, where: str = "") -> Iterator[Figure]:
    for name, (key, shape) in names.items():
        value = result.number(name)
        if value is not None:
            yield Figure(key, value, shape, source, where)
