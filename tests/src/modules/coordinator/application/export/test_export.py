"""A run as a document: every number leads to its row, foreign texts stay texts, and nothing is asked of the web."""

import re
from html.parser import HTMLParser
from typing import Any

import pytest

from packages.core.messages import Language, Sentence, message
from src.modules.coordinator.application.export.citing import cited
from src.modules.coordinator.application.export.document import document_of
from src.modules.coordinator.application.export.html import html_of
from src.modules.coordinator.application.export.markdown import markdown_of
from src.modules.coordinator.application.export.model import TextSpan, spans_in
from src.modules.coordinator.infrastructure.export.pdf import pdf_of

EVIL = '<script>alert(1)</script> <img src="http://evil.example/x.png"> [x](http://evil.example)'
ROWS = [
    {"tag": "E1", "metric": "close", "value": 19.1, "unit": "CNY/share", "period": "2025-09-30", "id": "bar:1"},
    {"tag": "E4", "metric": "net_margin", "value": 0.123, "unit": "ratio", "period": "2025-09-30", "id": "fact:4"},
]
CASE = {"core_thesis": "净利率 12.3%[technical_analyst:E4]", "acknowledged_risks": [], "acknowledged_strengths": []}
ARGUMENT = {"dimension": "technical_analyst", "argument": "收盘价 19.10 元/股[E1]"}
RUN: dict[str, Any] = {
    "symbol": "DEMO1.SZ",
    "overall_status": "partial",
    "expert_results": {
        "technical_analyst": {
            "status": "success",
            "data": {
                "narrative_report": f"### 趋势\n- 收盘价 19.10 元/股[E1]。\nNet margin was 12.3%[E4], up. {EVIL}",
                "evidence": [row | {"known_at": "2025-09-30T07:00:00+00:00"} for row in ROWS],
            },
        },
        "macro_intelligence": {"status": "failed", "error": "no macro series"},
    },
    "debate_outcome": {
        "direction": "BULLISH",
        "confidence": 0.61,
        "bull_case": CASE | {"supporting_arguments": [ARGUMENT]},
        "bear_case": CASE | {"supporting_arguments": []},
        "risk_matrix": [{"risk": EVIL, "probability": "HIGH", "impact": "LOW", "mitigation": "wait"}],
        "key_disagreements": ["trend against value"],
        "conflict_resolution": "The trend outweighs.",
    },
}


class _Seen(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: set[str] = set()
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.tags.add(tag)
        self.links.update(filter(None, (told.get("href"), told.get("src"))))
        self.ids.update(filter(None, (told.get("id"),)))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("净利率 12.3%[E4]，较好", "12.3%"),
        ("收盘价 19.10 元/股[E1]", "19.10 元/股"),
        ("revenue of 1.20 billion USD[E1] grew", "USD"),
        ("headline [E9]", ""),
        ("loss of -5.34 万元[E2]", "-5.34 万元"),
    ],
)
def test_a_number_before_a_tag_leads_to_the_row(text: str, shown: str) -> None:
    (link,) = [span for span in cited(text, "technical_analyst") if span.anchor]
    assert link.text.endswith(shown)
    assert re.fullmatch(r"technical_analyst-E\d", str(link.anchor))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("RSI14 55.9[E5]", "55.9"),
        ("RSI14 55.9[E5]，MA20 19.8", "55.9"),
        ("MA20 1,234.5 元/股[E5]", "1,234.5 元/股"),
        ("RSI14[E5]", ""),
        ("收盘价19.10元/股[E5]", "19.10元/股"),
        ("2025 年 12.3%[E5]", "12.3%"),
        ("from 9.5 to 11.5[E5]", "11.5"),
    ],
)
def test_only_the_last_number_before_a_tag_is_the_cited_one(text: str, shown: str) -> None:
    (link,) = [span for span in cited(text, "technical_analyst") if span.anchor]
    assert link.text == shown


def test_no_letter_but_the_tags_is_lost() -> None:
    spans = cited("A 12.3%[E4] and B 19.10[E1].", "x")
    assert "".join(span.text for span in spans) == "A 12.3% and B 19.10."
    assert cited("nothing cited", "x") == (TextSpan("nothing cited"),)


@pytest.mark.parametrize("language", Language)
def test_the_page_asks_nobody_and_every_link_arrives(language: Language) -> None:
    page = html_of(document_of(RUN, language))
    seen = _Seen()
    seen.feed(page)
    assert seen.tags.isdisjoint({"script", "img", "link", "iframe"})
    assert "default-src 'none'" in page
    assert seen.links == {"#technical_analyst-E1", "#technical_analyst-E4"}
    assert {link.removeprefix("#") for link in seen.links} <= seen.ids


@pytest.mark.parametrize("language", Language)
def test_markdown_keeps_foreign_markup_as_text_and_its_links_arrive(language: Language) -> None:
    text = markdown_of(document_of(RUN, language))
    links = set(re.findall(r"\]\(#([^)]+)\)", text))
    assert links == {"technical_analyst-E1", "technical_analyst-E4"}
    assert all(f'<a id="{link}"></a>' in text for link in links)
    assert "<script>" not in text
    assert not re.search(r"(?<!\\)\]\(http", text)


