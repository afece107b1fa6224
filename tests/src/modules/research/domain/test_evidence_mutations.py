"""Reports with one thing made wrong are caught, and correct ones are left alone, in both languages."""

from collections.abc import Sequence
from datetime import date

import pytest

from src.modules.research.infrastructure.neighbours import LibraryMarket
from tests.corpus.report_mutations import CLASSES
from tests.corpus.report_prose import Report, said
from tests.corpus.report_rules import rules_reports
from tests.corpus.report_scores import Score, all_cases, appears_in_the_data, prose_reports, score, table

pytestmark = pytest.mark.slow


def _proven(reports: Sequence[Report], per_class: int, fewest: int) -> Score:
    cases = list(all_cases(reports, seed=5, per_class=per_class))
    assert len(cases) >= fewest
    own = score(reports, cases)
    print("\n".join(table(own, score(reports, cases, appears_in_the_data))))
    for case in own.missed:
        print(case.kind, "|", said(case.report.sentences[case.sentence]).strip(), "=>", case.mutated_sentence.strip())
    assert own.recall() >= 0.99
    assert {kind: own.recall(kind) for kind in CLASSES if own.recall(kind) < 0.97} == {}
    assert own.false_alarms <= 0.005
    return own


@pytest.mark.parametrize(("count", "fewest"), [(10, 300), pytest.param(30, 1000, marks=pytest.mark.trust)])
def test_made_up_reports_are_told_from_their_mutations(count: int, fewest: int) -> None:
    own = _proven(list(prose_reports(first=0, count=count)), per_class=2, fewest=fewest)
    assert {kind for kind, _ in own.cases} == set(CLASSES)


async def test_the_rules_analysts_reports_are_told_from_their_mutations(demo_market: LibraryMarket) -> None:
    reports = await rules_reports(demo_market, ("DEMO1.SZ", "DEMO7"), (date(2025, 12, 30),))
    assert {report.writer for report in reports} == {
        "rules/technical_analyst", "rules/financial_auditor", "rules/valuation_modeler", "rules/macro_intelligence",
    }  # fmt: skip
    own = _proven(reports, per_class=3, fewest=130)
    assert sum(own.alarms.values()) == 0


@pytest.mark.trust
@pytest.mark.timeout(3_600)
def test_ten_times_as_many_made_up_reports_are_told_from_their_mutations() -> None:
    _proven(list(prose_reports(first=1000, count=350)), per_class=2, fewest=10_000)


@pytest.mark.trust
async def test_the_rules_analysts_reports_of_all_companies_and_days(demo_market: LibraryMarket) -> None:
    symbols = ("DEMO1.SZ", "DEMO2.SH", "DEMO3.SZ", "DEMO4.SH", "DEMO5", "DEMO6", "DEMO7")
    days = (date(2024, 3, 29), date(2024, 11, 8), date(2025, 6, 30), date(2025, 12, 30))
    own = _proven(await rules_reports(demo_market, symbols, days), per_class=8, fewest=5_000)
    assert sum(own.alarms.values()) == 0
