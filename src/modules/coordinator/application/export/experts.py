"""The five experts: which way each leans and how sure it is, then one by one, the summary first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from packages.core.messages import in_language
from packages.domain.evidence.reports.opinions import anchor
from packages.reports.drawing.shapes import Tone
from packages.reports.research.bars import Leaning, QuarterBars, leaning_bars, quarter_bars, score_bars
from packages.reports.research.flags import FlagMark, flag_board
from src.modules.coordinator.application.export.model import (
    Block,
    FactSheet,
    FigurePart,
    Part,
    ReportFact,
    Section,
    plain_block,
    text_of,
)
from src.modules.coordinator.application.export.opening import unit_word
from src.modules.coordinator.application.export.reading import Dict, ReportedRun, by_rules

_BULLISH = frozenset({"BULLISH", "STRONG_BULLISH", "UNDERVALUED", "FAVORABLE", "POSITIVE"})
_BEARISH = frozenset({"BEARISH", "STRONG_BEARISH", "OVERVALUED", "UNFAVORABLE", "NEGATIVE"})
_SIGNALS = ("signal", "valuation_verdict", "macro_environment", "catalyst_assessment")
_SUMMARIES = ("summary_reasoning", "reasoning_summary", "macro_summary", "catalyst_summary")
_TONES: dict[int, Tone] = {1: "rise", 0: "soft", -1: "fall"}
_QUARTERS = 8
_TABLES: dict[str, tuple[str, ...]] = {
    "technical_analyst": (
        "close", "ma20", "ma60", "ma200", "rsi14", "macd_histogram", "adx14", "atr_share", "volume_ratio",
        "return_20d", "return_60d", "from_high_52w",
    ),
    "valuation_modeler": ("price", "eps_ttm", "book_value_per_share", "pe_ttm", "pb", "ps_ttm", "safety_margin"),
    "macro_intelligence": (
        "policy_rate", "m2_growth", "cpi_inflation", "pmi", "gdp_growth", "index_return_20d", "index_return_60d",
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ExpertCall:
    """What an expert says in one word, and how sure it is."""

    signal: str
    confidence: float
    summary: str

    @property
    def direction(self) -> int:
        return 1 if self.signal in _BULLISH else -1 if self.signal in _BEARISH else 0


def call_of(data: Dict) -> ExpertCall:
    """`signal` empty where the report has none."""
    fields: Dict = {**data, **(data.get("result") or {})}
    signal = next((str(fields[key]).upper() for key in _SIGNALS if fields.get(key)), "")
    confidence = fields.get("confidence", fields.get("confidence_score")) or 0.0
    summary = next((str(fields[key]) for key in _SUMMARIES if fields.get(key)), "")
    return ExpertCall(signal, float(confidence), summary)


def experts_section(run: ReportedRun) -> Section:
    calls = {name: call_of(data) for name, data in run.experts.items()}
    leanings = [
        Leaning(run.expert_name(name), call.direction, call.confidence, run.say.word("signal", call.signal))
        for name, call in calls.items()
        if call.signal
    ]
    parts: list[Part] = []
    if leanings:
        parts.append(FigurePart("experts", leaning_bars(leanings, run.say), run.say.say("confidence_source")))
    parts += [_expert(run, name, outcome) for name, outcome in run.outcomes.items()]
    return Section("experts", "experts", run.say.say("experts"), tuple(parts))


def _expert(run: ReportedRun, name: str, outcome: Dict) -> Section:
    title = run.expert_name(name)
    if outcome["status"] != "success":
        reason = in_language(outcome["error"], run.language)
        return Section(
            "expert", name, title, (plain_block("paragraph", reason),), badge=run.say.say("failed"), tone="warn"
        )
    data: Dict = outcome["data"]
    call = call_of(data)
    lead: list[Part] = []
    if call.summary:
        lead.append(Block("paragraph", run.spans(call.summary, name, by_rules=by_rules(data))))
    lead += _drawn(run, name, data)
    word = run.say.word("signal", call.signal)
    badge = f"{word[:1].upper()}{word[1:]} · {call.confidence:.0%}" if call.signal else ""
    more = tuple(_more(run, name, data, call.summary))
    return Section("expert", name, title, tuple(lead), more, badge, _TONES[call.direction])


def _drawn(run: ReportedRun, name: str, data: Dict) -> Iterator[Part]:
    """The expert's own chart or table."""
    if name == "financial_auditor":
        yield from _accounts(run, data)
    elif table := _indicators(run, name):
        yield table


