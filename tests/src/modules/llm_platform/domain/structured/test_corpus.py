"""The whole corpus of damaged answers: nothing silently wrong, nearly everything recoverable recovered."""

import json
from collections import Counter
from collections.abc import Iterable

import pytest

from src.modules.llm_platform.domain.errors import ModelOutputUnusable
from src.modules.llm_platform.domain.structured.reading import Shape, read_structured
from src.modules.llm_platform.domain.structured.shapes import schema_of
from tests.corpus.structural_damage import same
from tests.corpus.structured_outputs import EACH, Case, cases

pytestmark = pytest.mark.slow

Tally = dict[str, Counter[str]]


def outcome_of(case: Case, shape: Shape) -> str:
    try:
        value = json.loads(read_structured(case.text, shape, case.finish))
    except ModelOutputUnusable as error:
        return "refused" if error.problems else "refused without telling why"
    return "recovered" if case.truth is not None and same(value, case.truth) else "silently wrong"


def tally(corpus: Iterable[Case], *, as_schema: bool = False) -> Tally:
    counted: Tally = {}
    for case in corpus:
        shape: Shape = schema_of(case.model) if as_schema else case.model
        kind = f"{'repairable' if case.repairable else 'refusable'}: {case.kind}"
        counted.setdefault(kind, Counter())[outcome_of(case, shape)] += 1
    return counted


def assert_trustworthy(counted: Tally) -> None:
    report = "\n".join(f"{kind}: {dict(outcomes)}" for kind, outcomes in counted.items())
    assert sum(outcomes["silently wrong"] for outcomes in counted.values()) == 0, report
    assert sum(outcomes["refused without telling why"] for outcomes in counted.values()) == 0, report
    repairable = [outcomes for kind, outcomes in counted.items() if kind.startswith("repairable")]
    share = sum(outcomes["recovered"] for outcomes in repairable) / sum(map(Counter.total, repairable))
    assert share >= 0.99, report


def test_no_answer_of_the_corpus_is_silently_wrong_and_what_can_be_recovered_is() -> None:
    counted = tally(cases(cut=4))
    assert_trustworthy(counted)
    assert len(counted) >= 20
    assert all(outcomes.total() >= min(EACH, 100) for outcomes in counted.values())
    assert sum(map(Counter.total, counted.values())) >= 2000


def test_the_corpus_is_the_same_for_the_same_seed() -> None:
    assert list(cases(each=4, cut=1)) == list(cases(each=4, cut=1))


def test_a_json_schema_is_as_trustworthy_as_a_model() -> None:
    assert_trustworthy(tally(cases(each=8, seed=5, cut=1), as_schema=True))


@pytest.mark.trust
@pytest.mark.parametrize("seed", range(100, 108))
def test_other_seeds_are_as_trustworthy(seed: int) -> None:
    assert_trustworthy(tally(cases(seed=seed)))
