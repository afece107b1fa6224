"""Answers that no file could be read with, told before any file is looked at."""

from packages.domain.market_data.errors import BadRows
from packages.domain.market_data.timeframe import parse_timeframe
from packages.infra.providers.market_data.bars.evidence.clock import known_zone
from packages.infra.providers.market_data.bars.evidence.date_order import ORDERS
from packages.infra.providers.market_data.bars.evidence.guess import Answers
from packages.infra.providers.market_data.bars.evidence.naming import foreign_symbol
from packages.infra.providers.market_data.bars.evidence.price_unit import UNITS
from packages.infra.providers.market_data.bars.questions import split_ratio

_SPANS = ("quarter", "year", "ytd")
_KNOWN = {"dates": (*ORDERS, "year-month-day"), "price_unit": UNITS}


def refuse_nonsense(what: str, answer: str) -> None:
    """Raises the error of the reader that would meet the answer first. What no file asks about is let pass: it is of no
    account."""
    Answers({what: answer}).get(what)
    match what:
        case "timeframe":
            parse_timeframe(answer)
        case "timezone":
            known_zone(answer)
        case "symbol":
            foreign_symbol(answer)
        case "dates" | "price_unit" if answer not in _KNOWN[what]:
            raise BadRows("market_data.bad_answer", what=what, text=answer[:40], known=list(_KNOWN[what]))
        case "span" if answer not in _SPANS:
            raise BadRows("market_data.bad_span")
        case _ if what.startswith("split") and answer != "none":
            split_ratio(what, answer)
        case _:
            return
