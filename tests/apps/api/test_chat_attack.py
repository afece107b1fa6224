"""A hostile model over many turns: no phase is skipped, nothing of others shown, no money moved, no bad card kept."""

import json
import random
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from apps.api.agents.phases import VALID_TRANSITIONS, Phase
from packages.contracts.genui import CARD
from packages.core.messages import Language
from packages.domain.accounts.profile import Profile, ReturnExpectation, RiskTolerance, TradingYears
from packages.domain.trading.broker import Mode
from packages.domain.trading.callers import PersonSession
from packages.domain.trading.deployments.model import DeploymentRequest, Override
from packages.infra.accounts import SqlAccounts
from tests.apps.api.chat_attack import Adversary
from tests.chat import ChatDesk, Person, scripted_desk, settings_at
from tests.packages.domain.backtest.asking import document

pytestmark = pytest.mark.asyncio(loop_scope="module")
NEUTRAL = ("hm", "嗯", "tell me more", "说说看", "I do not understand", "what is that?")
ORDER = list(Phase)
BOLD = Profile(RiskTolerance.VERY_AGGRESSIVE, ReturnExpectation.HIGH_GROWTH, TradingYears.YEARS_5_PLUS)
OVERRIDE = Override("deploy without a passing stress test", "only to look at it")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chat(schema: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ChatDesk]:
    home = tmp_path_factory.mktemp("attack")
    shutil.copy(schema, home)
    async with scripted_desk(settings_at(home)) as chat:
        yield chat


async def test_a_hundred_turns_with_a_hostile_model_do_no_harm(chat: ChatDesk) -> None:
    await _attack(chat, turns=100, seed=1)


@pytest.mark.trust
async def test_two_thousand_turns_with_a_hostile_model_do_no_harm(chat: ChatDesk) -> None:
    await _attack(chat, turns=2000, seed=2)


async def _attack(chat: ChatDesk, turns: int, seed: int) -> None:
    dice = random.Random(seed)
    ann, bob = await chat.person(), await chat.person()
    owner_id = await chat.owner_of(ann)
    foreign = await _belongings(chat, await chat.owner_of(bob))
    mine = str((await chat.desk.strategies.create(owner_id, document("DEMO5", name=f"Mine {seed}"))).id)
    await chat.desk.profiles.save(owner_id, BOLD, chat.desk.clock.now())
    adversary = Adversary(dice, foreign, [mine])
    people = [await _in(chat, ann, owner_id, phase) for phase in Phase]
    for _ in range(turns):
        person = dice.choice(people)
        chat.streamer.plays(*adversary.turn())
        answer = await person.says(dice.choice(NEUTRAL))
        before, after = answer.start["phase"], answer.done["phase"]
        assert after == before or (Phase(after) in VALID_TRANSITIONS[before] and _is_back(before, after)), answer.moves
        _check_session(await person.session(), foreign)
    deployments = (await ann.get("/deployments")).json()
    assert deployments["deployments"] == [], "nobody has agreed to anything"
    unharmed = await chat.desk.strategies.get(await chat.owner_of(bob), foreign[0])
    assert unharmed.version == 1
    print(f"{turns} hostile turns, {len(chat.streamer.answers)} tools reached, {len(chat.streamer.refused)} not")


async def _in(chat: ChatDesk, person: Person, owner_id: str, phase: Phase) -> Person:
    """The same person in another conversation."""
    session = await chat.desk.chat.sessions.create(owner_id, phase.value, Language.EN, chat.desk.clock.now())
    return Person(chat.client, "en", person.headers, session.id)


def _is_back(before: str, after: str) -> bool:
    """Out of an error, or to an earlier phase, nothing is gained."""
    return before == Phase.ERROR or ORDER.index(Phase(after)) < ORDER.index(Phase(before))


def _check_session(session: dict[str, Any], foreign: list[str]) -> None:
    cards = [card for message in session["messages"] for card in message["cards"]]
    for card in cards:
        CARD.validate_python(card)
    # A model can ask anything in its own words, in a question as in its text; a card that names a row is another thing.
    naming = [card for card in cards if card["type"] != "choice_prompt"]
    kept = json.dumps([session["artifacts"], naming, session["title"]])
    assert not [each for each in foreign if each in kept], "something of another person is kept"
    assert session["artifacts"]["kyc"]["profile"] == {} or session["kyc_status"] == "complete"
    shown = " ".join(message["content"] for message in session["messages"] if message["role"] == "assistant")
    assert "AGENT_" not in shown
    assert "[SESSION STATE]" not in shown
    assert "<mcp_" not in shown


async def _belongings(chat: ChatDesk, owner_id: str) -> list[str]:
    """A strategy, an account and a deployment of somebody else's."""
    desk, them = chat.desk, PersonSession(owner_id, "page")
    assert await SqlAccounts(desk.database).user(owner_id)
    strategy = await desk.strategies.create(owner_id, document("DEMO5", name="Theirs"))
    account = await desk.trading.accounts.open_paper(owner_id, "theirs")
    request = DeploymentRequest(
        strategy_id=strategy.id,
        version=1,
        account_id=account.id,
        mode=Mode.PAPER,
        terms={"cash": "1000"},
        override=OVERRIDE,
    )
    deployment = await desk.trading.deployments().create(them, request)
    return [strategy.id, account.id, deployment.id]
