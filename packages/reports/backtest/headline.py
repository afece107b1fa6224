"""The figures of a backtest as a person reads them, and the sentences around them: what was run, what to read with
care, and what is assumed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from packages.core.messages import Language
from packages.domain.backtest.analysis.local_time import local_times
from packages.domain.backtest.analysis.report import Cover, Report
from packages.domain.backtest.financing import house_financing
from packages.domain.backtest.jobs.plan import Plan
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.explain.phrases import StrategyPhrases
from packages.domain.strategy.explain.strategy import explain
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.reports.drawing.wording import Wording, exact_percent, number, percent, plain, signed

Tone = Literal["gain", "loss", ""]
_NAMED = 12  # tickers on the cover; the others are counted


@dataclass(frozen=True, slots=True)
class HeadlineFigure:
    """`tone` repeats in colour what the sign of the value says."""

    label: str
    value: str
    note: str = ""
    tone: Tone = ""


def headline(report: Report, wording: Wording) -> tuple[HeadlineFigure, ...]:
    """The six that are read first."""
    of, benchmark = report.figures, report.benchmark
    beside = wording.say("holding_them", value=signed(benchmark.total_return))
    deepest = wording.say("holding_them", value=percent(benchmark.max_drawdown))
    yearly = wording.say("holding_them", value=signed(benchmark.cagr))
    begun = wording.say("from_cash", value=wording.money(of.initial_cash))
    return (
        HeadlineFigure(wording.say("total_return"), signed(of.total_return), beside, tone_of(of.total_return)),
        HeadlineFigure(wording.say("cagr"), signed(of.cagr), yearly, tone_of(of.cagr)),
        _sharpe(report, wording),
        HeadlineFigure(wording.say("max_drawdown"), percent(of.max_drawdown), deepest, tone_of(of.max_drawdown)),
        HeadlineFigure(wording.say("final_equity"), wording.money(of.final_equity), begun),
        HeadlineFigure(wording.say("trades"), f"{report.all_trades.trades:,}", _won(report, wording)),
    )


def more_figures(report: Report, wording: Wording) -> tuple[HeadlineFigure, ...]:
    """The rest, each in a line."""
    of, trades, benchmark, say = report.figures, report.all_trades, report.benchmark, wording.say
    history = say("history_value", bars=wording.bars(of.bars), years=number(of.years, 1))
    return (
        HeadlineFigure(say("volatility"), percent(of.volatility)),
        HeadlineFigure(say("sortino"), number(of.sortino)),
        HeadlineFigure(say("calmar"), number(of.calmar)),
        HeadlineFigure(say("profit_factor"), number(trades.profit_factor)),
        HeadlineFigure(say("expectancy"), wording.money(trades.expectancy)),
        HeadlineFigure(say("exposure"), percent(of.exposure)),
        HeadlineFigure(say("turnover"), say("times", value=number(of.turnover, 1))),
        HeadlineFigure(say("costs"), wording.money(of.costs)),
        HeadlineFigure(say("financing"), wording.money(of.financing)),
        HeadlineFigure(say("longest_drawdown"), wording.bars(of.longest_drawdown_bars)),
        HeadlineFigure(say("excess"), signed(benchmark.excess_return)),
        HeadlineFigure(say("alpha"), signed(benchmark.alpha)),
        HeadlineFigure(say("beta"), number(benchmark.beta)),
        HeadlineFigure(say("correlation"), number(benchmark.correlation)),
        HeadlineFigure(say("information_ratio"), number(benchmark.information_ratio)),
        HeadlineFigure(say("history"), history),
    )


def tone_of(value: float | None) -> Tone:
    if not value:
        return ""
    return "gain" if value > 0 else "loss"


def _sharpe(report: Report, wording: Wording) -> HeadlineFigure:
    found = report.figures.sharpe
    if found is None:
        return HeadlineFigure(wording.say("sharpe"), number(None), wording.say("no_interval"))
    interval = wording.say("interval", level=percent(found.level, 0), low=number(found.low), high=number(found.high))
    return HeadlineFigure(wording.say("sharpe"), number(found.value), interval)


def _won(report: Report, wording: Wording) -> str:
    rate = report.all_trades.win_rate
    return wording.say("none_won") if rate is None else wording.say("won", value=percent(rate))


def cover_of(plan: Plan, headline: Mapping[str, Any], report: Report, trials: int | None, language: Language) -> Cover:
    """`headline` is the body of a stored headline."""
    universe, sources = plan.strategy.universe, headline["data"]["sources"]
    days = local_times(universe.market, plan.strategy.timeframe, report.time[[0, -1]]).astype("datetime64[D]")
    start, end = days.astype(object).tolist()
    return Cover(
        strategy=plan.strategy.name,
        tickers=universe.tickers or tuple(sources),  # of a whole market those that were held, as the trades count them
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


def title(cover: Cover, wording: Wording) -> str:
    return wording.say("title", strategy=plain(cover.strategy))


def subject(cover: Cover, wording: Wording) -> str:
    """Instruments, market, bars and period in one line."""
    speech = StrategyPhrases(wording.language)
    named = [plain(ticker) for ticker in cover.tickers[:_NAMED]]
    more = [f"+{len(cover.tickers) - _NAMED:,}"] if len(cover.tickers) > _NAMED else []
    period = wording.say("period", start=cover.start.isoformat(), end=cover.end.isoformat())
    bars = wording.say("timeframe", timeframe=speech.say(cover.timeframe.value).strip())
    market = speech.say(cover.market.value)
    return " · ".join([speech.joined(named + more), market, bars, period])


def origin(cover: Cover, wording: Wording) -> tuple[str, ...]:
    """Where the data is from, how often was tried, and what identifies this run."""
    lines = [wording.say("source_line", source=plain(cover.source))]
    if cover.trials is not None:
        lines.append(wording.say("trials", count=f"{cover.trials:,}"))
    return (*lines, wording.say("content", hash=plain(cover.content_hash)))


def warnings(report: Report, wording: Wording) -> tuple[str, ...]:
    return tuple(wording.label(code) for code in report.warnings)


def assumptions(cover: Cover, wording: Wording) -> tuple[str, ...]:
    """How orders are filled, and every cost that was charged."""
    lines = [wording.say("assume_fill"), _cash(cover, wording), *_costs(cover, wording), *_margin(cover, wording)]
    if cover.market is Market.CN_STOCKS:
        lines.append(wording.say("assume_cn_stocks"))
    return (*lines, *(wording.say(f"assume_{name}") for name in ("prices", "liquidity", "sharpe")))


def _cash(cover: Cover, wording: Wording) -> str:
    return wording.say("assume_cash", cash=wording.money(float(cover.terms.cash)), leverage=f"{cover.terms.leverage:g}")


def _costs(cover: Cover, wording: Wording) -> tuple[str, str]:
    costs = cover.terms.costs
    commission = wording.say(
        "assume_commission",
        rate=exact_percent(costs.commission_rate),
        per_share=wording.amount(costs.commission_per_share),
        minimum=wording.amount(costs.commission_minimum),
    )
    slippage = wording.say(
        "assume_slippage",
        slippage=exact_percent(costs.slippage),
        spread=exact_percent(costs.spread),
        impact=f"{costs.impact:g}",
    )
    return commission, slippage


def _margin(cover: Cover, wording: Wording) -> tuple[str, ...]:
    line = wording.say("assume_margin", **_rates(cover), maintenance=exact_percent(cover.terms.maintenance))
    return line, *_house(cover, wording)


def rate_lines(cover: Cover, wording: Wording) -> tuple[str, ...]:
    """What shorts and leverage cost a year, and whether the rates are the house's."""
    return wording.say("assume_rates", **_rates(cover)), *_house(cover, wording)


def _rates(cover: Cover) -> dict[str, str]:
    names = ("borrow", "interest", "funding")
    return {name: exact_percent(getattr(cover.terms, f"{name}_rate")) for name in names}


def _house(cover: Cover, wording: Wording) -> tuple[str, ...]:
    terms, house = cover.terms, house_financing(cover.market)
    rates = {name: getattr(terms, name) for name in ("borrow_rate", "interest_rate", "funding_rate")}
    is_house = any(rates.values()) and all(rate in (0.0, getattr(house, name)) for name, rate in rates.items())
    return (wording.say("assume_house"),) if is_house else ()
