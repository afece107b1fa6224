"""A run's answer as a report reads it: its experts, its rows by anchor, and how they are named and written."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Any

from packages.core.messages import Language, Phrases
from packages.domain.evidence.reports.opinions import OpinionMarks, anchor, anchors_of
from packages.domain.evidence.reports.removal import removed_mark
from packages.domain.evidence.units import written
from src.modules.coordinator.application.export.citing import Citing
from src.modules.coordinator.application.export.model import Spans, TextSpan
from src.modules.coordinator.domain.report_material import NO_MATERIAL, ReportMaterial

Dict = Mapping[str, Any]  # a run's result, as it goes over HTTP
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_TAG = re.compile(r"\[(?:([a-z_]+):)?(E\d+)\]")
_SOURCES = {"computed": "computed", "house rule": "house_rule", "demo": "demo_data", "import": "imported"}
_PERIODS = {"quarter": "period.quarter", "12 months": "period.twelve_months", "year": "period.year"}


@dataclass(frozen=True, slots=True)
class RunRow:
    """An evidence row; `value` None where it is a text."""

    expert: str
    tag: str
    metric: str
    value: float | None
    text: str
    unit: str
    period: str
    source: str
    known_on: str

    @property
    def anchor(self) -> str:
        return anchor(self.expert, self.tag)

    @property
    def cite(self) -> str:
        return f"[{self.expert}:{self.tag}]"


class ReportedRun:
    """`result` is the answer of `POST /coordinator/research`; `material` is what it does not hold."""

    def __init__(self, result: Dict, language: Language, material: ReportMaterial = NO_MATERIAL) -> None:
        self.result = result
        self.language = language
        self.material = material
        self.say = Phrases(language, "coordinator.report", "research")
        self.outcomes: Mapping[str, Dict] = result.get("expert_results") or {}
        self.experts: Mapping[str, Dict] = {
            name: outcome["data"] for name, outcome in self.outcomes.items() if outcome.get("data")
        }
        evidence = {name: data.get("evidence") or () for name, data in self.experts.items()}
        self._citing = Citing(OpinionMarks(anchors_of(evidence), language))
        self.verdict: Dict = result.get("verdict") or {}
        self.debate: Dict = result.get("debate_outcome") or {}

    @cached_property
    def rows(self) -> Mapping[str, RunRow]:
        """By anchor."""
        found = (_row(name, row) for name, data in self.experts.items() for row in data.get("evidence") or ())
        return {row.anchor: row for row in found}

    @property
    def symbol(self) -> str:
        return str(self.result["symbol"])

    @property
    def company(self) -> str:
        """Empty where no expert could name it."""
        names = [data.get("company") or {} for data in self.experts.values()]
        wanted = (self.language, *(other for other in Language if other is not self.language))
        return next((str(name[language]) for language in wanted for name in names if name.get(language)), "")

    @property
    def day(self) -> date | None:
        """Of what was known; the day where it trades."""
        instants = (data.get("as_of") for data in self.experts.values())
        return next((date.fromisoformat(str(instant)[:10]) for instant in instants if instant), None)

    def row(self, expert: str, metric: str) -> RunRow | None:
        """The first of its name: experts list the latest period first."""
        return next((row for row in self.rows_of(expert) if row.metric == metric and row.value is not None), None)

    def rows_of(self, expert: str) -> Iterator[RunRow]:
        return (row for row in self.rows.values() if row.expert == expert)

    def cited_rows(self, text: str, expert: str = "") -> tuple[RunRow, ...]:
        """Those that a text leads to."""
        anchors = dict.fromkeys(anchor(whose or expert, tag) for whose, tag in _TAG.findall(text))
        return tuple(self.rows[one] for one in anchors if one in self.rows)

    def spans(self, text: str, expert: str = "", *, by_rules: bool) -> Spans:
        return self._citing.spans(text, expert, by_rules=by_rules)

    def own_spans(self, name: str, /, **params: str) -> Spans:
        """A sentence of the report itself; parameters may cite rows."""
        return self._citing.spans(self.say.say(name, **params), by_rules=True)

    def figure(self, row: RunRow | None) -> str:
        """A row's value with its citation, for a sentence or a cell."""
        return f"{self.written(row)}{row.cite}" if row else ""

    def figure_spans(self, row: RunRow | None) -> Spans:
        return (TextSpan(self.written(row), row.anchor),) if row else (TextSpan("–"),)

    def written(self, row: RunRow | None) -> str:
        if row is None:
            return "–"
        if row.value is None:
            return row.text.partition("\n")[0][:120]
        return written(Decimal(repr(row.value)), row.unit, self.language)

    def name(self, row: RunRow) -> str:
        if row.value is None and row.text:
            return self.say.say("document")
        return self.metric_name(row.metric)

    def metric_name(self, metric: str) -> str:
        """What a person calls the figure."""
        names: Sequence[str] = self.material.names.get(metric.partition("@")[0], ())
        wanted = [name for name in names if bool(_CHINESE.search(name)) == (self.language is Language.ZH)]
        return next(iter((*wanted, *names)), metric.partition("@")[0].replace("_", " "))

    def period(self, row: RunRow) -> str:
        kind, _, end = row.period.partition(" to ")
        if not end:
            return row.period
        return self.say.say(_PERIODS[kind], end=end) if kind in _PERIODS else f"{kind} – {end}"

    def source_name(self, source: str) -> str:
        """A vendor keeps its name."""
        name = _SOURCES.get(source.partition(":")[0])
        return self.say.say(name) if name else source

    def was_removed(self, text: str) -> bool:
        """Whether the checker left nothing of it but its mark."""
        return not text.replace(removed_mark(self.language), "").strip()

    def expert_name(self, name: str) -> str:
        return self.say.word("expert_name", name)

    @property
    def between(self) -> str:
        return "；" if self.language is Language.ZH else "; "


def by_rules(part: Dict) -> bool:
    return part.get("engine") == "rules"


def _row(expert: str, row: Dict) -> RunRow:
    return RunRow(
        expert=expert,
        tag=str(row["tag"]),
        metric=str(row["metric"]),
        value=row.get("value"),
        text=str(row.get("text") or ""),
        unit=str(row.get("unit") or ""),
        period=str(row.get("period") or ""),
        source=str(row.get("source") or ""),
        known_on=str(row.get("known_at") or "")[:10],
    )
