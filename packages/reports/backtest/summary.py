"""A report in a few plain sentences: the result and how sure it is; never advice, never a promise."""

from collections.abc import Iterator
from datetime import datetime

from packages.core.messages import Language, Param, Phrases
from packages.domain.backtest.analysis.caution import FEW_TRADES, SHORT_YEARS, Caution
from packages.domain.backtest.analysis.local_time import local_times
from packages.domain.backtest.analysis.report import EstimateInterval, Report
from packages.domain.backtest.panel import Panel
from packages.domain.strategy.explain.phrases import StrategyPhrases

_NOTHING_HAPPENED = (Caution.NO_ORDERS, Caution.TOO_SMALL, Caution.NOT_FILLED)


def summary(report: Report, panel: Panel, language: Language) -> tuple[str, ...]:
    """Four to eight sentences or pairs of them."""
    return tuple(_Summary(report, panel, _SummaryWords(language)).sentences())


class _SummaryWords(Phrases):
    """The phrases of one language about a backtest."""

    def __init__(self, language: Language) -> None:
        super().__init__(language, "backtest.summary")
        self._speech = StrategyPhrases(language)

    def say(self, name: str, /, **params: Param) -> str:
        return self._speech.tidy(super().say(name, **params))

    def count(self, noun: str, count: int, **fields: str) -> str:
        """`noun` is trade, position or bar."""
        return self.say(f"{noun}_one" if count == 1 else f"{noun}_many", count=f"{count:,}", **fields)

    def timeframe(self, timeframe: str) -> str:
        return self._speech.say(timeframe)

    def moment(self, at: datetime, with_time: bool) -> str:
        month = self.say("months").split()[at.month - 1]
        phrase = "minute" if with_time else "day"
        return self.say(phrase, day=str(at.day), month=month, year=str(at.year), time=f"{at:%H:%M}")


class _Summary:
    """Writes one report in one language."""

    def __init__(self, report: Report, panel: Panel, words: _SummaryWords) -> None:
        self._report = report
        self._figures = report.figures
        self._panel = panel
        self._says = words

    def sentences(self) -> Iterator[str]:
        if self._nothing is not None:
            yield from self._without_trades(self._nothing)
            return
        yield self._result()
        if Caution.RUINED in self._report.warnings:
            gone = int((self._report.equity <= 0).argmax())
            yield self._says.say("ruined", day=self._day(gone))
        yield self._against_holding()
        yield self._worst()
        yield from self._trades()
        yield self._sureness(self._figures.sharpe)
        yield from self._thinness()
        if self._report.open_positions:
            yield self._says.say("open", positions=self._says.count("position", self._report.open_positions))

    @property
    def _nothing(self) -> Caution | None:
        return next((code for code in _NOTHING_HAPPENED if code in self._report.warnings), None)

    def _without_trades(self, cause: Caution) -> Iterator[str]:
        yield self._says.say("no_trades", **self._frame())
        yield self._says.say(cause.value)
        yield self._against_holding()
        yield self._says.say("nothing_measured")
        yield from self._thinness()

    def _result(self) -> str:
        total = percent(self._figures.total_return, signed=True)
        if self._figures.cagr is None or self._figures.years < SHORT_YEARS:
            return self._says.say("result", total=total, **self._frame())
        yearly = percent(self._figures.cagr, signed=True)
        return self._says.say("result_yearly", total=total, yearly=yearly, **self._frame())

    def _frame(self) -> dict[str, str]:
        timeframe = self._says.timeframe(self._panel.timeframe.value)
        return {
            "first": self._day(0),
            "last": self._day(-1),
            "bars": self._says.count("bar", self._figures.bars, timeframe=timeframe),
            "cash": money(self._figures.initial_cash),
            "final": money(self._figures.final_equity),
        }

    def _against_holding(self) -> str:
        held, gap = self._report.benchmark.total_return, decimal(abs(self._report.benchmark.excess_return) * 100, 1)
        phrase = "ahead" if self._report.benchmark.excess_return > 0 else "behind"
        return self._says.say("level" if gap == "0.0" else phrase, held=percent(held, signed=True), gap=gap)

    def _worst(self) -> str:
        if not self._report.drawdowns:
            return self._says.say("no_fall")
        worst = self._report.drawdowns[0]
        peak, trough = self._day(worst.peak_bar), self._day(worst.trough_bar)
        depth = percent(-worst.depth)
        if worst.recovered_bar is None:
            return self._says.say("worst_open", peak=peak, trough=trough, depth=depth)
        return self._says.say("worst_back", peak=peak, trough=trough, depth=depth, back=self._day(worst.recovered_bar))

    def _trades(self) -> Iterator[str]:
        trades = self._report.all_trades
        if trades.win_rate is None or trades.mean_return is None or trades.mean_bars is None:
            yield self._says.say("none_closed")
            return
        yearly = self._figures.years >= SHORT_YEARS
        yield self._says.say(
            "trades_yearly" if yearly else "trades",
            trades=self._says.count("trade", trades.trades),
            rate=decimal(trades.trades / self._figures.years, 1) if yearly else "",
            wins=percent(trades.win_rate),
            mean=percent(trades.mean_return, signed=True),
            bars=self._says.say("length", count=decimal(trades.mean_bars, 1)),
            exposure=percent(self._figures.exposure),
        )
        yield self._costs()

    def _costs(self) -> str:
        if self._figures.costs <= 0:
            return self._says.say("no_costs")
        share = percent(self._figures.costs / self._figures.initial_cash)
        return self._says.say("costs", costs=money(self._figures.costs), share=share)

    def _sureness(self, sharpe: EstimateInterval | None) -> str:
        if sharpe is None:
            return self._says.say("no_sharpe")
        side = "above" if sharpe.low > 0 else "below" if sharpe.high < 0 else "luck"
        low, high = decimal(sharpe.low), decimal(sharpe.high)
        level = percent(sharpe.level).replace(".0%", "%")
        return self._says.say(f"sharpe_{side}", value=decimal(sharpe.value), level=level, low=low, high=high)

    def _thinness(self) -> Iterator[str]:
        few, short = (code in self._report.warnings for code in (Caution.FEW_TRADES, Caution.SHORT_HISTORY))
        if few or short:
            phrase = "few_and_short" if few and short else "few" if few else "short"
            yield self._says.say(phrase, fewest=str(FEW_TRADES))

    def _day(self, bar: int) -> str:
        """By the market's clock, with the time of day where bars are shorter than a day."""
        place = bar % len(self._report.time)
        at = self._report.time[place : place + 1]
        local = local_times(self._panel.market, self._panel.timeframe, at).astype("datetime64[us]")
        return self._says.moment(local[0].item(), self._panel.timeframe.is_intraday)


def money(amount: float) -> str:
    """Whole units from a thousand on, hundredths below."""
    return _without_minus_zero(f"{amount:,.0f}" if abs(amount) >= 1000 else f"{amount:,.2f}")


def percent(fraction: float, signed: bool = False) -> str:
    """Tenths of a percent; hundredths below one percent."""
    digits = 1 if abs(fraction) >= 0.01 or fraction == 0 else 2
    text = _without_minus_zero(f"{fraction * 100:,.{digits}f}")
    return f"{'+' if signed and float(text.replace(',', '')) > 0 else ''}{text}%"


def decimal(value: float, digits: int = 2) -> str:
    return _without_minus_zero(f"{value:,.{digits}f}")


def _without_minus_zero(text: str) -> str:
    return text.lstrip("-") if not text.strip("-0.") else text
