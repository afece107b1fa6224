"""Reads the result of a research session, as it is stored, into the facts that rules are made of."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from packages.core.messages import Language
from packages.domain.strategy.from_research.facts import (
    CallAction,
    ResearchFacts,
    ResearchRow,
    StatedPoint,
    VerdictLevel,
)

_CITED = re.compile(r"\[([a-z_]+:E\d+)\]")
_ATR_RULE = re.compile(r"close[+-](\d+)\*atr")


def research_facts(session_id: str, symbol: str, language: Language, result: Mapping[str, Any]) -> ResearchFacts:
    """`result` has the experts' results, the debate and the verdict, each of which may be missing."""
    rows = {f"{row.expert}:{row.tag}": row for row in _rows(result.get("expert_results"))}
    verdict, debate = _mapping(result.get("verdict")), _mapping(result.get("debate_outcome"))
    return ResearchFacts(
        session_id=session_id,
        symbol=symbol,
        as_of=_instant(verdict.get("as_of")),
        language=language,
        action=CallAction(str(verdict["action"])) if verdict.get("action") else None,
        probability=_number(verdict.get("probability")),
        stake=(_number(verdict.get("position_percent")) or 0.0) / 100,
        price=_number(_mapping(verdict.get("base_price")).get("value")),
        stop=_level(verdict.get("stop_loss"), rows),
        target=_level(verdict.get("take_profit"), rows),
        horizon_days=int(_number(verdict.get("time_horizon")) or 0),
        triggers=_points("verdict:trigger", [(one, "") for one in _list(verdict.get("invalidation_triggers"))], rows),
        bull=_arguments("bull", debate, rows),
        bear=_arguments("bear", debate, rows),
        rows=rows,
    )


def _rows(experts: Any) -> Iterator[ResearchRow]:
    for item in _list(experts):
        report, expert = _mapping(_mapping(item).get("result")), _mapping(item).get("expert_type")
        for row in map(_mapping, _list(report.get("evidence"))):
            value = _number(row.get("value"))
            if value is not None:
                yield ResearchRow(str(expert), str(row.get("tag")), str(row.get("id")), str(row.get("metric")), value)


def _level(price: Any, rows: Mapping[str, ResearchRow]) -> VerdictLevel | None:
    given = _mapping(price)
    value = _number(given.get("value"))
    if value is None:
        return None
    names = [f"{given.get('expert')}:{_mapping(row).get('tag')}" for row in _list(given.get("rows"))]
    atrs = _ATR_RULE.fullmatch(str(given.get("rule")))
    cited = tuple(rows[name] for name in names if name in rows)
    return VerdictLevel(value, cited, int(atrs[1]) if atrs else None)


def _arguments(side: str, debate: Mapping[str, Any], rows: Mapping[str, ResearchRow]) -> tuple[StatedPoint, ...]:
    given = map(_mapping, _list(_mapping(debate.get(f"{side}_case")).get("supporting_arguments")))
    return _points(f"debate:{side}", [(one.get("argument"), one.get("evidence")) for one in given], rows)


def _points(name: str, said: Sequence[tuple[Any, Any]], rows: Mapping[str, ResearchRow]) -> tuple[StatedPoint, ...]:
    found = []
    for number, (text, evidence) in enumerate(said, start=1):
        cited = dict.fromkeys(_CITED.findall(f"{text} {evidence or ''}"))
        numbers = tuple(rows[one] for one in cited if one in rows)
        found.append(StatedPoint(f"{name}:{number}", str(text), numbers, bool(cited)))
    return tuple(found)


def _number(value: Any) -> float | None:
    """Prices are stored as text, so that they stay exact."""
    if value is None or isinstance(value, bool):
        return None
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    return number if math.isfinite(number) else None


def _instant(value: Any) -> datetime:
    """The beginning of time where nobody said."""
    if isinstance(value, datetime):
        return value
    return datetime.fromisoformat(value) if isinstance(value, str) else datetime.min.replace(tzinfo=UTC)


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _list(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else ()
