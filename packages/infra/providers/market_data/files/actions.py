"""Distributions and splits from a file: cash per share, new shares for old, or a plan in words (`10送3转2派5元`)."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal

from packages.domain.market_data.rows import ActionKind, CorporateAction, Row
from packages.domain.market_data.sessions import day_is_over, local_day
from packages.domain.market_data.symbols import Symbol
from packages.infra.providers.market_data.files.bounds import bounded, bounded_split
from packages.infra.providers.market_data.files.items import LineMeasure
from packages.infra.providers.market_data.files.reading import FileReading, Unreadable
from packages.infra.providers.market_data.files.tables import TableLine

_PLAN = re.compile(
    r"(?:每)?(?P<base>\d+)股?(?:送(?P<bonus>[\d.]+)股?)?(?:转(?:增)?(?P<turned>[\d.]+)股?)?(?:派(?P<cash>[\d.]+)元?)?"
)
_NO_PLAN = re.compile(r"不分配|不转增")


def planned(plan: str) -> dict[ActionKind, Decimal]:
    """What one share gets; empty for a plan that gives nothing or cannot be read."""
    found = _PLAN.match(re.sub(r"[\s,，()（）]|含税|现金|红利|股利|股息|发", "", plan))
    if found is None or not any((found["bonus"], found["turned"], found["cash"])):
        return {}
    base = Decimal(found["base"])
    shares = Decimal(found["bonus"] or 0) + Decimal(found["turned"] or 0)
    given = {}
    if shares:
        given[ActionKind.SPLIT] = 1 + shares / base
    if found["cash"]:
        given[ActionKind.DIVIDEND] = Decimal(found["cash"]) / base
    return given


def known_before(symbol: Symbol, ex_date: date, announced: date | None) -> datetime:
    """Public at the end of the day on which it was announced, and before the open of its ex-date in any case."""
    morning = day_is_over(symbol.market, date.fromordinal(ex_date.toordinal() - 1))
    return morning if announced is None else min(morning, day_is_over(symbol.market, announced))


def action_rows(reading: FileReading) -> list[Row]:
    """Payments of one kind on one day are one row: their sum, which is what the price falls by."""
    found: dict[str, CorporateAction] = {}
    seen: set[tuple[str, ...]] = set()
    for line in reading.lines():
        if line.cells in seen:
            reading.tally.repeated += 1
            continue
        seen.add(line.cells)
        try:
            actions = list(_actions(reading, line))
        except Unreadable as problem:
            reading.refuse(line.number, str(problem))
            continue
        reading.tally.taken += bool(actions)
        for action in actions:
            before = found.get(action.id)
            found[action.id] = action if before is None else _together(before, action)
    return list(found.values())


def _together(one: CorporateAction, other: CorporateAction) -> CorporateAction:
    value = one.value + other.value if one.kind is ActionKind.DIVIDEND else one.value * other.value
    return replace(one, value=value, known_at=max(one.known_at, other.known_at))


def _actions(reading: FileReading, line: TableLine) -> Iterator[CorporateAction]:
    symbol, plan = reading.symbol(line), reading.cell(line, "plan")
    ex_date = reading.day_or_none(line, "ex_date")
    if ex_date is None:
        reading.leave_out("no_ex_date")
        return
    announced = reading.day_or_none(line, "declared", "filed")
    if announced is None:
        reading.guess("known_before_open")
    given = planned(plan) if plan else {}
    if plan and not given and not _NO_PLAN.search(plan):
        raise Unreadable("plan")
    given |= _stated(reading, line)
    if not given:
        reading.leave_out("nothing_given")
    known = known_before(symbol, ex_date, announced)
    if local_day(symbol.market, reading.now) < ex_date and announced is None:
        raise Unreadable("later")
    for kind, amount in given.items():
        value = bounded_split(amount) if kind is ActionKind.SPLIT else bounded(amount, LineMeasure.PER_SHARE)
        row = CorporateAction(
            source=reading.options.source, known_at=known, symbol=symbol, ex_date=ex_date, kind=kind, value=value
        )
        reading.not_later(row)
        yield row


def _stated(reading: FileReading, line: TableLine) -> dict[ActionKind, Decimal]:
    """From columns of figures; a split of one for one, or a dividend of nothing, is none."""
    given = {}
    cash = reading.number_or_none(line, "cash")
    if cash is not None and cash < 0:
        raise Unreadable("negative")
    if cash:
        given[ActionKind.DIVIDEND] = cash
    new, old = reading.number_or_none(line, "split_to"), reading.number_or_none(line, "split_from")
    ratio = new / old if new is not None and old else reading.number_or_none(line, "ratio")
    if ratio is not None and ratio < 0:
        raise Unreadable("negative")
    if ratio and ratio != 1:
        given[ActionKind.SPLIT] = ratio
    return given
