"""Well-known strategies that add units, leave in parts or wait at a computed price: the Turtle with its pyramid, a
grid, monthly savings, scaling out, the opening range breakout and the lower Bollinger band with resting orders."""

from collections.abc import Mapping

from packages.domain.strategy.json_tree import Document, Json
from tests.corpus.well_known import CLOSE, account, compared, on_signal, strategy

TOP: Document = {"highest": {"of": {"ref": "high"}, "bars": 20}}
BOTTOM: Document = {"lowest": {"of": {"ref": "low"}, "bars": 20}}


def changed(document: Document, order: Document | None = None, sizing: Document | None = None) -> Document:
    """The same strategy with another order or size of its long side."""
    trade = document["trade"]
    assert isinstance(trade, dict)
    side = trade["long"]
    assert isinstance(side, dict)
    entry = side["entry"]
    assert isinstance(entry, dict)
    entry["order"] = entry["order"] if order is None else order
    side["position_sizing"] = side["position_sizing"] if sizing is None else sizing
    return document


def growing(document: Document, **scale_in: Json) -> Document:
    trade = document["trade"]
    assert isinstance(trade, dict)
    side = trade["long"]
    assert isinstance(side, dict)
    return {**document, "trade": {"long": {**side, "scale_in": {**scale_in}}}}


def turtle_pyramid(ticker: str, market: str = "us_stocks") -> Document:
    """In by a stop order at the highest of 20 days, one more unit each half range in favour up to four, all out two
    ranges below the latest fill or below the lowest of 10 days."""
    high: Document = {"highest": {"of": {"ref": "high"}, "bars": 20}}
    low: Document = {"lag": {"of": {"lowest": {"of": {"ref": "low"}, "bars": 10}}, "bars": 1}}
    step: Document = {"add": [account("last_fill_price"), {"multiply": [0.5, {"ref": "n"}]}]}
    exits: list[Json] = [
        {"type": "stop_loss", "stop": {"kind": "atr_multiple", "value": 2, "period": 20}},
        on_signal(compared(CLOSE, "lt", low)),
    ]
    document = strategy(
        "Turtle with pyramid",
        ticker,
        compared(CLOSE, "lt", high),
        exits,
        n={"type": "atr", "params": {"period": 20}},
        market=market,
    )
    risk: Document = {"mode": "risk_per_trade", "pct": 0.01}
    return growing(
        changed(document, {"type": "stop", "at": high}, risk),
        condition=compared(account("units"), "gte", 1),
        max_units=4,
        order={"type": "stop", "at": step},
        stops_from="last_fill",
    )


def grid(ticker: str, step: float = 0.02, most: int = 6, market: str = "us_stocks") -> Document:
    """A unit at each step below the 60-day average, sold again one step above."""
    mean: Document = {"ref": "mean"}

    def below(steps: Json) -> Document:
        return {"multiply": [mean, {"subtract": [1, {"multiply": [step, steps]}]}]}

    higher = compared(CLOSE, "gt", below({"subtract": [account("units"), 1]}))
    deeper = compared(CLOSE, "lt", below({"add": [account("units"), 1]}))
    sell: Document = {**on_signal(higher), "part": {"units": 1, "times": 1000}}
    factor: Document = {"type": "sma", "params": {"period": 60}}
    document = strategy("Grid", ticker, compared(CLOSE, "lt", below(1)), [sell], mean=factor, market=market)
    cash: Document = {"mode": "fixed_cash", "cash": 15_000}
    return growing(changed(document, sizing=cash), condition=deeper, max_units=most)


def monthly_savings(ticker: str, gain: float = 0.5, market: str = "us_stocks") -> Document:
    """The same amount at the open of each month's first trading day, until it has earned enough."""
    last_day = compared({"calendar": "trading_day_from_month_end"}, "eq", 1)
    out = on_signal(compared(account("open_return"), "gt", gain))
    document = strategy("Monthly savings", ticker, last_day, [out], market=market)
    sizing: Document = {"mode": "fixed_cash", "cash": 2_000}
    return growing(changed(document, sizing=sizing), condition=last_day, max_units=240)


def scale_out(ticker: str, market: str = "us_stocks") -> Document:
    """Half is sold at a gain of a tenth, the rest follows the price."""
    half: Document = {"type": "take_profit", "target": {"kind": "pct", "value": 0.1}, "part": {"fraction": 0.5}}
    trail: Document = {"type": "trailing_stop", "stop": {"kind": "atr_multiple", "value": 3}}
    fast: Document = {"type": "sma", "params": {"period": 20}}
    return strategy(
        "Scale out", ticker, compared(CLOSE, "gt", {"ref": "fast"}), [half, trail], fast=fast, market=market
    )


def range_breakout_by_stop(
    ticker: str, minutes: int = 30, timeframe: str = "15m", market: str = "us_stocks"
) -> Document:
    """A stop order at the high of the first minutes, for the rest of the session; out before the close."""
    high: Document = {"opening_range": {"edge": "high", "minutes": minutes}}
    low: Document = {"opening_range": {"edge": "low", "minutes": minutes}}
    over = compared({"calendar": "minutes_from_open"}, "eq", minutes)
    late = compared({"calendar": "minutes_to_close"}, "lte", 30)
    out: Document = {"any": [late, compared(CLOSE, "lt", low)]}
    document = strategy(
        "Opening range breakout by stop order", ticker, over, [on_signal(out)], timeframe=timeframe, market=market
    )
    return changed(document, {"type": "stop", "at": high, "valid_bars": 20})


def lower_band(ticker: str, market: str = "us_stocks") -> Document:
    """A limit order at the lower Bollinger band, out at the middle one."""
    bands: Document = {"type": "bollinger", "params": {"period": 20}}
    out = on_signal(compared(CLOSE, "gt", {"ref": "bands.middle"}))
    above = compared(CLOSE, "gt", {"ref": "bands.lower"})
    document = strategy("Lower Bollinger band", ticker, above, [out], bands=bands, market=market)
    return changed(document, {"type": "limit", "at": {"ref": "bands.lower"}, "valid_bars": 3})


def range_bracket(ticker: str, market: str = "us_stocks") -> Document:
    """A stop order to buy at the highest price of 20 bars beside one to sell short at the lowest: the one that fills
    cancels the other, and so do the stop and the target that follow."""
    inside: Document = {"all": [compared(CLOSE, "lt", TOP), compared(CLOSE, "gt", BOTTOM)]}
    exits: list[Json] = [
        {"type": "stop_loss", "stop": {"kind": "atr_multiple", "value": 2}},
        {"type": "take_profit", "target": {"kind": "atr_multiple", "value": 3}},
    ]

    def side(level: Document) -> Document:
        order: Document = {"type": "stop", "at": level, "valid_bars": 5}
        sizing: Document = {"mode": "pct_equity", "pct": 0.5}
        return {"entry": {"condition": inside, "order": order}, "exits": exits, "position_sizing": sizing}

    document = strategy("Range bracket", ticker, inside, exits, market=market)
    return {**document, "trade": {"long": side(TOP), "short": side(BOTTOM)}}


def scaled(ticker: str, market: str = "us_stocks") -> Mapping[str, Document]:
    """Those that trade on daily bars, by name."""
    return {
        "turtle_pyramid": turtle_pyramid(ticker, market=market),
        "grid": grid(ticker, market=market),
        "monthly_savings": monthly_savings(ticker, gain=0.02, market=market),
        "scale_out": scale_out(ticker, market=market),
        "lower_band": lower_band(ticker, market=market),
    }
