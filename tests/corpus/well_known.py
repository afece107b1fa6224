"""Well-known strategies that take version 2.0.0: an index regime filter, pairs by z-score and by hedge ratio (the long
leg of each), the opening range breakout, the turn of the month, a day of the week; rules on the account: a pause in
drawdown, a break-even stop, time and profit, the exits of a Turtle, a chandelier; and portfolios of target weights."""

from collections.abc import Mapping

from packages.domain.strategy.json_tree import Document, Json

CLOSE: Document = {"ref": "close"}


def strategy(
    name: str,
    ticker: str,
    entry: Document,
    exits: list[Json],
    *,
    timeframe: str = "1d",
    market: str = "us_stocks",
    **factors: Json,
) -> Document:
    return {
        "dsl_version": "2.0.0",
        "strategy": {"name": name},
        "universe": {"market": market, "tickers": [ticker]},
        "timeframe": timeframe,
        "factors": {**factors},
        "trade": {
            "long": {
                "entry": {"condition": entry, "order": {"type": "market"}},
                "exits": exits,
                "position_sizing": {"mode": "pct_equity", "pct": 0.5},
            }
        },
    }


def compared(left: Json, op: str, right: Json) -> Document:
    return {"cmp": {"left": left, "op": op, "right": right}}


def on_signal(condition: Document) -> Document:
    return {"type": "signal_exit", "condition": condition}


def regime_filter(ticker: str, index: str, **where: str) -> Document:
    """An average cross, but only while the index is above its 200-day average."""
    calm = compared({**CLOSE, "of": index}, "gt", {"ref": "slow", "of": index})
    entry: Document = {"all": [compared(CLOSE, "gt", {"ref": "fast"}), calm]}
    fast: Document = {"type": "sma", "params": {"period": 20}}
    slow: Document = {"type": "sma", "params": {"period": 200}}
    out: Document = {"any": [compared(CLOSE, "lt", {"ref": "fast"}), {"not": calm}]}
    return strategy("Index regime filter", ticker, entry, [on_signal(out)], fast=fast, slow=slow, **where)


def pair_by_zscore(ticker: str, other: str, **where: str) -> Document:
    """Buys the leg that has fallen behind, by the z-score of the ratio of the two."""
    ratio: Document = {"subtract": [{"log": CLOSE}, {"log": {**CLOSE, "of": other}}]}
    score: Document = {"zscore": {"of": ratio, "bars": 60}}
    exits: list[Json] = [on_signal(compared(score, "gt", 0)), {"type": "time_exit", "bars": 40}]
    return strategy("Pair by z-score, long leg", ticker, compared(score, "lt", -1.5), exits, **where)


def pair_by_hedge_ratio(ticker: str, other: str, **where: str) -> Document:
    """The same for what is left of the price after a rolling regression on the other's."""
    theirs: Document = {**CLOSE, "of": other}
    beta: Document = {"slope": {"of": CLOSE, "on": theirs, "bars": 90}}
    spread: Document = {"subtract": [CLOSE, {"multiply": [beta, theirs]}]}
    score: Document = {"zscore": {"of": spread, "bars": 30}}
    related = compared({"correlation": {"of": CLOSE, "on": theirs, "bars": 90}}, "gt", 0)
    entry: Document = {"all": [compared(score, "lt", -1.5), related]}
    exits: list[Json] = [on_signal(compared(score, "gt", 0)), {"type": "time_exit", "bars": 40}]
    return strategy("Pair by hedge ratio, long leg", ticker, entry, exits, **where)


def opening_range_breakout(ticker: str, minutes: int = 30, timeframe: str = "15m", **where: str) -> Document:
    """Above the high of the first minutes, out before the close."""
    high: Document = {"opening_range": {"edge": "high", "minutes": minutes}}
    low: Document = {"opening_range": {"edge": "low", "minutes": minutes}}
    early = compared({"calendar": "minutes_to_close"}, "gt", 60)
    late = compared({"calendar": "minutes_to_close"}, "lte", 30)
    entry: Document = {"all": [{"cross": {"a": CLOSE, "op": "cross_above", "b": high}}, early]}
    out: Document = {"any": [late, compared(CLOSE, "lt", low)]}
    return strategy("Opening range breakout", ticker, entry, [on_signal(out)], timeframe=timeframe, **where)


def turn_of_month(ticker: str, **where: str) -> Document:
    """In at the open of the month's last trading day, out at the open of the fourth of the next."""
    entry = compared({"calendar": "trading_day_from_month_end"}, "eq", 2)
    out = compared({"calendar": "trading_day_of_month"}, "eq", 3)
    return strategy("Turn of the month", ticker, entry, [on_signal(out)], **where)


def day_of_week(ticker: str, **where: str) -> Document:
    """In at Friday's open, out at Tuesday's."""
    entry = compared({"calendar": "day_of_week"}, "eq", 4)
    out = compared({"calendar": "day_of_week"}, "eq", 1)
    return strategy("Weekend effect", ticker, entry, [on_signal(out)], **where)


