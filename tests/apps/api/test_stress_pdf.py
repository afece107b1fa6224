"""A stress report on paper: every word of it, in both languages, and a name from outside is only text."""

from dataclasses import replace

import pytest

from apps.api.routes.stress_pdf import document_of, stress_pdf
from packages.core.messages import Language
from packages.domain.stress.report import StressTestReport
from packages.domain.stress.verdict.parts import StressParts
from packages.reports.drawing.blocks import Heading, ListBlock, Picture, ShadedTable, WordsBlock, WrappedTable
from packages.reports.drawing.blocks import TableBlock as Drawn
from packages.reports.drawing.wording import plain
from packages.reports.stress.document import document, stress_markdown
from packages.reports.stress.verdict import verdict_sentence
from packages.reports.stress.wording import StressWording
from src.modules.coordinator.application.export.model import Block, ReportTable
from tests.packages.domain.stress.verdict.good_parts import good_parts
from tests.packages.reports.stress.sample import broken_parts, report_of

BROKEN = report_of(broken_parts())
HOSTILE = r"a | b \| *x* <b>& `c` \\ # [y](http://z) ![q](r) ~d~ {e}"
NAMED = replace(BROKEN, cover=replace(BROKEN.cover, strategy=HOSTILE, source=HOSTILE))
REPORTS = {"broken": BROKEN, "held": report_of(good_parts()), "nothing": report_of(StressParts()), "named": NAMED}


def _said(report: StressTestReport, language: Language) -> list[str]:
    """Every sentence and every cell of the report, in its order."""
    said: list[str] = []
    for block in document(report, StressWording(report, language)):
        match block:
            case Heading(text) | WordsBlock(text):
                said.append(text)
            case ListBlock(lines):
                said += lines
            case Picture():
                said.append(block.caption)
            case ShadedTable(table) | WrappedTable(table):
                said += _in_table(table)
            case Drawn():
                said += _in_table(block)
    return [plain(text) for text in said]


def _in_table(table: Drawn) -> list[str]:
    cells = [cell for row in (table.head, *table.rows) for cell in row]
    return [table.title, *cells, *([table.note] if table.note else [])]


def _printed(report: StressTestReport, language: Language) -> list[str]:
    printed: list[str] = []
    for part in document_of(stress_markdown(report, language), language).parts:
        match part:
            case Block(_, spans):
                printed += [span.text for span in spans]
            case ReportTable(head, rows):
                cells = [cell for row in (head, *rows) for cell in row]
                printed += [cell if isinstance(cell, str) else "".join(span.text for span in cell) for cell in cells]
            case _:
                raise AssertionError(f"A stress report has no {part}.")
    return printed


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_every_word_of_the_report_is_printed_in_its_order(report: StressTestReport, language: Language) -> None:
    assert _printed(report, language) == _said(report, language)


@pytest.mark.parametrize("language", Language)
def test_the_ruling_is_not_in_the_small_print(language: Language) -> None:
    parts = document_of(stress_markdown(BROKEN, language), language).parts
    ruling = verdict_sentence(BROKEN, StressWording(BROKEN, language))
    [kind] = [part.kind for part in parts if isinstance(part, Block) and part.spans[0].text == ruling]
    assert kind == "subheading"


@pytest.mark.parametrize("report", REPORTS.values(), ids=REPORTS)
def test_a_pdf_is_the_same_each_time(report: StressTestReport) -> None:
    text = stress_markdown(report, Language.ZH)
    first = stress_pdf(text, Language.ZH)
    assert first.startswith(b"%PDF-")
    assert stress_pdf(text, Language.ZH) == first
    assert stress_pdf(stress_markdown(report, Language.EN), Language.EN) != first
