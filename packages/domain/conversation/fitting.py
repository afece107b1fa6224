"""The size or the stop with which rules keep a person's limits: the widest that the check that refused them takes."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from packages.domain.conversation.constraints import Constraints, check_document
from packages.domain.strategy.json_tree import Document, copied, is_number, plain_number

Part: TypeAlias = Literal["size", "risk", "stop", "new_stop"]
_SIZES = tuple(percent / 100 for percent in range(1, 101))
_RISKS = tuple(tenth / 1000 for tenth in range(1, 101))
_STOPS = tuple(tenth / 1000 for tenth in range(1, 201))
_STOPPING = frozenset({"stop_loss", "bracket_rr", "trailing_stop"})
_Change: TypeAlias = Callable[[Document, float], None]


@dataclass(frozen=True, slots=True)
class Fit:
    """One number that makes rules fit: a share of the account, the loss at the stop, or the distance of the stop."""

    part: Part
    value: float
    document: Document


def fits(constraints: Constraints, document: Document) -> tuple[Fit, ...]:
    """What can be offered for rules that break a limit; nothing where neither size nor stop is what breaks it."""
    if not check_document(constraints, document):
        return ()
    return tuple(_found(constraints, document))


def fitted_size(constraints: Constraints, document: Document) -> Fit | None:
    """With the largest share of the account, at most what stands there; None where no share helps."""
    return _widest(constraints, document, "size", _SIZES, _size_to)


def _found(constraints: Constraints, document: Document) -> Iterator[Fit]:
    lacks_stop = any(not _stops(side) for side in _sides(document))
    stop: Part = "new_stop" if lacks_stop else "stop"
    offered: tuple[tuple[Part, Sequence[float], _Change], ...] = (
        ("size", _SIZES, _size_to),
        ("risk", _RISKS, _risk_to),
        (stop, _STOPS, _stop_to),
    )
    for part, steps, change in offered:
        fit = _widest(constraints, document, part, steps, change)
        if fit is not None:
            yield fit


def _widest(
    constraints: Constraints, document: Document, part: Part, steps: Sequence[float], change: _Change
) -> Fit | None:
    def changed(value: float) -> Document:
        made = {name: copied(item) for name, item in document.items()}
        change(made, value)
        return made

    # A smaller number never breaks a limit that a larger one keeps.
    place = bisect_right(steps, False, key=lambda value: bool(check_document(constraints, changed(value))))
    if place == 0 or changed(steps[place - 1]) == document:
        return None
    return Fit(part, steps[place - 1], changed(steps[place - 1]))


def _size_to(document: Document, value: float) -> None:
    for side in _sides(document):
        sizing = side.get("position_sizing")
        if isinstance(sizing, dict):
            name = {"pct_equity": "pct", "vol_target": "max_leverage"}.get(str(sizing.get("mode")), "")
            if is_number(before := sizing.get(name)) and before > value:
                sizing[name] = plain_number(value)


def _risk_to(document: Document, value: float) -> None:
    for side in _sides(document):
        sizing = side.get("position_sizing")
        if not isinstance(sizing, dict) or sizing.get("mode") != "risk_per_trade":
            continue
        if is_number(before := sizing.get("pct")) and before > value:
            sizing["pct"] = value


def _stop_to(document: Document, value: float) -> None:
    for side in _sides(document):
        stops = _stops(side)
        for stop in stops:
            if stop.get("kind") == "pct" and is_number(before := stop.get("value")) and before > value:
                stop["value"] = value
        exits = side.get("exits")
        if not stops and isinstance(exits, list):
            exits.append({"type": "stop_loss", "stop": {"kind": "pct", "value": value}})


def _stops(side: Document) -> list[Document]:
    exits = side.get("exits")
    several = exits if isinstance(exits, list) else []
    stops = [each.get("stop") for each in several if isinstance(each, dict) and each.get("type") in _STOPPING]
    return [stop for stop in stops if isinstance(stop, dict)]


def _sides(document: Document) -> list[Document]:
    trade = document.get("trade")
    return [side for side in trade.values() if isinstance(side, dict)] if isinstance(trade, dict) else []
