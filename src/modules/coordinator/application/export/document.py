"""The report of a run as plain parts: headings, paragraphs and lists, whose numbers lead to their evidence rows."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from packages.contracts.sentences import in_language
from packages.core.messages import Language, sentences

# A number right before its tags, or a tag by itself; a tag may carry its expert's name, as in a debate. The figures
# of a name (the 14 of RSI14) are no number, and no unit begins with a figure.
_CITED = re.compile(
    r"(?P<number>(?<![A-Za-z0-9_.])[-−+$¥￥]?\d[\d,]*(?:\.\d+)?(?:\s(?:trillion|billion|million|thousand))?"
    r"(?:\s?[^\s\d\[\]，。；、,;()（）“”][^\s\[\]，。；、,;()（）“”]{0,11})?)?"
    r"\s?(?P<tags>(?:\[[^\[\]\n]{1,60}\])+)"
)
_TAG = re.compile(r"\[(?:(?P<expert>[a-z_]+):)?(?P<row>E\d+)\]")
_VERDICT_FIELDS = ("action", "probability", "position_percent", "stop_loss", "take_profit")
Kind = Literal["title", "heading", "subheading", "paragraph", "item", "note"]
Dict = Mapping[str, Any]  # a run's result, as it goes over HTTP


@dataclass(frozen=True, slots=True)
class TextSpan:
    """A piece of text; with `anchor`, it leads to an evidence row."""

    text: str
    anchor: str | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, a paragraph or an item of a list."""

    kind: Kind
    spans: tuple[TextSpan, ...]


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A heading row and rows; `anchors` name the rows that others lead to (None: nobody does)."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    anchors: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class ReportDocument:
    """What every format draws."""

    title: str
    language: Language
    parts: tuple[Block | ReportTable, ...]


def document_of(result: Dict, language: Language) -> ReportDocument:
    """`result` is the answer of `POST /coordinator/research`."""
    text = _labels(language)
    experts: Mapping[str, Dict] = result.get("expert_results") or {}
    title = f"{result['symbol']} · {text['title']}"
    parts: list[Block | ReportTable] = [_plain("title", title), _plain("note", text["disclaimer"])]
    parts += _verdict(result.get("verdict"), language)
    parts += _debate(result.get("debate_outcome"), result.get("debate_error"), language)
    for name, outcome in experts.items():
        parts += _expert(name, outcome, language)
    for name, outcome in experts.items():
        parts += _evidence(name, outcome, language)
    return ReportDocument(title, language, tuple(parts))


def cited(text: str, expert: str) -> tuple[TextSpan, ...]:
    """The text cut at its citations: `12.3%[E7]` is the number, leading to the row."""
    spans: list[TextSpan] = []
    end = 0
    for match in _CITED.finditer(text):
        tag = _TAG.match(match["tags"])
        if tag is None:
            continue
        start = match.start("number") if match["number"] else match.start("tags")
        shown = (match["number"] or f"[{tag['row']}]").strip()
        spans += [TextSpan(text[end:start]), TextSpan(shown, anchor(tag["expert"] or expert, tag["row"]))]
        end = match.end()
    spans.append(TextSpan(text[end:]))
    return tuple(span for span in spans if span.text)


def anchor(expert: str, row: str) -> str:
    return f"{expert}-{row}"


def _verdict(verdict: Dict | None, language: Language) -> Iterator[Block]:
    if not verdict:
        return
    text = _labels(language)
    yield _plain("heading", text["verdict"])
    lines = [f"{text[key]}: {verdict[key]}" for key in _VERDICT_FIELDS if verdict.get(key) is not None]
    yield from (_plain("item", line) for line in lines)
    for line in str(verdict.get("reasoning", "")).splitlines():
        yield Block("paragraph", cited(line, "technical_analyst"))
    yield from (Block("item", cited(str(warning), "")) for warning in verdict.get("risk_warnings") or ())


