"""The company among those of its industry that are stored: the median multiple, and its own place among them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from packages.domain.market_data.rows import Instrument
from src.modules.research.domain.absence import Absence, AbsenceReason
from src.modules.research.domain.arithmetic import combined
from src.modules.research.domain.figures import AbsentFigure, Finding, Findings, Operation, ResearchFigure
from src.modules.research.domain.valuation.assumptions import FEWEST_PEERS
from src.modules.research.domain.valuation.own_history import OWN

_SIC = re.compile(r"\bSIC\s*(\d{2})\d{2}\b", re.IGNORECASE)
COMPARED = ("pe", "pb", "ps")


@dataclass(frozen=True, slots=True)
class Peer:
    """Another company of the industry, with its multiples of the same day."""

    symbol: str
    name_zh: str
    name_en: str
    multiples: Findings


def group_of(industry: str) -> str:
    """What two companies must share to be peers: the major group of their SIC codes, or the industry's name."""
    code = _SIC.search(industry)
    return f"SIC {code[1]}" if code else industry.strip().casefold()


def in_the_industry(own: Instrument, others: Sequence[Instrument]) -> list[Instrument]:
    """In the same market, so that prices and accounts compare; empty where the industry is not told."""
    group = group_of(own.industry)
    return [
        other
        for other in others
        if group and other.symbol != own.symbol and other.market is own.market and group_of(other.industry) == group
    ]


def peer_findings(findings: Findings, peers: Sequence[Peer]) -> Iterator[Finding]:
    """For each multiple: how many peers have one, their median, the premium over it, and the place from the top."""
    for name in COMPARED:
        own = findings[OWN[name]]
        others = [figure for peer in peers if isinstance(figure := peer.multiples.get(OWN[name]), ResearchFigure)]
        keys = [f"peer_{name}_{what}" for what in ("count", "median", "premium", "place")]
        if len(others) < FEWEST_PEERS:
            why = AbsenceReason(
                Absence.FEW_PEERS,
                f"A comparison needs {FEWEST_PEERS} companies of the industry with a {name}, {len(others)} are there.",
            )
            yield from (AbsentFigure(key, why) for key in keys)
            continue
        yield combined(keys[0], Operation.COUNT, others, unit="plain")
        median = combined(keys[1], Operation.MEDIAN, others, unit="x")
        yield median
        yield combined(keys[2], Operation.GROWTH, (own, median), unit="ratio")
        yield combined(keys[3], Operation.PLACE_AMONG, (own, *others), unit="plain")
