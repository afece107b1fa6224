"""How a rules analyst tells what is coming: the day, what is due, and which way it cuts."""

from packages.domain.market_data.rows import EventKind
from src.modules.research.application.schedule import cuts
from src.modules.research.domain.brief import NewsDocument
from src.modules.research.domain.points import Point, leaning
from src.modules.research.domain.upcoming import UpcomingEvent
from src.modules.research.infrastructure.rules.writing import PressWriter

_LEANS = {"positive": 1, "neutral": 0, "negative": -1}


def scheduled(w: PressWriter) -> list[str]:
    """One sentence for each date ahead, the nearest first."""
    return [_sentence(w, event, document) for event, document in w.brief.schedule()]


def scheduled_points(w: PressWriter) -> list[Point]:
    """The same, with the side that each date speaks for."""
    return [leaning(_sentence(w, event, document), _LEANS[event.direction]) for event, document in w.brief.schedule()]


def _sentence(w: PressWriter, event: UpcomingEvent, document: NewsDocument) -> str:
    head = w(
        f"{'expected' if event.expected else 'ahead'}.{event.direction}",
        day=str(event.day),
        headline=w.headline(document),
        why=cuts(event, w.brief.language),
    )
    return w.joined([head, *_last_time(w, event)])


def _last_time(w: PressWriter, event: UpcomingEvent) -> list[str]:
    if event.kind is not EventKind.EARNINGS:
        return []
    key = next((key for key in w.brief.figures if key.startswith("net_profit_yoy@")), None)
    return [] if key is None else [w("last_profit", growth=w.number(key))]
