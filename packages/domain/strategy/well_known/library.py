"""Strategies that the trade knows by name: documents that run on the demo market, each with its idea in a sentence."""

import json
from enum import StrEnum
from importlib.resources import files

from packages.core.messages import Language, Message, message, render
from packages.domain.strategy.json_tree import Document


class WellKnown(StrEnum):
    """Each has a document of the same name beside this module."""

    AVERAGE_CROSS = "average_cross"
    MACD_CROSS = "macd_cross"
    DONCHIAN_BREAKOUT = "donchian_breakout"
    SUPERTREND = "supertrend"
    TURTLE = "turtle"
    RSI_REVERSION = "rsi_reversion"
    BOLLINGER_REVERSION = "bollinger_reversion"
    GAP_FADE = "gap_fade"
    INDEX_REGIME_FILTER = "index_regime_filter"
    PAIR_BY_ZSCORE = "pair_by_zscore"
    COINTEGRATED_PAIR = "cointegrated_pair"
    LONG_SHORT_NEUTRAL = "long_short_neutral"
    MOMENTUM_RANKING = "momentum_ranking"
    DUAL_MOMENTUM = "dual_momentum"
    OPENING_RANGE_BREAKOUT = "opening_range_breakout"
    TURN_OF_MONTH = "turn_of_month"
    MONTHLY_SAVINGS = "monthly_savings"
    GRID = "grid"
    LOW_PE_HIGH_ROE = "low_pe_high_roe"
    DRIFT_AFTER_EARNINGS = "drift_after_earnings"
    SIXTY_FORTY = "sixty_forty"
    RISK_PARITY = "risk_parity"
    VOLATILITY_TARGET = "volatility_target"
    HALF_KELLY = "half_kelly"
    FUNDING_CARRY = "funding_carry"


def well_known(which: WellKnown, language: Language = Language.EN) -> Document:
    """The whole document, with its name and description in the language."""
    document: Document = json.loads(files(__package__).joinpath(f"{which}.json").read_text(encoding="utf-8"))
    head: Document = {"name": render(title(which), language), "description": render(about(which), language)}
    return {**document, "strategy": head}


def title(which: WellKnown) -> Message:
    return message(f"strategy.well_known.title.{which}")


def about(which: WellKnown) -> Message:
    return message(f"strategy.well_known.about.{which}")
