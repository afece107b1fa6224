"""Newer research flags the clauses whose claim it falsifies, and no others."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given

from packages.domain.strategy.from_research.drafted import DraftedStrategy
from packages.domain.strategy.from_research.drafting import strategy_from
from packages.domain.strategy.from_research.facts import CallAction, ResearchFacts
from packages.domain.strategy.from_research.refusals import NoStrategyFromVerdict
from packages.domain.strategy.from_research.standing import OtherResearch, fallen_claims, holds_still
from packages.domain.strategy.model import Direction
from tests.packages.domain.strategy.from_research.handmade import (
    a_purchase,
    a_sale,
    claims_hit,
    falsified,
    limits_of,
    run_again,
    verdicts,
)

AT = "/trade/long"


def flagged(claim_id: str) -> set[str]:
    """What is flagged when one claim of the purchase is falsified."""
    facts = a_purchase()
    drafted = strategy_from(facts, limits_of())
    newer = falsified(drafted, facts, drafted.claim(claim_id))
    assert newer is not None
    return set(holds_still(drafted, newer))


def test_the_same_research_run_again_flags_nothing() -> None:
    for facts, direction in ((a_purchase(), Direction.LONG), (a_sale(), Direction.SHORT)):
        assert holds_still(strategy_from(facts, limits_of(), direction), run_again(facts)) == ()


@pytest.mark.parametrize(
    ("claim_id", "clauses"),
    [
        ("verdict:action", {f"{AT}/entry/order"}),
        ("verdict:probability", {f"{AT}/position_sizing"}),
        ("verdict:horizon", {f"{AT}/exits/4"}),
        ("verdict:take_profit", {f"{AT}/entry/condition/all/5", f"{AT}/exits/1"}),
        ("verdict:stop_loss", {f"{AT}/entry/condition/all/4", f"{AT}/exits/0", f"{AT}/exits/2"}),
        ("verdict:trigger:2", {f"{AT}/entry/condition/all/1", f"{AT}/exits/3", "/factors/ma60"}),
        ("technical_analyst:E1-E2", {f"{AT}/entry/condition/all/0", "/factors/ma20"}),
        ("debate:bull:3", {f"{AT}/entry/condition/all/3", "/factors/rsi14"}),
    ],
)
def test_a_falsified_claim_flags_exactly_its_clauses(claim_id: str, clauses: set[str]) -> None:
    assert flagged(claim_id) == clauses


def test_research_that_came_to_no_verdict_leaves_little_standing() -> None:
    drafted = strategy_from(a_purchase(), limits_of())
    nothing = replace(run_again(a_purchase()), action=None, probability=None, price=None, bull=(), rows={})
    assert set(holds_still(drafted, nothing)) == {clause.pointer for clause in drafted.clauses} - {f"{AT}/exits/4"}


def test_research_on_another_instrument_is_refused() -> None:
    drafted = strategy_from(a_purchase(), limits_of())
    with pytest.raises(OtherResearch):
        holds_still(drafted, replace(run_again(a_purchase()), symbol="DEMO6"))


@given(verdicts())
def test_whatever_the_verdict_falsifying_a_claim_flags_exactly_the_clauses_that_stand_on_it(
    facts: ResearchFacts,
) -> None:
    try:
        direction = Direction.LONG if facts.action is CallAction.BUY else Direction.SHORT
        drafted = strategy_from(facts, limits_of(), direction)
    except NoStrategyFromVerdict:
        return
    assert_exact(drafted, facts)


def assert_exact(drafted: DraftedStrategy, facts: ResearchFacts) -> Counter[str]:
    """How many claims were falsified, one at a time, and how many clauses that flagged."""
    used = {one for clause in drafted.clauses for one in clause.claim_ids}
    claims = [claim for claim in drafted.claims if claim.id in used]
    assert fallen_claims(drafted, run_again(facts)) == ()
    pairs = [(claim, newer) for claim in claims if (newer := falsified(drafted, facts, claim)) is not None]
    came = Counter(falsified=len(pairs))
    for claim, newer in pairs:
        hit = claims_hit(drafted, facts, newer) & used
        assert claim.id in hit
        assert set(fallen_claims(drafted, newer)) == hit
        expected = [one.pointer for one in drafted.clauses if hit.intersection(one.claim_ids)]
        assert list(holds_still(drafted, newer)) == expected
        came["flags"] += len(expected)
    return came
