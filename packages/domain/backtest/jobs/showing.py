"""What stands around the figures when a backtest is drawn: its rules, its data, its terms, its trials."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from packages.domain.backtest.analysis.as_json import plain
from packages.domain.backtest.analysis.local_time import local_times
from packages.domain.backtest.analysis.report import Report
from packages.domain.backtest.jobs.plan import Plan
from packages.domain.backtest.pictures.cover import Cover
from packages.domain.strategy.explain.speech import Language
from packages.domain.strategy.explain.strategy import explain
from packages.domain.strategy.indicators.catalogue import CATALOGUE


def cover_of(plan: Plan, headline: Mapping[str, Any], report: Report, trials: int | None, language: Language) -> Cover:
    """`headline` is the body of a stored headline."""
    universe, sources = plan.strategy.universe, headline["data"]["sources"]
    days = local_times(universe.market, plan.strategy.timeframe, report.time[[0, -1]]).astype("datetime64[D]")
    start, end = days.astype(object).tolist()
    return Cover(
        strategy=plan.strategy.name,
        tickers=universe.tickers,
        market=universe.market,
        timeframe=plan.strategy.timeframe,
        start=start,
        end=end,
        terms=plan.terms,
        source=", ".join(sorted(set(sources.values()))),
        content_hash=plan.strategy_hash,
        is_demo="demo" in sources.values(),
        trials=trials,
        rules=tuple(sentence.text for sentence in explain(plan.strategy, CATALOGUE, language)),
        summary=(*headline["summary"][language.value], *headline["notes"][language.value]),
    )


def curve_json(report: Report, places: Sequence[int] | np.ndarray) -> dict[str, list[Any]]:
    """The equity, its drawdown and the benchmark at some bars of the report."""
    return {
        "time": _moments(report, places),
        "equity": report.equity[places].tolist(),
        "drawdown": report.drawdown[places].tolist(),
        "benchmark": report.benchmark.equity[places].tolist(),
    }


def rolling_json(report: Report, places: Sequence[int] | np.ndarray) -> dict[str, Any]:
    """What was measured over a window that moves, at some bars of the report."""
    rolling = report.rolling
    names = ("total_return", "volatility", "sharpe")
    columns = {name: plain(getattr(rolling, name)[places].tolist()) for name in names}
    return {"window": rolling.window, "time": _moments(report, places), **columns}


def _moments(report: Report, places: Sequence[int] | np.ndarray) -> list[str]:
    return [f"{time}Z" for time in np.datetime_as_string(report.time[places], unit="s").tolist()]
