"""The trades of a backtest as tools tell them, page by page, each with its reasons."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, Field

from apps.mcp.domains.backtest.analyses import Analysis
from apps.mcp.figures import Fraction, Money, Price
from packages.domain.backtest.jobs.stored import TradeFilter, TradePage
from packages.domain.backtest.trades import ExitReason
from packages.domain.strategy.model import Direction

_SIGNS = {"gt": ">", "gte": "≥", "lt": "<", "lte": "≤", "eq": "=", "neq": "≠", "cross_above": ">", "cross_below": "<"}


class TradeTold(BaseModel):
    """One position from its fill to its exit; times are UTC beginnings of bars."""

    number: int = Field(description="By exit, from 1.")
    ticker: str
    direction: Direction
    exit_reason: ExitReason
    signal_at: str = Field(description="The close of this bar decided to enter.")
    entry_at: str
    exit_at: str
    bars: int = Field(description="In the position, entry and exit included.")
    quantity: Price
    entry_price: Price
    exit_price: Price
    costs: Money
    profit: Money = Field(description="After costs and dividends.")
    return_: Fraction = Field(alias="return", description="Of the entry amount.")
    why_entered: list[str] = Field(description="What was true then, with the values on both sides.")
    why_left: list[str] = Field(description="Empty for an exit that the account forced.")


class TradesTold(Analysis):
    """A page of trades in the order of their exits."""

    trades: list[TradeTold]
    total: int = Field(description="How many there are of the kind that was asked for.")
    next_offset: int | None = Field(description="`offset` of the next page; null on the last.")


def trades_told(backtest_job_id: str, page: TradePage, wanted: TradeFilter) -> TradesTold:
    end = wanted.offset + len(page.trades)
    return TradesTold(
        backtest_job_id=backtest_job_id,
        trades=[_trade(each) for each in page.trades],
        total=page.total,
        next_offset=end if page.trades and end < page.total else None,
    )


def _trade(body: Mapping[str, Any]) -> TradeTold:
    why = body["why"]
    return TradeTold.model_validate(
        {
            **body,
            "exit_reason": body["reason"],
            "why_entered": [_seen(each) for each in why["entry"]],
            "why_left": [_seen(each) for each in why["exit"]],
        }
    )


def _seen(observed: Mapping[str, Any]) -> str:
    """Such as `the RSI is below 30: 28.4 < 30`; a part of a condition that did not hold says so."""
    sides = ["unknown" if observed[name] is None else f"{observed[name]:.8g}" for name in ("left", "right")]
    told = f"{observed['text_en']}: {sides[0]} {_SIGNS.get(observed['op'], observed['op'])} {sides[1]}"
    return told if observed["holds"] else f"{told} (not so)"