@pytest.mark.slow
@pytest.mark.parametrize("language", Language)
def test_a_pdf_is_the_same_each_time_and_every_number_leads_to_its_row(language: Language) -> None:
    document = document_of(RUN, language)
    first = pdf_of(document)
    assert first.startswith(b"%PDF-")
    assert pdf_of(document) == first
    links = [span for span in spans_in(document.parts) if span.anchor]
    assert first.count(b"/Subtype /Link") == first.count(b"/Dest [") == len(links) > 3


def test_a_failed_expert_and_a_missing_debate_are_told() -> None:
    text = markdown_of(document_of(RUN | {"debate_outcome": None, "debate_error": "the model was silent"}, Language.EN))
    assert "no macro series" in text
    assert "the model was silent" in text


@pytest.mark.parametrize(
    ("language", "shown"), [(Language.ZH, "没有财务报告"), (Language.EN, "There are no financial reports")]
)
def test_why_an_expert_failed_is_told_in_the_language_of_the_report(language: Language, shown: str) -> None:
    failed = {"status": "failed", "error": Sentence(message("research.no_reports"))}
    run = RUN | {"expert_results": {"financial_auditor": failed}}
    assert shown in markdown_of(document_of(run, language))


def _by_a_model(narrative: str, **grounding: object) -> dict[str, Any]:
    told = {"numbers": 2, "bound": 2, "claims": 0, "supported": 0, "violations": [], "removed": 0, **grounding}
    data = RUN["expert_results"]["technical_analyst"]["data"]
    expert = {**data, "narrative_report": narrative, "engine": "llm", "grounding": told}
    return {"symbol": "DEMO1.SZ", "expert_results": {"technical_analyst": {"status": "success", "data": expert}}}


def test_a_tag_that_names_no_row_is_no_link() -> None:
    run = _by_a_model("Profit is 12.3%[E4]. Sales are 99[E999]. Debt is 7[catalyst_detective:E1].")
    seen = _Seen()
    seen.feed(html_of(document_of(run, Language.EN)))
    # The cover cites the close, E1.
    assert seen.links == {"#technical_analyst-E1", "#technical_analyst-E4"}


def test_sentences_of_a_model_that_rest_on_no_row_are_marked() -> None:
    run = _by_a_model("Net margin is 12.3%[E4]. The brand is strong. (Removed for lack of evidence.)\n- It will rise.")
    text = markdown_of(document_of(run, Language.EN))
    assert "The brand is strong. (opinion)" in text
    assert "- It will rise. (opinion)" in text
    assert text.count("(opinion)") == 3  # and the note that says what the mark means
    rules = run["expert_results"]["technical_analyst"]["data"] | {"engine": "rules"}
    by_rules = run | {"expert_results": {"technical_analyst": {"status": "success", "data": rules}}}
    assert "(opinion)" not in markdown_of(document_of(by_rules, Language.EN))


@pytest.mark.parametrize(
    ("grounding", "said"),
    [
        ({}, "All 2 figures quoted from data are bound to evidence rows"),
        ({"bound": 1, "removed": 1}, "1 of 2 figures quoted from data are bound to evidence rows"),
        ({"bound": 0}, "No figure in this report is bound to an evidence row"),
    ],
)
def test_a_report_states_its_own_grounding(grounding: dict[str, object], said: str) -> None:
    wrong = {"kind": "wrong_value", "number": "99", "row": "E4", "sentence": "Profit is 99%.", "expected": "12.3%"}
    document = document_of(_by_a_model("Net margin is 12.3%[E4].", violations=[wrong], **grounding), Language.EN)
    text = markdown_of(document)
    assert said in text
    assert "Every number" not in text
    assert document.grounding is not None
    assert document.grounding["numbers"] == 2
    assert document.grounding["violations"] == [{"speaker": "technical_analyst", "kind": "wrong_value"}]
    assert "Profit is 99" not in text + html_of(document)


@pytest.mark.parametrize(("language", "said"), [(Language.EN, "the debate failed"), (Language.ZH, "辩论失败")])
def test_why_nothing_is_called_is_said_in_words(language: Language, said: str) -> None:
    verdict = {"action": "NO_CALL", "no_call_reason": "debate_failed", "engine": "rules", "reasoning": ""}
    assert said in markdown_of(document_of(RUN | {"verdict": verdict}, language))


def test_a_price_of_the_verdict_leads_to_its_row() -> None:
    stop = {"value": "19.1", "unit": "CNY/share", "expert": "technical_analyst", "rule": "row", "rows": [{"tag": "E1"}]}
    verdict = {"action": "BUY", "stop_loss": stop, "engine": "rules", "reasoning": ""}
    text = markdown_of(document_of(RUN | {"verdict": verdict}, Language.EN))
    assert "**Stop loss**: 19.10 CNY/share<sup>[1](#technical_analyst-E1)</sup>" in text