def _indicators(run: ReportedRun, name: str) -> FactSheet | None:
    rows = [row for metric in _TABLES.get(name, ()) if (row := run.row(name, metric))]
    facts = tuple(ReportFact(run.metric_name(row.metric), run.figure_spans(row)) for row in rows)
    return FactSheet(facts, compact=True) if facts else None


def _accounts(run: ReportedRun, data: Dict) -> Iterator[Part]:
    dimensions = data.get("dimension_analyses") or ()
    scores = [
        (_dimension_name(run, str(one["dimension"]), str(data.get("business_kind"))), float(one["score"]))
        for one in dimensions
        if one.get("score") is not None and f"dimension.{one['dimension']}" in run.say
    ]
    if scores:
        yield FigurePart("scores", score_bars(scores, run.say), run.say.say("score_source"))
    if flags := _flags(run, data):
        yield FigurePart("flags", flag_board(flags, run.say), run.say.say("flag_source"))
    quarters, unit = _quarters(run)
    if len(quarters) < 2:
        yield plain_block("note", run.say.say("no_quarters"))
        return
    yield FigurePart(
        "quarters", quarter_bars(quarters, unit, run.say), run.say.say("quarter_source", count=str(len(quarters)))
    )


def _dimension_name(run: ReportedRun, dimension: str, kind: str) -> str:
    """As the auditor of the kind of business calls it: a bank has no cash flow quality but asset quality."""
    own = f"dimension.{dimension}.{kind}"
    return run.say.say(own if own in run.say else f"dimension.{dimension}")


def _flags(run: ReportedRun, data: Dict) -> list[FlagMark]:
    """Each with the figures that it rests on; one whose rows are not there is not drawn."""
    found = []
    for one in data.get("red_flags") or ():
        rows = [run.rows.get(anchor("financial_auditor", str(tag))) for tag in one.get("tags") or ()]
        figures = tuple(f"{run.name(row)} {run.written(row)}" for row in rows if row is not None)
        if figures:
            line = run.say.word("statement_line", str(one.get("line")))
            found.append(FlagMark(figures, line, bool(one.get("severe"))))
    return found


def _quarters(run: ReportedRun) -> tuple[Sequence[QuarterBars], str]:
    """Oldest first; only quarters that the auditor reports, in its trend or in its rows."""
    trend = (run.experts.get("financial_auditor") or {}).get("trend") or ()
    row = run.row("financial_auditor", "revenue_quarter") or run.row("financial_auditor", "revenue")
    if trend and row:
        trend_bars = [
            QuarterBars(date.fromisoformat(one["period_end"]), one.get("revenue"), one.get("net_profit"))
            for one in trend
        ]
        known = [one for one in trend_bars if one.revenue is not None or one.profit is not None]
        if len(known) > 1:
            return known[-_QUARTERS:], unit_word(run, row.unit)
    found: dict[str, dict[str, float]] = {}
    unit = ""
    for row in run.rows_of("financial_auditor"):
        if row.metric in ("revenue_quarter", "net_profit_quarter") and row.value is not None:
            found.setdefault(row.period[-10:], {})[row.metric] = row.value
            unit = row.unit
    quarters = [
        QuarterBars(date.fromisoformat(end), values.get("revenue_quarter"), values.get("net_profit_quarter"))
        for end, values in sorted(found.items())
    ]
    return quarters[-_QUARTERS:], unit_word(run, unit)


def _more(run: ReportedRun, name: str, data: Dict, summary: str) -> Iterator[Part]:
    """The whole report; what was said above is not said again."""
    rules = by_rules(data)
    known = text_of(run.spans(summary, name, by_rules=rules)) if summary else None
    blocks = list(_narrative(run, str(data.get("narrative_report", "")), name, rules=rules))
    kept = [block for block in blocks if text_of(block.spans) != known]
    for at, block in enumerate(kept):
        following = kept[at + 1] if at + 1 < len(kept) else None
        if block.kind == "subheading" and (following is None or following.kind == "subheading"):
            continue
        yield block
    sources = (data.get("result") or data).get("information_sources") or ()
    if sources:
        yield plain_block("subheading", run.say.say("sources"))
    yield from (plain_block("item", str(source)) for source in sources)


def _narrative(run: ReportedRun, markdown: str, expert: str, *, rules: bool) -> Iterator[Block]:
    for line in markdown.splitlines():
        stripped = line.strip()
        if stripped.startswith("# "):
            continue  # the title, which the section has
        if stripped.startswith("#"):
            yield Block("subheading", run.spans(stripped.lstrip("# "), expert, by_rules=True))
        elif stripped.startswith(("- ", "* ")):
            yield Block("item", run.spans(stripped[2:], expert, by_rules=rules))
        elif stripped:
            yield Block("paragraph", run.spans(stripped, expert, by_rules=rules))