def account(field: str) -> Document:
    return {"account": field}


def _trend(name: str, ticker: str, exits: list[Json], *also: Json, market: str) -> Document:
    """In above the 20-day average."""
    entry: Document = {"all": [compared(CLOSE, "gt", {"ref": "fast"}), *also]}
    return strategy(name, ticker, entry, exits, fast={"type": "sma", "params": {"period": 20}}, market=market)


def pause_in_drawdown(ticker: str, most: float = 0.1, market: str = "us_stocks") -> Document:
    """No new entries while the account is further below its peak."""
    out = on_signal(compared(CLOSE, "lt", {"ref": "fast"}))
    return _trend("Pause in drawdown", ticker, [out], compared(account("drawdown"), "gte", -most), market=market)


def break_even_stop(ticker: str, after: float = 0.05, market: str = "us_stocks") -> Document:
    """Once it has earned so much, out when it is back where it began."""
    earned = compared(account("best_price"), "gte", {"multiply": [account("entry_price"), 1 + after]})
    back = compared(CLOSE, "lt", account("entry_price"))
    stop: Json = {"type": "stop_loss", "stop": {"kind": "pct", "value": 0.08}}
    return _trend("Break-even stop", ticker, [on_signal({"all": [earned, back]}), stop], market=market)


def time_and_profit(ticker: str, bars: int = 10, least: float = 0.02, market: str = "us_stocks") -> Document:
    """Out after some bars unless it has earned enough by then."""
    late = compared(account("bars_held"), "gte", bars)
    poor = compared(account("open_return"), "lt", least)
    falls = on_signal(compared(CLOSE, "lt", {"multiply": [{"ref": "fast"}, 0.97]}))
    return _trend("Time and profit", ticker, [on_signal({"all": [late, poor]}), falls], market=market)


def turtle(ticker: str, market: str = "us_stocks") -> Document:
    """In above the highest of 20 days, out below the lowest of 10 or two ranges below the entry; one unit only."""
    above = compared(CLOSE, "gt", {"lag": {"of": {"highest": {"of": {"ref": "high"}, "bars": 20}}, "bars": 1}})
    below = compared(CLOSE, "lt", {"lag": {"of": {"lowest": {"of": {"ref": "low"}, "bars": 10}}, "bars": 1}})
    far: Document = {"subtract": [account("entry_price"), {"multiply": [2, {"ref": "n"}]}]}
    exits: list[Json] = [on_signal(compared(CLOSE, "lt", far)), on_signal(below)]
    return strategy(
        "Turtle, one unit", ticker, above, exits, n={"type": "atr", "params": {"period": 20}}, market=market
    )


def chandelier(ticker: str, market: str = "us_stocks") -> Document:
    """Out three ranges below the best price since entry, by the range of today."""
    far: Document = {"subtract": [account("best_price"), {"multiply": [3, {"indicator": _RANGE}]}]}
    return _trend("Chandelier exit", ticker, [on_signal(compared(CLOSE, "lt", far))], market=market)


_RANGE: Document = {
    "type": "ema",
    "of": {"subtract": [{"ref": "high"}, {"ref": "low"}]},
    "params": {"period": 22},
}


def on_account(ticker: str, market: str = "us_stocks") -> Mapping[str, Document]:
    """All that read the account, by name."""
    return {
        "pause_in_drawdown": pause_in_drawdown(ticker, market=market),
        "break_even_stop": break_even_stop(ticker, market=market),
        "time_and_profit": time_and_profit(ticker, market=market),
        "turtle": turtle(ticker, market=market),
        "chandelier": chandelier(ticker, market=market),
    }


def daily(ticker: str, other: str, **where: str) -> Mapping[str, Document]:
    """All that trade on daily bars, by name."""
    return {
        "regime_filter": regime_filter(ticker, other, **where),
        "pair_by_zscore": pair_by_zscore(ticker, other, **where),
        "pair_by_hedge_ratio": pair_by_hedge_ratio(ticker, other, **where),
        "turn_of_month": turn_of_month(ticker, **where),
        "day_of_week": day_of_week(ticker, **where),
    }


def portfolio(name: str, tickers: list[str], *, market: str = "us_stocks", **parts: Json) -> Document:
    """Target weights over listed tickers, set anew on the last trading day of a month, or as `parts` say."""
    rhythm: Document = {"every": "month", "session": -1}
    return {
        "dsl_version": "2.0.0",
        "strategy": {"name": name},
        "universe": {"market": market, "tickers": list(tickers)},
        "timeframe": "1d",
        "factors": {},
        "portfolio": {"long": {}, "weights": {"mode": "equal"}, "rebalance": rhythm, **parts},
    }


def momentum(bars: int, without: int = 0) -> Document:
    """The return over so many bars, up to `without` bars ago."""
    price: Document = {"lag": {"of": CLOSE, "bars": without}} if without else CLOSE
    return {"return": {"of": price, "bars": bars}}


