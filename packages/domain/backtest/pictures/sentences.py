"""What is said around the figures: what was run, what to read with care, and what is assumed."""

from packages.domain.backtest.analysis.report import Report
from packages.domain.backtest.pictures.cover import Cover
from packages.domain.backtest.pictures.wording import Wording, exact_percent, plain
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.explain.speech import Speech

_NAMED = 12  # tickers on the cover; the others are counted


def title(cover: Cover, wording: Wording) -> str:
    return wording.say("title", strategy=plain(cover.strategy))


def subject(cover: Cover, wording: Wording) -> str:
    """Instruments, market, bars and period in one line."""
    speech = Speech(wording.language)
    named = [plain(ticker) for ticker in cover.tickers[:_NAMED]]
    more = [f"+{len(cover.tickers) - _NAMED:,}"] if len(cover.tickers) > _NAMED else []
    period = wording.say("period", start=cover.start.isoformat(), end=cover.end.isoformat())
    bars = wording.say("timeframe", timeframe=speech.say(cover.timeframe.value).strip())
    market = speech.say(cover.market.value)
    return " · ".join([speech.joined(named + more), market, bars, period])


def origin(cover: Cover, wording: Wording) -> tuple[str, ...]:
    """Where the data is from, how often was tried, and what tells this run from every other."""
    told = [wording.say("told_by", source=plain(cover.source))]
    if cover.trials is not None:
        told.append(wording.say("trials", count=f"{cover.trials:,}"))
    return (*told, wording.say("content", hash=plain(cover.content_hash)))


def warnings(report: Report, wording: Wording) -> tuple[str, ...]:
    return tuple(wording.label(code) for code in report.warnings)


def assumptions(cover: Cover, wording: Wording) -> tuple[str, ...]:
    """How orders are filled, and every cost that was charged."""
    told = [wording.say("assume_fill"), _cash(cover, wording), *_costs(cover, wording), _margin(cover, wording)]
    if cover.market is Market.CN_STOCKS:
        told.append(wording.say("assume_cn_stocks"))
    return (*told, *(wording.say(f"assume_{name}") for name in ("prices", "liquidity", "sharpe")))


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


def _margin(cover: Cover, wording: Wording) -> str:
    return wording.say(
        "assume_margin",
        borrow=exact_percent(cover.terms.borrow_rate),
        interest=exact_percent(cover.terms.interest_rate),
        maintenance=exact_percent(cover.terms.maintenance),
    )
