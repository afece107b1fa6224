"""The names of figures: one name, one figure, in both languages."""

from collections import defaultdict

import pytest

from src.modules.research.domain.audit.collect import audit_figures
from src.modules.research.domain.audit.rules import LABELS as AUDIT
from src.modules.research.domain.audit.rules import RULES as AUDIT_RULES
from src.modules.research.domain.labels import LABELS
from src.modules.research.domain.technical.collect import FORMULAS
from src.modules.research.domain.technical.rules import LABELS as TECHNICAL
from src.modules.research.domain.technical.rules import RULES as TECHNICAL_RULES
from src.modules.research.domain.valuation.collect import valuation_figures
from src.modules.research.domain.valuation.rules import LABELS as VALUATION
from src.modules.research.domain.valuation.rules import RULES as VALUATION_RULES
from tests.src.modules.research.domain.conftest import Demo


def test_no_two_figures_share_a_name() -> None:
    owners: dict[str, set[str]] = defaultdict(set)
    for metric, names in LABELS.items():
        for name in names:
            owners[name.lower()].add(metric)
    assert {name: metrics for name, metrics in owners.items() if len(metrics) > 1} == {}


def test_no_rule_of_one_expert_hides_one_of_another() -> None:
    names = [*TECHNICAL_RULES, *AUDIT_RULES, *VALUATION_RULES]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("labels", [TECHNICAL, AUDIT, VALUATION])
def test_every_figure_can_be_named_in_english(labels: dict[str, tuple[str, ...]]) -> None:
    assert [metric for metric, names in labels.items() if not any(name.isascii() for name in names)] == []


@pytest.mark.parametrize("rules", [TECHNICAL_RULES, AUDIT_RULES, VALUATION_RULES])
def test_every_rule_says_where_it_comes_from_and_has_a_name_in_both_languages(rules: dict[str, object]) -> None:
    told = {**TECHNICAL_RULES, **AUDIT_RULES, **VALUATION_RULES}
    for name in rules:
        zh, en = told[name].labels
        assert told[name].because
        assert en.isascii()
        assert not zh.isascii()


@pytest.mark.slow
def test_every_figure_of_the_calculations_has_a_name(demo: Demo) -> None:

    known = demo.known("DEMO2.SH")
    audited = audit_figures(known.facts).figures
    valued = valuation_figures(known.valuations, known.facts, known.bars, known.actions).figures
    names = {finding.name for finding in (*audited.values(), *valued.values())} | {one.key for one in FORMULAS}
    assert names - set(LABELS) == set()