def _debate(outcome: Dict | None, error: str | None, language: Language) -> Iterator[Block | ReportTable]:
    text = _labels(language)
    yield _plain("heading", text["debate"])
    if not outcome:
        yield _plain("note", in_language(error, language) if error else text["no_debate"])
        return
    direction = text[str(outcome["direction"]).lower()]
    yield _plain("paragraph", f"{direction} · {text['confidence']} {outcome['confidence']:.0%}")
    for side in ("bull_case", "bear_case"):
        case: Dict = outcome[side]
        yield _plain("subheading", text[side])
        yield Block("paragraph", cited(str(case["core_thesis"]), ""))
        for argument in case["supporting_arguments"]:
            yield Block("item", cited(_argument(argument), _expert_of(argument)))
    yield _plain("subheading", text["risk_matrix"])
    risks: Sequence[Dict] = outcome["risk_matrix"]
    head = tuple(text[key] for key in ("risk", "probability", "impact", "mitigation"))
    rows = tuple(
        tuple(_bare(str(risk[key])) for key in ("risk", "probability", "impact", "mitigation")) for risk in risks
    )
    yield ReportTable(head, rows, tuple(None for _ in risks))
    yield _plain("subheading", text["disagreements"])
    yield from (Block("item", cited(str(one), "")) for one in outcome["key_disagreements"])
    yield Block("paragraph", cited(str(outcome["conflict_resolution"]), ""))


def _expert(name: str, outcome: Dict, language: Language) -> Iterator[Block]:
    text = _labels(language)
    yield _plain("heading", text[name])
    if outcome["status"] != "success":
        yield _plain("note", f"{text['failed']}: {in_language(outcome['error'], language)}")
        return
    data: Dict = outcome["data"]
    yield from _narrative(str(data.get("narrative_report", "")), name)
    for source in (data.get("result") or data).get("information_sources") or ():
        yield _plain("item", str(source))


def _narrative(markdown: str, expert: str) -> Iterator[Block]:
    for line in markdown.splitlines():
        stripped = line.strip()
        if stripped.startswith("#"):
            yield _plain("subheading", stripped.lstrip("# "))
        elif stripped.startswith(("- ", "* ")):
            yield Block("item", cited(stripped[2:], expert))
        elif stripped:
            yield Block("paragraph", cited(stripped, expert))


def _evidence(name: str, outcome: Dict, language: Language) -> Iterator[Block | ReportTable]:
    rows: Sequence[Dict] = (outcome.get("data") or {}).get("evidence") or ()
    if not rows:
        return
    text = _labels(language)
    yield _plain("heading", f"{text['evidence']}: {text[name]}")
    yield ReportTable(
        tuple(text[key] for key in ("tag", "what", "value", "period", "source", "known_at")),
        tuple(_evidence_row(row) for row in rows),
        tuple(anchor(name, str(row["tag"])) for row in rows),
    )


def _evidence_row(row: Dict) -> tuple[str, ...]:
    value = f"{row['value']:g} {row['unit']}" if row.get("value") is not None else str(row.get("text") or "")[:300]
    return str(row["tag"]), str(row["metric"]), value, str(row["period"]), str(row["id"]), str(row["known_at"])[:10]


def _argument(argument: object) -> str:
    if not isinstance(argument, Mapping):
        return str(argument)
    return f"{argument.get('argument', '')} {argument.get('evidence', '')}".strip()


def _expert_of(argument: object) -> str:
    return str(argument.get("dimension", "")) if isinstance(argument, Mapping) else ""


def _bare(text: str) -> str:
    return _TAG.sub("", text)


@cache
def _labels(language: Language) -> Mapping[str, str]:
    """The fixed words of a report, by name."""
    start = "coordinator.report."
    return {code.removeprefix(start): said for code, said in sentences(language).items() if code.startswith(start)}


def _plain(kind: Kind, text: str) -> Block:
    return Block(kind, (TextSpan(text),))
