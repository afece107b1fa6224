"""A strategy that trades most days, both ways, with limits, guards and holding times."""

from packages.domain.strategy.json_tree import Document


def lively(ticker: str) -> Document:
    return {
        "dsl_version": "1.0.0",
        "strategy": {"name": "Lively", "description": "In and out, to be compared."},
        "universe": {"market": "us_stocks", "tickers": [ticker]},
        "timeframe": "1d",
        "factors": {"fast": {"type": "ema", "params": {"period": 3}}},
        "trade": {
            "long": {
                "entry": {
                    "condition": {"cmp": {"left": {"ref": "close"}, "op": "gt", "right": {"ref": "fast"}}},
                    "order": {
                        "type": "limit",
                        "offset": {"kind": "pct", "value": 0.001},
                        "valid_bars": 2,
                    },
                },
                "exits": [
                    {"type": "time_exit", "bars": 3},
                    {"type": "bracket_rr", "stop": {"kind": "atr_multiple", "value": 0.8}, "risk_reward": 1.5},
                ],
                "position_sizing": {"mode": "risk_per_trade", "pct": 0.01},
            },
            "short": {
                "entry": {
                    "condition": {"cmp": {"left": {"ref": "close"}, "op": "lt", "right": {"ref": "fast"}}},
                    "order": {"type": "market"},
                },
                "exits": [
                    {
                        "type": "signal_exit",
                        "condition": {"cmp": {"left": {"ref": "close"}, "op": "gt", "right": {"ref": "fast"}}},
                    },
                    {"type": "trailing_stop", "stop": {"kind": "pct", "value": 0.02}},
                ],
                "position_sizing": {"mode": "pct_equity", "pct": 0.5},
            },
        },
    }


def holder(ticker: str, bars: int = 90, direction: str = "long", share: float = 0.9) -> Document:
    """In on the first close, and again whenever it is out; stays for so many bars."""
    return {
        "dsl_version": "1.0.0",
        "strategy": {"name": "Holder", "description": "Always in."},
        "universe": {"market": "us_stocks", "tickers": [ticker]},
        "timeframe": "1d",
        "factors": {},
        "trade": {
            direction: {
                "entry": {
                    "condition": {"cmp": {"left": {"ref": "close"}, "op": "gt", "right": 0}},
                    "order": {"type": "market"},
                },
                "exits": [
                    {"type": "time_exit", "bars": bars},
                    {"type": "stop_loss", "stop": {"kind": "pct", "value": 0.5}},
                ],
                "position_sizing": {"mode": "pct_equity", "pct": share},
            },
        },
    }


def spender(ticker: str, cash: float) -> Document:
    """The holder, for so much money."""
    return holder(ticker) | {
        "trade": {
            "long": {
                "entry": {
                    "condition": {"cmp": {"left": {"ref": "close"}, "op": "gt", "right": 0}},
                    "order": {"type": "market"},
                },
                "exits": [{"type": "time_exit", "bars": 90}],
                "position_sizing": {"mode": "fixed_cash", "cash": cash},
            },
        },
    }
