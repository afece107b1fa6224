"""What is coming around a company, worded for the report and cited like a text."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from packages.core.messages import Language, Message, message, render
from packages.domain.market_data.rows import ActionKind, CorporateAction, EventKind, MacroPoint
from packages.domain.market_data.sessions import local_day
from src.modules.research.application.running import Result
from src.modules.research.domain.arithmetic import exact
from src.modules.research.domain.audit.dimensions import growth
from src.modules.research.domain.audit.plausible import plausible
from src.modules.research.domain.brief import SCHEDULE, Brief, CompanyProfile, NewsDocument
from src.modules.research.domain.figures import AbsentFigure, FigureStatus, Finding
from src.modules.research.domain.financial_statements import Books
from src.modules.research.domain.labels import LABELS
from src.modules.research.domain.ports import MarketData
from src.modules.research.domain.upcoming import (
    Direction,
    UpcomingEvent,
    expected_release,
    expected_report,
    from_actions,
    from_calendar,
    in_order,
)

_WORSE = (FigureStatus.TURNED_NEGATIVE, FigureStatus.LOSS_WIDENED)
_BETTER = (FigureStatus.TURNED_POSITIVE, FigureStatus.LOSS_NARROWED)
_OF_MARKET = (EventKind.MACRO, EventKind.POLICY)


async def company_schedule(
    market: MarketData, company: CompanyProfile, as_of: datetime
) -> tuple[list[UpcomingEvent], dict[str, Finding], dict[str, CorporateAction]]:
    """What is ahead, how the last report went, and the actions by id."""
    view, symbol = market.view(as_of), company.symbol
    today = local_day(symbol.market, as_of)
    facts, actions, dates = await view.facts(symbol), await view.actions(symbol), await view.events(symbol, today)
    books = Books.of(facts)
    grown = [plausible(one) for one in growth(books, books.ends()[-1])] if books.ends() else []
    grew = {one.key: one for one in grown if one.name in _GREW}
    events = in_order(
        [
            *from_calendar(dates, today),
            *from_actions(actions, today),
            expected_report(books, symbol.market, today, _direction(grew)),
        ]
    )
    return events, grew, {action.id: action for action in actions}


_GREW = ("net_profit_yoy", "revenue_yoy")


async def market_schedule(
    market: MarketData, company: CompanyProfile, releases: dict[str, Sequence[MacroPoint]], as_of: datetime
) -> list[UpcomingEvent]:
    """Stored dates of the whole market, and the next release of every series that is stored."""
    today = local_day(company.symbol.market, as_of)
    scheduled = [one for one in await market.view(as_of).events(None, today) if one.kind in _OF_MARKET]
    expected = (expected_release(name, points, today) for name, points in releases.items())
    return in_order([*from_calendar(scheduled, today), *expected], most=6)


_FLAT = Decimal("0.0005")  # what is written 0.0%


def _direction(grew: dict[str, Finding]) -> Direction:
    """As profit went in the last report, because it tends to go on."""
    profit = next((one for key, one in grew.items() if key.startswith("net_profit_yoy")), None)
    if profit is None:
        return "neutral"
    if isinstance(profit, AbsentFigure):
        return "negative" if profit.status in _WORSE else "positive" if profit.status in _BETTER else "neutral"
    if abs(exact(profit)) < _FLAT:
        return "neutral"
    return "negative" if profit.value < 0 else "positive"


def schedule_documents(
    events: Sequence[UpcomingEvent],
    company: CompanyProfile,
    language: Language,
    actions: dict[str, CorporateAction] | None = None,
) -> list[NewsDocument]:
    """One text for each date, in the same order, so that sentences can cite it."""
    return [
        NewsDocument(
            tag=event.id,
            topic=SCHEDULE,
            title=(title := _title(event, company, language, (actions or {}).get(event.rows[0]))),
            text=f"{event.day} {title}",
            url="",
            source=event.source,
            published_at=event.known_at,
            known_at=event.known_at,
        )
        for event in events
    ]


def _title(event: UpcomingEvent, company: CompanyProfile, language: Language, action: CorporateAction | None) -> str:
    if event.title:
        return " ".join(event.title.split())
    return render(_said(event, company, language, action), language)


def _said(event: UpcomingEvent, company: CompanyProfile, language: Language, action: CorporateAction | None) -> Message:
    name, _, end = event.subject.partition(":")
    if event.kind is EventKind.EARNINGS:
        return message("research.upcoming_report", end=event.subject)
    if event.kind is EventKind.MACRO:
        names = LABELS[name]
        return message("research.upcoming_release", series=names[0 if language is Language.ZH else -1], end=end)
    if action is None or action.kind is ActionKind.SPLIT:
        return message("research.upcoming_split")
    if event.expected:
        return message("research.upcoming_dividend_again")
    return message("research.upcoming_dividend", value=f"{action.value:f}", currency=company.currency)


def cuts(event: UpcomingEvent, language: Language) -> str:
    """Which way it cuts, and why; of a release, which outcome helps."""
    if event.kind is EventKind.MACRO and event.expected:
        return render(message(f"research.releases.{event.subject.partition(':')[0]}"), language)
    return render(message(f"research.cuts.{event.kind}_{event.direction}"), language)


def schedule_json(brief: Brief) -> list[Result]:
    """The calendar as plain data, with the tags that the text cites."""
    return [
        {
            "day": str(event.day),
            "kind": event.kind.value,
            "title": document.title,
            "expected": event.expected,
            "direction": event.direction,
            "why": cuts(event, brief.language),
            "tag": document.tag,
        }
        for event, document in brief.schedule()
    ]
