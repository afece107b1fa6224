"""What is coming, when, and which way it cuts: stored dates, and dates that the past lets one expect."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

from packages.domain.market_data.rows import ActionKind, CalendarEvent, CorporateAction, EventKind, MacroPoint
from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.statements.periods import months_before, report_before
from packages.domain.market_data.symbols import Market
from src.modules.research.domain.financial_statements import Books

AHEAD = timedelta(days=150)
_A_YEAR = timedelta(days=365)
_SLACK = timedelta(days=10)
_QUARTER = 3
Direction = Literal["positive", "neutral", "negative"]


@dataclass(frozen=True, slots=True, kw_only=True)
class UpcomingEvent:
    """`expected`: worked out from how it went before, not announced. `subject`: the period or the series it is about.
    `rows`: what it rests on."""

    day: date
    kind: EventKind
    title: str
    direction: Direction
    expected: bool
    subject: str
    source: str
    known_at: datetime
    rows: tuple[str, ...]

    @property
    def id(self) -> str:
        return self.rows[0] if not self.expected else f"expected:{self.kind}:{self.subject}:{self.day}"


# An unlock brings supply, a dividend brings cash; what the others bring depends on what is said on the day.
_CUTS: dict[EventKind, Direction] = {EventKind.UNLOCK: "negative"}


def from_calendar(events: Iterable[CalendarEvent], today: date) -> Iterator[UpcomingEvent]:
    for event in events:
        if today <= event.day <= today + AHEAD:
            yield UpcomingEvent(
                day=event.day,
                kind=event.kind,
                title=event.title,
                direction=_CUTS.get(event.kind, "neutral"),
                expected=False,
                subject=str(event.symbol or ""),
                source=event.source,
                known_at=event.known_at,
                rows=(event.id,),
            )


def from_actions(actions: Sequence[CorporateAction], today: date) -> Iterator[UpcomingEvent]:
    """What is declared; where nothing is, the dividend of a year before comes round again."""
    ahead = [one for one in actions if today < one.ex_date <= today + AHEAD]
    yield from (_action(one, one.ex_date, expected=False) for one in ahead)
    paid = [one for one in actions if one.kind is ActionKind.DIVIDEND]
    if any(one.kind is ActionKind.DIVIDEND for one in ahead):
        return
    again = [one for one in paid if today < one.ex_date + _A_YEAR <= today + AHEAD]
    yield from (_action(one, _weekday(one.ex_date + _A_YEAR), expected=True) for one in again[:1])


def _action(action: CorporateAction, day: date, *, expected: bool) -> UpcomingEvent:
    dividend = action.kind is ActionKind.DIVIDEND
    return UpcomingEvent(
        day=day,
        kind=EventKind.DIVIDEND if dividend else EventKind.OTHER,
        title="",
        direction="neutral",
        expected=expected,
        subject=f"{action.kind}:{action.ex_date}",
        source=action.source,
        known_at=action.known_at,
        rows=(action.id,),
    )


def _weekday(day: date) -> date:
    """The Monday behind a weekend; only in China do reports come out on a Saturday."""
    return day + timedelta(days=(7 - day.weekday()) if day.weekday() > 4 else 0)


def expected_report(books: Books, market: Market, today: date, direction: Direction) -> UpcomingEvent | None:
    """The next report, on the day that the same report of the year before would suggest."""
    ends = books.ends()
    if not ends:
        return None
    due = months_before(ends[-1], -_QUARTER)
    same = report_before(ends, due, 12)
    if same is None:
        return None
    first_known = min(fact.known_at for by_end in books.statements.values() if (fact := by_end.get(same)))
    rows = tuple(sorted(fact.id for by_end in books.statements.values() if (fact := by_end.get(same))))[:1]
    day = due + (local_day(market, first_known) - same)
    if not today - _SLACK <= day <= today + AHEAD:
        return None
    latest = max(fact.known_at for by_end in books.statements.values() if (fact := by_end.get(ends[-1])))
    return UpcomingEvent(
        day=max(day, today) if market is Market.CN_STOCKS else _weekday(max(day, today)),
        kind=EventKind.EARNINGS,
        title="",
        direction=direction,
        expected=True,
        subject=str(due),
        source=books.source,
        known_at=latest,
        rows=rows,
    )


def expected_release(name: str, points: Sequence[MacroPoint], today: date) -> UpcomingEvent | None:
    """The next release of a series, as long after its period as the last one."""
    if len(points) < _QUARTER:
        return None
    ordered = sorted(points, key=lambda one: one.period_end)
    last, before = ordered[-1], ordered[-2]
    months = (last.period_end.year - before.period_end.year) * 12 + last.period_end.month - before.period_end.month
    if not 1 <= months <= _QUARTER:
        return None
    due = months_before(last.period_end, -months)
    day = due + (last.known_at.date() - last.period_end)
    if not today - _SLACK <= day <= today + AHEAD:
        return None
    return UpcomingEvent(
        day=max(day, today),
        kind=EventKind.MACRO,
        title="",
        direction="neutral",
        expected=True,
        subject=f"{name}:{due}",
        source=last.source,
        known_at=last.known_at,
        rows=(last.id,),
    )


def in_order(events: Iterable[UpcomingEvent | None], most: int = 8) -> list[UpcomingEvent]:
    """The nearest first; what is announced goes before what is expected of the same kind."""
    there = [event for event in events if event is not None]
    announced = {event.kind for event in there if not event.expected}
    kept = [event for event in there if not event.expected or event.kind not in announced - {EventKind.MACRO}]
    return sorted(kept, key=lambda event: (event.day, event.kind, event.id))[:most]
