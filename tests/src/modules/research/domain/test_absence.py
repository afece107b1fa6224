"""Every code of an absent figure has words wherever it is told, and what is passed on keeps its code."""

import ast
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from packages.core.messages import Language, sentences
from src.modules.research.domain.absence import Absence, AbsenceReason
from src.modules.research.domain.arithmetic import combined, divided
from src.modules.research.domain.audit.lines import MissingLine, missing_line
from src.modules.research.domain.figures import AbsentFigure, Operation
from src.modules.research.domain.valuation.absences import WORDS, why_absent
from src.modules.research.infrastructure.rules.audit_absences import KINDS
from src.modules.research.infrastructure.rules.chart_risks import IN_ORDER, PASSED_OVER

_DOMAIN = Path(__file__).parents[5] / "src/modules/research/domain"
_LACKING = AbsenceReason(Absence.LINE_MISSING, "revenue of 2025-09-30 is not there.", "revenue", (date(2025, 9, 30),))


@pytest.mark.parametrize(
    ("sources", "told"),
    [
        (("valuation", "arithmetic.py", "financial_statements.py"), frozenset(WORDS)),
        (("audit", "arithmetic.py", "financial_statements.py"), frozenset(KINDS)),
        (("technical", "arithmetic.py"), frozenset(IN_ORDER) | PASSED_OVER),
    ],
)
def test_every_code_that_an_expert_meets_is_in_its_table(sources: tuple[str, ...], told: frozenset[Absence]) -> None:
    made = {code for source in sources for code in _made(_DOMAIN / source)}
    assert len(made) > 5, "the codes are not found any more"
    assert made == told


def test_every_code_is_made_somewhere() -> None:
    assert set(_made(_DOMAIN)) == set(Absence)


def test_every_reason_of_a_valuation_has_its_sentence() -> None:
    for language in Language:
        assert {f"research.absent.{words}" for words in WORDS.values()} <= set(sentences(language))


def test_what_rests_on_an_absent_figure_is_absent_for_the_same_reason() -> None:
    lacking = AbsentFigure("revenue", _LACKING)
    for finding in (combined("sum", Operation.SUM, (lacking,)), divided("margin", lacking, lacking)):
        assert isinstance(finding, AbsentFigure)
        assert finding.why == _LACKING


def test_only_a_missing_line_is_told_by_its_name_and_day() -> None:
    assert missing_line(_LACKING) == MissingLine("revenue", "2025-09-30")
    assert missing_line(AbsenceReason(Absence.YEAR_BEFORE_MISSING, _LACKING.sentence, "revenue")) is None


def test_a_line_that_a_method_needs_is_named_and_another_is_not() -> None:
    for item, words in (("depreciation", "no_depreciation"), ("interest_expense", "no_interest_expense")):
        assert why_absent(AbsenceReason(Absence.REPORTS_MISSING, "", item)).code == f"research.absent.{words}"
    assert why_absent(AbsenceReason(Absence.REPORTS_MISSING, "", "revenue")).code == "research.absent.otherwise"


def _made(source: Path) -> Iterator[Absence]:
    """The codes that the modules make reasons of; a table of words makes none."""
    for path in source.rglob("*.py") if source.is_dir() else (source,):
        for call in (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)):
            for given in call.args:
                match given:
                    case ast.Attribute(value=ast.Name(id="Absence"), attr=name):
                        yield Absence[name]
                    case _:
                        pass