def portfolios(tickers: list[str], **where: str) -> Mapping[str, Document]:
    """Those of target weights, by name."""
    ahead = compared(momentum(120), "gt", 0)
    calm: Document = {"std": {"of": momentum(1), "bars": 60}}
    two: Document = {"subtract": [{"cross_rank": momentum(120, 20)}, {"multiply": [0.5, {"cross_rank": calm}]}]}
    return {
        "cross_sectional_momentum": portfolio(
            "Cross-sectional momentum", tickers, score=two, long={"count": 2}, **where
        ),
        "inverse_volatility": portfolio(
            "Inverse volatility", tickers, weights={"mode": "inverse_volatility", "lookback": 60}, **where
        ),
        "risk_parity": portfolio("Risk parity", tickers, weights={"mode": "risk_parity", "lookback": 60}, **where),
        "volatility_target": portfolio(
            "Volatility target", tickers, volatility_target={"target": 0.1, "lookback": 60}, **where
        ),
        "kelly": portfolio(
            "Half Kelly with a cap", tickers, weights={"mode": "kelly", "fraction": 0.5}, max_weight=0.3, **where
        ),
        "dual_momentum": portfolio(
            "Dual momentum", tickers, score=momentum(120), long={"count": 1}, hold_if=ahead, **where
        ),
    }


def long_short_neutral(tickers: list[str]) -> Document:
    """Half of the equity in those that rose most, and as much sold short of those that fell most."""
    third: Document = {"fraction": 0.34}
    score: Document = {"cross_zscore": momentum(60, 5)}
    return portfolio("Long/short neutral", tickers, score=score, long=third, short=third)


def pair_of_two_legs(first: str, second: str, bars: int = 60, market: str = "us_stocks") -> Document:
    """Both legs of a pair, with the hedge ratio of the regression of one price on the other: in when the spread is more
    than two deviations from its mean, out when it is less than half of one."""
    mine, other = CLOSE, {**CLOSE, "of": second}
    ratio: Document = {"slope": {"of": mine, "on": other, "bars": bars}}
    spread: Document = {"subtract": [mine, {"multiply": [ratio, other]}]}
    away: Document = {"zscore": {"of": spread, "bars": bars}}
    # The same values as the second leg sees them, where the first is the other one.
    seen: Document = {"slope": {"of": {**CLOSE, "of": first}, "on": CLOSE, "bars": bars}}
    hedge: Document = {"multiply": [seen, CLOSE]}
    far: Document = {"zscore": {"of": {"subtract": [{**CLOSE, "of": first}, hedge]}, "bars": bars}}
    share: Document = {"divide": [hedge, {**CLOSE, "of": first}]}
    return legs(
        "Pair of two legs",
        {
            first: {"multiply": [-0.5, {"divide": [away, {"abs": away}]}]},
            second: {"multiply": [0.5, {"divide": [far, {"abs": far}]}, share]},
        },
        hold={"from": compared({"abs": away}, "gt", 2), "until": compared({"abs": away}, "lt", 0.5)},
        market=market,
    )


def dollar_neutral(first: str, second: str, bars: int = 60, market: str = "us_stocks") -> Document:
    """As much long in whichever rose more as is short in the other, half of the equity each."""

    def ahead(other: str) -> Document:
        return {"subtract": [momentum(bars), {"return": {"of": {**CLOSE, "of": other}, "bars": bars}}]}

    def weight(other: str) -> Document:
        return {"multiply": [0.5, {"divide": [ahead(other), {"abs": ahead(other)}]}]}

    rhythm: Document = {"every": "month", "session": 1}
    named = {first: weight(second), second: weight(first)}
    return legs("Dollar neutral", named, rebalance=rhythm, market=market)


def sixty_forty(first: str, second: str, market: str = "us_stocks") -> Document:
    """Fixed parts, brought back once a quarter."""
    rhythm: Document = {"every": "quarter", "session": 1, "tolerance": 0.01}
    return legs("Sixty, forty", {first: 0.6, second: 0.4}, rebalance=rhythm, market=market)


def legs(name: str, weights: Mapping[str, Json], *, market: str = "us_stocks", **parts: Json) -> Document:
    """Named legs with a weight each, decided every day unless `parts` say otherwise."""
    rhythm = parts.pop("rebalance", {"every": "day", "tolerance": 0.02})
    each: list[Json] = [{"ticker": ticker, "weight": weight} for ticker, weight in weights.items()]
    document = portfolio(name, list(weights), market=market)
    return {**document, "portfolio": {"legs": {"each": each, **parts}, "rebalance": rhythm}}


def named_legs(first: str, second: str, market: str = "us_stocks") -> Mapping[str, Document]:
    """All of named legs, by name."""
    return {
        "pair_of_two_legs": pair_of_two_legs(first, second, market=market),
        "dollar_neutral": dollar_neutral(first, second, market=market),
        "sixty_forty": sixty_forty(first, second, market=market),
    }
