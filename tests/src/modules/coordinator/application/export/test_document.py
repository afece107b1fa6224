"""The chapters of a report: what has rows is drawn, what has none is said, and nobody disagrees with itself."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from rich.console import Console

from apps.cli.research.document import print_document
from packages.core.messages import Language, render
from src.modules.coordinator.application.export.document import asked_of, document_of
from src.modules.coordinator.application.export.html import html_of
from src.modules.coordinator.application.export.markdown import markdown_of
from src.modules.coordinator.application.export.model import (
    Chapter,
    FactSheet,
    ReportDocument,
    ReportTable,
    Section,
    figures_in,
    spans_in,
    text_of,
)
from src.modules.coordinator.domain.report_material import DailyCloses, DailyMultiple, DueEvent, ReportMaterial
from src.modules.coordinator.infrastructure.export.pdf import pdf_of
from src.modules.research.domain.audit.scores import AuditDimension
from src.modules.research.domain.audit.sectors import title_of
from src.modules.research.domain.business import BusinessKind

DAYS = tuple(date(2025, 1, 2) + timedelta(days=at) for at in range(120))
CLOSES = tuple(10 + at % 13 * 0.2 for at in range(120))
PRICES = DailyCloses("DEMO1.SZ", "demo", DAYS, CLOSES, CLOSES)
MATERIAL = ReportMaterial(
    {"close": ("收盘价", "closing price"), "pe_ttm": ("市盈率", "PE")},
    PRICES,
    DailyCloses("DEMO9.SH", "demo", DAYS, CLOSES, CLOSES),
    (DailyMultiple("pe_ttm", DAYS, CLOSES, "demo"),),
)


def _row(
    tag: str, metric: str, value: float | None, unit: str, period: str = "2025-05-01", **more: Any
) -> dict[str, Any]:
    told = {
        "tag": tag,
        "metric": metric,
        "value": value,
        "unit": unit,
        "period": period,
        "source": "demo",
        "text": None,
    }
    return {**told, "id": f"row:{tag}", "known_at": "2025-05-01T07:00:00+00:00", **more}


def _expert(evidence: list[dict[str, Any]], **fields: Any) -> dict[str, Any]:
    about = {"company": {"zh": "演示公司", "en": "Demo Works"}, "as_of": "2025-05-01T15:00:00+08:00", "engine": "rules"}
    return {"status": "success", "data": {"evidence": evidence, **about, **fields}}


def _argument(expert: str, text: str, strength: str = "HIGH") -> dict[str, str]:
    return {"dimension": expert, "argument": text, "evidence": "", "strength": strength}


QUARTERS = [
    _row(f"E{at}", metric, value, "CNY", f"quarter to {end}")
    for at, (metric, end, value) in enumerate(
        [
            ("revenue_quarter", "2024-12-31", 4e9),
            ("net_profit_quarter", "2024-12-31", 4e8),
            ("revenue_quarter", "2025-03-31", 3e9),
            ("net_profit_quarter", "2025-03-31", -1e8),
        ],
        start=1,
    )
]
RUN: dict[str, Any] = {
    "symbol": "DEMO1.SZ",
    "expert_results": {
        "technical_analyst": _expert(
            [_row("E1", "close", 11.0, "CNY/share"), _row("E2", "support_1", 9.5, "CNY/share"),
             _row("E3", "resistance_1", 12.5, "CNY/share")],
            signal="BULLISH", confidence=0.6, summary_reasoning="The close is 11.00 CNY/share[E1].",
            narrative_report="### Conclusion\nThe close is 11.00 CNY/share[E1].\n### Trend\n- Up.",
        ),
        "financial_auditor": _expert(
            QUARTERS, signal="NEUTRAL", confidence=0.5, dimension_analyses=[{"dimension": "growth", "score": 40.0}]
        ),
        "valuation_modeler": _expert(
            [_row("E1", "price", 11.0, "CNY/share"), _row("E2", "dcf_low", 8.0, "CNY/share"),
             _row("E3", "dcf_base", 10.0, "CNY/share"), _row("E4", "dcf_high", 13.0, "CNY/share")],
            valuation_verdict="Overvalued", confidence_score=0.4, reasoning_summary="It is dear.",
            estimated_intrinsic_value_range={"lower_bound": 8.0, "upper_bound": 13.0},
            valuation_indicators={"dcf_sensitivity": [{"discount": 0.08, "terminal": 0.02, "value": 9.0}]},
            scenarios=[{"case": "bear", "target": 8.0, "probability": 0.3}, {"case": "bull", "target": 13.0}],
            peers=[{"multiple": "pe_ttm", "median": 14.2, "premium": 0.1, "place": 2.0, "count": 5.0}],
        ),
        "catalyst_detective": _expert(
            [_row("E1", "document", None, "plain", "2025-04-20", text="A weak quarter\nbody")],
            result={"catalyst_assessment": "Negative", "confidence_score": 0.5, "catalyst_summary": "Weak.",
                    "negative_catalysts": [{"event": "“A weak quarter”[E1]", "expected_impact": "Down.",
                                            "timeframe": "Soon.", "probability": "HIGH"}]},
            catalyst_context={"earnings": [{"tag": "E1", "title": "A weak quarter", "published_at": "2025-04-20"}]},
        ),
    },
    "debate_outcome": {
        "direction": "BULLISH", "confidence": 0.5, "engine": "rules",
        "bull_case": {"core_thesis": "", "supporting_arguments": [
            _argument("technical_analyst", "Close 11.00[technical_analyst:E1]."),
            _argument("valuation_modeler", "Cheap enough.", "LOW")]},
        "bear_case": {"core_thesis": "", "supporting_arguments": [
            _argument("technical_analyst", "Overbought."), _argument("valuation_modeler", "Dear.", "MEDIUM")]},
        "risk_matrix": [
            {"risk": "Close 11.00[technical_analyst:E1]", "probability": "HIGH", "impact": "LOW", "mitigation": "-"},
            {"risk": "Weak[catalyst_detective:E1]", "probability": "LOW", "impact": "LOW", "mitigation": "-"}],
        "key_disagreements": ["technical_analyst against technical_analyst"], "conflict_resolution": "Up.",
    },
    "verdict": {
        "action": "BUY", "probability": 0.61, "time_horizon": 60, "benchmark": "DEMO9.SH", "engine": "rules",
        "stop_loss": {"value": "9.5", "unit": "CNY/share", "expert": "technical_analyst", "rows": [{"tag": "E2"}]},
        "take_profit": None, "reasoning": "", "invalidation_triggers": ["The trend turns."],
        "stages": {"before_debate": 0.5, "after_judge": 0.61},
    },
}  # fmt: skip
CODES = ("technical_analyst", "valuation_modeler", "pe_ttm", "support_1", "BULLISH", "NO_CALL", "{'")


def _sections(document: ReportDocument) -> dict[str, Section]:
    return {part.key: part for part in document.parts if isinstance(part, Section)}


def _texts(section: Section) -> str:
    return "".join(span.text for span in spans_in([section]))


def _facts(document: ReportDocument) -> dict[str, str]:
    (sheet,) = (part for part in _sections(document)["cover"].parts if isinstance(part, FactSheet))
    return {fact.label: text_of(fact.value) for fact in sheet.facts}


def _cells(section: Section) -> Iterator[str]:
    for part in section.parts:
        if isinstance(part, ReportTable):
            for cell in (cell for row in part.rows for cell in row):
                yield cell if isinstance(cell, str) else text_of(cell)


@pytest.fixture(params=Language)
def document(request: pytest.FixtureRequest) -> ReportDocument:
    return document_of(RUN, request.param, MATERIAL)


def test_a_full_run_has_every_chapter_and_at_least_eight_figures(document: ReportDocument) -> None:
    chapters: tuple[Chapter, ...] = (
        "cover", "thesis", "price", "scenarios", "valuation", "experts", "debate", "disagreements", "risks", "calendar",
        "change", "evidence",
    )  # fmt: skip
    assert tuple(_sections(document)) == chapters
    names = [figure.name for figure in figures_in(document.parts)]
    assert len(set(names)) == len(names) >= 8


def test_the_cover_says_what_decides() -> None:
    facts = _facts(document_of(RUN, Language.EN, MATERIAL))
    assert facts["Verdict"] == "Buy"
    assert facts["Probability"] == "61%"
    assert facts["Horizon"] == "60 days vs DEMO9.SH"
    assert facts["Last close"] == "11.00 CNY/share"
    assert facts["Value range"] == "8.00–13.00 CNY/share"
    assert facts["Stop loss"] == "9.50 CNY/share"
    assert facts["Invalidated if"] == "The trend turns."
    assert facts["Data through"] == "Prices 2025-05-01 (0 days old)"


def test_the_thesis_is_three_sentences_by_two_experts() -> None:
    blocks = _sections(document_of(RUN, Language.EN, MATERIAL))["thesis"].parts
    assert len(blocks) == 3
    said = "".join(span.text for span in spans_in(blocks))
    assert "Close 11.00" in said
    assert "Dear." in said, "the best counter-argument is another expert's"


def test_no_expert_disagrees_with_itself() -> None:
    section = _sections(document_of(RUN, Language.EN, MATERIAL))["disagreements"]
    (table,) = section.parts
    assert isinstance(table, ReportTable)
    for one, other in table.rows:
        assert not isinstance(one, str)
        assert not isinstance(other, str)
        assert text_of(one).partition(":")[0] != text_of(other).partition(":")[0]
    assert "technical_analyst against" not in _texts(section)


def test_each_risk_has_a_mitigation_and_a_trigger_of_its_own() -> None:
    cells = list(_cells(_sections(document_of(RUN, Language.EN, MATERIAL))["risks"]))
    first, second = cells[:6], cells[6:]
    assert first[4] == (
        "Keep to the stated size; reduce on a close below 9.50 CNY/share, and do not add before a close above "
        "12.50 CNY/share."
    )
    assert first[5] == "A close below 9.50 CNY/share"
    assert "A weak quarter" in second[4]
    assert first[4:] != second[4:]


def test_what_has_no_rows_is_said_and_not_drawn() -> None:
    bare = {
        **RUN,
        "expert_results": {"macro_intelligence": {"status": "failed", "error": "no series"}},
        "verdict": None,
    }
    document = document_of(bare | {"debate_outcome": None}, Language.EN)
    assert not list(figures_in(document.parts))
    said = {key: _texts(section) for key, section in _sections(document).items()}
    assert said["price"] == "Too few daily bars are stored to draw the price."
    assert "no bear, base and bull targets" in said["scenarios"]
    assert said["valuation"] == "No valuation method has the data it needs."
    assert "No verdict" in said["cover"]


def test_no_code_name_reaches_a_reader(document: ReportDocument) -> None:
    seen = [markdown_of(document).replace("(#technical_analyst-", "(#").replace('id="technical_analyst-', 'id="')]
    console = Console(width=100, record=True, file=None, force_terminal=False)
    with console.capture() as printed:
        print_document(document, console)
    seen.append(printed.get())
    for text in seen:
        lines = [line for line in text.splitlines() if "#" not in line and "<a id" not in line]
        assert not [code for code in CODES for line in lines if code in line]


def test_a_chinese_report_has_no_english_sentence() -> None:
    run = {**RUN, "debate_outcome": None, "expert_results": {}}
    text = markdown_of(document_of(run, Language.ZH, MATERIAL))
    quoted = text.replace("The trend turns.", "").replace("Parley", "").replace("DEMO", "")
    assert not re.findall(r"[A-Za-z]{4,}", quoted)


def test_notes_are_numbered_as_they_are_read_and_each_row_is_there(document: ReportDocument) -> None:
    anchors = list(dict.fromkeys(span.anchor for span in spans_in(document.parts) if span.anchor))
    assert [document.notes[anchor] for anchor in anchors] == list(range(1, len(anchors) + 1))
    page = html_of(document)
    assert all(f'<tr id="{anchor}">' in page for anchor in anchors)


@pytest.mark.slow
def test_a_pdf_holds_the_figures(document: ReportDocument) -> None:
    with_figures, without = (pdf_of(one) for one in (document, document_of(RUN, document.language)))
    assert with_figures.startswith(b"%PDF-")
    assert len(with_figures) > len(without)


def test_summary_and_body_do_not_say_the_same_twice() -> None:
    experts = _sections(document_of(RUN, Language.EN, MATERIAL))["experts"]
    technical = next(part for part in experts.parts if isinstance(part, Section) and part.key == "technical_analyst")
    assert "Conclusion" not in "".join(span.text for span in spans_in(technical.more))
    assert "Up." in "".join(span.text for span in spans_in(technical.more))


def test_a_date_ahead_of_the_stored_calendar_is_on_the_calendar() -> None:
    due = replace(MATERIAL, ahead=(DueEvent(date(2025, 8, 20), "Half-year report"),))
    section = _sections(document_of(RUN, Language.EN, due))["calendar"]
    assert "Half-year report" in _texts(section)
    assert "No dates ahead" in _texts(_sections(document_of(RUN, Language.EN, MATERIAL))["calendar"])


def test_a_report_is_drawn_as_of_the_instant_of_its_run() -> None:
    symbol, benchmark, as_of = asked_of(RUN)
    assert (symbol, benchmark, str(as_of)) == ("DEMO1.SZ", "DEMO9.SH", "2025-05-01 15:00:00+08:00")
    assert asked_of({"symbol": "X", "expert_results": {}}) == ("X", None, None)


def test_dates_that_the_experts_expect_are_on_the_calendar_and_marked() -> None:
    due = {"day": "2025-08-03", "title": "Next report", "direction": "positive", "expected": True, "tag": "E9"}
    told = {
        **RUN,
        "expert_results": {**RUN["expert_results"], "catalyst_detective": _expert([], upcoming_events=[due])},
    }
    said = " ".join(_cells(_sections(document_of(told, Language.EN, MATERIAL))["calendar"]))
    assert "around 2025-08-03" in said
    assert "Positive" in said
    assert "No dates ahead" not in _texts(_sections(document_of(told, Language.EN, MATERIAL))["calendar"])


def test_without_a_call_the_report_says_what_would_make_one() -> None:
    held = {**RUN["verdict"], "action": "HOLD", "stop_loss": None, "take_profit": None, "invalidation_triggers": []}
    said = _texts(_sections(document_of({**RUN, "verdict": held}, Language.EN, MATERIAL))["change"])
    assert "first support" in said
    assert "No condition was set" not in said


def test_the_chart_says_which_days_it_covers() -> None:
    price = next(figures_in([_sections(document_of(RUN, Language.EN, MATERIAL))["price"]]))
    assert "From 2025-01-02 to 2025-05-01" in price.drawing.description


@pytest.mark.parametrize(("language", "line"), [(Language.EN, "goodwill"), (Language.ZH, "商誉")])
def test_red_flags_are_drawn_with_their_figures_and_their_line(language: Language, line: str) -> None:
    flag = {"flag": "goodwill_to_equity", "severe": False, "line": "goodwill", "tags": ["E1"], "rows": []}
    other = {"flag": "accruals", "severe": True, "line": "operating_cash_flow", "tags": ["E2"], "rows": []}
    rows = [_row("E1", "goodwill_to_equity", 0.536, "ratio"), _row("E2", "accruals", 0.121, "ratio")]
    audited = _expert(rows, signal="NEUTRAL", confidence=0.5, red_flags=[flag, other])
    told = {**RUN, "expert_results": {**RUN["expert_results"], "financial_auditor": audited}}
    drawn = [part for part in figures_in(document_of(told, language, MATERIAL).parts) if part.name == "flags"]
    (board,) = drawn
    assert "53.6%" in board.drawing.description
    assert line in board.drawing.description
    assert board.drawing.description.index("12.1%") < board.drawing.description.index("53.6%"), "severe ones first"


@pytest.mark.parametrize(
    ("price", "said", "unsaid"),
    [
        (11.0, ("below 8.00", "above 16.00"), "already"),
        (7.5, ("already below 8.00",), "would make it cheap"),
        (16.5, ("already above 16.00",), "would make it dear"),
    ],
)
def test_a_hold_calls_cheap_by_every_method_only_what_every_method_calls_cheap(
    price: float, said: tuple[str, ...], unsaid: str
) -> None:
    held = {**RUN["verdict"], "action": "HOLD", "stop_loss": None, "take_profit": None, "invalidation_triggers": []}
    methods = [
        {"method": "dcf", "label": "DCF", "status": "used", "low": 8.0, "value": 10.0, "high": 13.0, "weight": 0.3},
        {"method": "pe", "label": "PE", "status": "used", "low": 12.0, "value": 14.0, "high": 16.0, "weight": 0.1},
        {"method": "pb", "label": "PB", "status": "refused", "low": 1.0, "value": 2.0, "high": 90.0, "weight": 0.3},
    ]
    rows = [_row("E1", "price", price, "CNY/share"), _row("E2", "value_lower", 9.0, "CNY/share")]
    experts = {**RUN["expert_results"], "valuation_modeler": _expert(rows, method_values=methods)}
    run = {**RUN, "verdict": held, "expert_results": experts}
    told = _texts(_sections(document_of(run, Language.EN, MATERIAL))["change"])
    assert all(one in told for one in said)
    assert unsaid not in told
    assert "9.00" not in told


@pytest.mark.parametrize(("action", "unsaid"), [("SELL", ("add", "Open nothing")), ("BUY", ("Open nothing", "chase"))])
def test_what_to_do_about_a_risk_fits_the_call(action: str, unsaid: tuple[str, ...]) -> None:
    risks = [
        {"risk": f"Risk[{tag}]", "probability": "HIGH", "impact": "LOW", "mitigation": "-"}
        for tag in ("technical_analyst:E1", "financial_auditor:E1", "valuation_modeler:E1", "catalyst_detective:E1")
    ]
    valued = _expert([_row("E1", "price", 11.0, "CNY/share"), _row("E2", "value_middle", 10.0, "CNY/share")])
    run = {
        **RUN,
        "expert_results": {**RUN["expert_results"], "valuation_modeler": valued},
        "debate_outcome": {**RUN["debate_outcome"], "risk_matrix": risks},
        "verdict": {**RUN["verdict"], "action": action},
    }
    cells = list(_cells(_sections(document_of(run, Language.EN, MATERIAL))["risks"]))
    said = cells[4::6]
    assert len(said) == 4
    assert not [one for one in said for word in unsaid if word in one]


def _targets(*moves: float) -> list[dict[str, Any]]:
    return [
        {"case": case, "target": 11.0 * (1 + move), "probability": odds}
        for case, move, odds in zip(("bear", "base", "bull"), moves, (0.25, 0.5, 0.25), strict=True)
    ]


def test_a_hold_says_why_where_every_scenario_lies_above_the_price() -> None:
    why = "The probability is too near to one half to act on."
    held = {**RUN["verdict"], "action": "HOLD", "stop_loss": None, "take_profit": None, "reasoning": f"Head.\n{why}"}
    valued = _expert([_row("E1", "price", 11.0, "CNY/share")], scenarios=_targets(0.2, 0.4, 0.6))
    experts = {**RUN["expert_results"], "valuation_modeler": valued}
    said = _texts(_sections(document_of({**RUN, "verdict": held, "expert_results": experts}, Language.EN))["scenarios"])
    assert f"Every scenario lies above the price, the lowest by 20.0%; the call is nevertheless Hold. {why}" in said
    around = {**experts, "valuation_modeler": _expert(valued["data"]["evidence"], scenarios=_targets(-0.1, 0.4, 0.6))}
    run = {**RUN, "verdict": held, "expert_results": around}
    assert "Every scenario" not in _texts(_sections(document_of(run, Language.EN))["scenarios"])


def test_the_report_says_why_the_take_profit_is_not_a_scenario_and_what_each_method_weighs() -> None:
    goal = {"value": "12.5", "unit": "CNY/share", "expert": "technical_analyst", "rows": [{"tag": "E3"}]}
    methods = [
        {"method": "dcf", "label": "DCF", "status": "used", "low": 8.0, "value": 10.0, "high": 13.0, "weight": 0.3},
        {"method": "pe", "label": "PE", "status": "used", "low": 12.0, "value": 14.0, "high": 16.0, "weight": 0.1},
    ]
    valued = _expert([_row("E1", "price", 11.0, "CNY/share")], scenarios=_targets(0, 0.1, 0.2), method_values=methods)
    experts = {**RUN["expert_results"], "valuation_modeler": valued}
    run = {**RUN, "verdict": {**RUN["verdict"], "take_profit": goal}, "expert_results": experts}
    sections = _sections(document_of(run, Language.EN))
    assert "The take profit, 12.50 CNY/share, is a level on the chart" in _texts(sections["scenarios"])
    assert [cell for cell in _cells(sections["valuation"]) if cell.endswith("%")][:2] == ["75%", "25%"]


@pytest.mark.parametrize("kind", BusinessKind)
def test_scores_are_labelled_as_the_auditor_of_the_kind_calls_them(kind: BusinessKind) -> None:
    scores = [{"dimension": one.value, "score": 50.0} for one in AuditDimension]
    auditor = _expert(QUARTERS, signal="NEUTRAL", confidence=0.5, dimension_analyses=scores, business_kind=kind.value)
    run = {**RUN, "expert_results": {**RUN["expert_results"], "financial_auditor": auditor}}
    for language in Language:
        experts = _sections(document_of(run, language, MATERIAL))["experts"]
        drawn = next(figure for figure in figures_in([experts]) if figure.name == "scores")
        assert all(render(title_of(kind, one), language) in drawn.drawing.description for one in AuditDimension)


def test_a_chart_with_one_level_is_not_waited_for_to_be_published() -> None:
    chart = _expert([_row("E1", "close", 11.0, "CNY/share"), _row("E2", "support_1", 9.5, "CNY/share")])
    risks = [{"risk": "Far[technical_analyst:E1]", "probability": "HIGH", "impact": "LOW", "mitigation": "-"}]
    run = {
        **RUN,
        "expert_results": {**RUN["expert_results"], "technical_analyst": chart},
        "debate_outcome": {**RUN["debate_outcome"], "risk_matrix": risks},
    }
    cells = list(_cells(_sections(document_of(run, Language.EN, MATERIAL))["risks"]))
    assert cells[4] == "Reduce on a close below 9.50 CNY/share."
