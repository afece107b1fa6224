"""A model that claims anything in patches and tool results moves no phase and reaches nothing of another person's."""

from random import Random
from typing import Any

import pytest

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import ToolOutcome
from packages.core.events import JsonObject
from packages.domain.conversation.fields import FIELDS
from tests.apps.api.agents.late_desk import OTHER, OTHER_RULES, LateDesk, asking, told

IDS = ("theirs", "their_job", "their_report", "their_deployment", "their_account", "invented", "", "s1")
CLAIMS: tuple[Any, ...] = (
    *IDS,
    "true",
    "done",
    "deploy",
    "confirmed",
    "deployed",
    "completed",
    "live",
    "pass",
    None,
    7,
    True,
    [],
    {},
)
KEYS = ("strategy_id", "backtest_job_id", "stress_report_id", "scenario_set_id", "deployment_id", "status", "is_ready")
CALLS = (
    ("strategy", "upsert_dsl"),
    ("strategy", "validate_dsl"),
    ("backtest", "create_job"),
    ("stress", "create"),
    ("stress", "report"),
    ("trading", "start"),
    ("trading", "readiness"),
    ("nowhere", "anything"),
)
NEUTRAL = ("hello", "你好", "what does that mean?", "研究一下", "tell me more")
CONSENT = {
    "strategy_confirmed": {"true"},
    "stress_test_decision": {"deploy", "revise", "hold"},
    "deployment_confirmation_status": {"confirmed", "needs_changes"},
}


def _patch(random: Random) -> JsonObject:
    names = [field.name for fields in FIELDS.values() for field in fields] + ["phase", "runtime", "confirmed_hash"]
    flat = {random.choice(names): random.choice(CLAIMS) for _ in range(4)}
    return {random.choice(list(FIELDS)): flat} if random.random() < 0.3 else flat


def _call(random: Random) -> ToolOutcome:
    domain, tool = random.choice(CALLS)
    return told(domain, tool, **{key: random.choice(CLAIMS) for key in random.sample(KEYS, 4)})


async def _desk(phase: Phase) -> LateDesk:
    desk = LateDesk()
    match phase:
        case Phase.STRATEGY:
            desk.save()
            await desk.says("draft one", told("strategy", "upsert_dsl", strategy_id="s1"))
        case Phase.STRESS_TEST:
            await desk.stressing()
        case _:
            await desk.deploying()
    desk.save("theirs", OTHER_RULES, owner=OTHER)
    desk.backtest("their_job", owner=OTHER, of="theirs")
    desk.stress("their_report", owner=OTHER, of="theirs")
    desk.deployment("deployed", "their_deployment", owner=OTHER, of="theirs")
    desk.account("their_account", owner=OTHER)
    return desk


@pytest.mark.parametrize("phase", [Phase.STRATEGY, Phase.STRESS_TEST, Phase.DEPLOYMENT])
async def test_without_a_word_of_the_person_no_claim_moves_anything(phase: Phase) -> None:
    random, desk = Random(phase.value), await _desk(phase)
    assert desk.phase is phase
    cards = tuple(asking(field) for field in CONSENT)
    for _ in range(150):
        calls = [_call(random) for _ in range(random.randrange(3))]
        await desk.says(random.choice(NEUTRAL), *calls, patch=_patch(random), cards=cards)
        assert desk.phase is phase
        profile = desk.blocks[phase].profile
        assert not any("their" in str(value) or value == "invented" for value in profile.values())
        assert all(profile.get(name) not in values for name, values in CONSENT.items())
        assert profile.get("deployment_target") != "live"
