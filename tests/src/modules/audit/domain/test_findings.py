"""When an answer followed a change."""

import pytest

from src.modules.audit.domain.answers import WorldAnswers
from src.modules.audit.domain.findings import FollowState, WorldFindings, findings_of
from src.modules.audit.domain.worlds import ChangedWorld, WorldKind
from tests.src.modules.audit.making import answers

FLIPPED = ChangedWorld(WorldKind.EARNINGS_FLIPPED)
REVERSED = ChangedWorld(WorldKind.PRICES_REVERSED)
ANONYMISED = ChangedWorld(WorldKind.ANONYMISED)
FOLLOWED, NOT_FOLLOWED, UNKNOWN = FollowState.FOLLOWED, FollowState.NOT_FOLLOWED, FollowState.UNKNOWN


def _found(world: ChangedWorld, base: WorldAnswers, changed: WorldAnswers | None, profit: int = 1) -> WorldFindings:
    return findings_of(world, base, changed, profit)


@pytest.mark.parametrize(
    ("before", "after", "profit", "state"),
    [
        (0.6, -0.4, 1, FOLLOWED),
        (0.6, 0.6, 1, NOT_FOLLOWED),
        (0.6, 0.7, 1, NOT_FOLLOWED),
        (0.6, 0.2, 1, NOT_FOLLOWED),
        (0.6, 0.0, 1, FOLLOWED),
        (-0.6, -0.6, 1, UNKNOWN),
        (-0.6, 0.3, -1, FOLLOWED),
        (0.0, 0.0, 1, UNKNOWN),
        (0.0, -0.4, 1, FOLLOWED),
        (0.6, 0.6, 0, UNKNOWN),
    ],
)
def test_an_auditor_should_go_against_the_profit_that_was_flipped(
    before: float, after: float, profit: int, state: FollowState
) -> None:
    found = _found(FLIPPED, answers(financial_auditor=before), answers(financial_auditor=after), profit)
    assert found.experts[0].state is state


def test_who_has_no_answer_left_followed_and_who_had_none_cannot_be_told() -> None:
    found = _found(FLIPPED, answers(financial_auditor=0.6), answers())
    assert [one.state for one in found.experts] == [FOLLOWED, UNKNOWN]


def test_the_technical_analyst_should_turn_with_the_chart() -> None:
    base = answers(technical_analyst=-0.5)
    assert _found(REVERSED, base, answers(technical_analyst=0.4)).experts[0].state is FOLLOWED
    assert _found(REVERSED, base, answers(technical_analyst=-0.5)).experts[0].state is NOT_FOLLOWED


def test_the_same_figures_under_another_name_should_get_the_same_answer() -> None:
    base = answers(0.6, technical_analyst=0.5, financial_auditor=0.4)
    found = _found(ANONYMISED, base, answers(0.45, technical_analyst=0.5, financial_auditor=-0.4))
    assert [one.state for one in found.experts] == [FOLLOWED, NOT_FOLLOWED]
    assert found.verdict.state is NOT_FOLLOWED
    assert _found(ANONYMISED, base, base).verdict.state is FOLLOWED


def test_the_verdict_should_go_where_the_experts_went() -> None:
    base = answers(0.6, technical_analyst=0.5)
    assert _found(REVERSED, base, answers(0.5, technical_analyst=-0.5)).verdict.state is FOLLOWED
    assert _found(REVERSED, base, answers(0.6, technical_analyst=-0.5)).verdict.state is NOT_FOLLOWED
    assert _found(REVERSED, base, answers(0.5, technical_analyst=0.5)).verdict.state is UNKNOWN


def test_without_an_expert_who_stood_apart_the_verdict_should_move_towards_the_others() -> None:
    base = answers(0.6, technical_analyst=0.8, financial_auditor=0.0)
    silent = ChangedWorld(WorldKind.EXPERT_SILENCED, "technical_analyst")
    assert _found(silent, base, answers(0.5, financial_auditor=0.0)).verdict.state is FOLLOWED
    assert _found(silent, base, answers(0.6, financial_auditor=0.0)).verdict.state is NOT_FOLLOWED
    middling = answers(0.6, technical_analyst=0.1, financial_auditor=0.0)
    assert _found(silent, middling, answers(0.5, financial_auditor=0.0)).verdict.state is UNKNOWN
    absent = ChangedWorld(WorldKind.EXPERT_SILENCED, "macro_intelligence")
    assert _found(absent, base, base).verdict.state is UNKNOWN


def test_a_world_that_cannot_be_made_tells_nothing() -> None:
    found = _found(ANONYMISED, answers(technical_analyst=0.5), None)
    assert (found.experts, found.verdict.state) == ((), UNKNOWN)
