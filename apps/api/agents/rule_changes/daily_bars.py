"""Rules on bars that nobody has, read on daily bars: what was measured on the longer ones stays measured on those."""

import json
from typing import Any

from packages.core.messages import Language
from packages.domain.conversation.wording import say
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.explain.phrases import StrategyPhrases
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.validate import Validator

_DAYS = {Timeframe.W1.value: 5}
_TIME = "time_exit"


def button(language: Language) -> str:
    return say(language, "draft.use_bars", bars=StrategyPhrases(language).say(Timeframe.D1.value))


def is_button(text: str) -> bool:
    return text.strip().casefold() in {button(each).casefold() for each in Language}


def on_daily_bars(document: Document) -> Document | None:
    """None where they are on no longer bars, or would not be valid."""
    days = _DAYS.get(str(document.get("timeframe")))
    if days is None:
        return None
    after: Any = json.loads(json.dumps(document))
    for factor in after["factors"].values():
        factor.setdefault("timeframe", after["timeframe"])
    for side in after["trade"].values():
        for each in side["exits"]:
            if each["type"] == _TIME:
                each["bars"] *= days
    after["timeframe"] = Timeframe.D1.value
    return None if Validator(CATALOGUE).document(after).problems else after
