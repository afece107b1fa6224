"""The canonical sample, spelled as on the page that fixes it, and ways to change one place of it."""

import json
from typing import Any

from packages.domain.strategy.json_patch import apply_patch
from packages.domain.strategy.json_tree import Document

SAMPLE_TEXT = """
{
  "dsl_version": "1.0.0",
  "strategy": {"name": "Average cross", "description": "Fast average over slow average, with a stop"},
  "universe": {"market": "us_stocks", "tickers": ["AAPL"]},
  "timeframe": "1d",
  "factors": {
    "ema_5": {"type": "ema", "params": {"period": 5, "source": "close"}},
    "ema_20": {"type": "ema", "params": {"period": 20, "source": "close"}},
    "rsi_14": {"type": "rsi", "params": {"period": 14, "source": "close"}}
  },
  "trade": {
    "long": {
      "entry": {
        "condition": {
          "all": [
            {"cross": {"a": {"ref": "ema_5"}, "op": "cross_above", "b": {"ref": "ema_20"}}},
            {"cmp": {"left": {"ref": "rsi_14"}, "op": "lt", "right": 70}}
          ]
        },
        "order": {"type": "market"}
      },
      "exits": [
        {"type": "signal_exit",
         "condition": {"cross": {"a": {"ref": "ema_5"}, "op": "cross_below", "b": {"ref": "ema_20"}}}},
        {"type": "stop_loss", "stop": {"kind": "pct", "value": 0.05}}
      ],
      "position_sizing": {"mode": "pct_equity", "pct": 0.5}
    }
  }
}
"""


def sample() -> Document:
    document: Document = json.loads(SAMPLE_TEXT)
    return document


def changed(path: str, value: Any, op: str = "replace") -> Document:
    """The sample with another value at a place (`op` add: a value more)."""
    document = apply_patch(sample(), [{"op": op, "path": path, "value": value}])
    assert isinstance(document, dict)
    return document


def without(path: str) -> Document:
    document = apply_patch(sample(), [{"op": "remove", "path": path}])
    assert isinstance(document, dict)
    return document
