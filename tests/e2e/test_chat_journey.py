"""A person without a model: who only clicks the first choice goes from hello to a deployment at work, zh and en.

The stress lab is the real one, and a strategy that it does not let pass is not deployed by a click. What is asked of
the person then is to type a sentence, and a reason behind it; they type it in the conversation.
"""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from packages.core.messages import Language
from packages.domain.trading.deployments.model import OVERRIDE_PHRASES
from tests.chat import Answer, Person, home_like, leads_on, settings_at, started

FEWER_THAN = 40
TWO_MINUTES = 120
REASON: dict[str, str] = {"zh": "只是模拟盘，想看看它怎么跑", "en": "only paper, to see how it runs"}
GO_ON: dict[str, str] = {"en": "go on", "zh": "继续"}
CARDS = {
    "choice_prompt",
    "tradingview_chart",
    "backtest_charts",
    "stress_report",
    "deployment_status",
}


@dataclass(slots=True)
class Journey:
    """What came up on the way."""

    turns: int = 0
    follow_ups: int = 0
    cards: set[str] = field(default_factory=set)
    moves: list[tuple[str, str]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def hear(self, said: str, answer: Answer) -> Answer:
        assert answer.done["stream_error"] is None, answer.done
        assert answer.text.strip(), f"nothing was said to {said!r}"
        assert answer.done["usage"]["engine"] == "rules"
        self.turns += 1
        self.cards |= {card["type"] for card in answer.cards}
        self.moves += answer.moves
        self.lines.append(f"{self.turns:2} [{answer.done['phase']}] {said} -> {answer.text[-160:]!r}")
        return answer


@pytest.fixture
async def person(request: pytest.FixtureRequest, demo_home: Path, tmp_path: Path) -> AsyncIterator[Person]:
    language: Language = request.param
    async with started(settings_at(home_like(demo_home, tmp_path)), trades=True) as (_app, client):
        yield Person(client, language)


@pytest.mark.parametrize("person", [pytest.param("zh", marks=pytest.mark.trust), "en"], indirect=True)
async def test_who_clicks_what_leads_on_each_time_gets_from_hello_to_a_deployment_at_work(person: Person) -> None:
    journey = Journey()
    answer = await walked(person, journey)
    print(f"{person.language}: {journey.turns} turns", *journey.lines, sep="\n")
    assert journey.cards >= CARDS, journey.cards
    assert journey.cards & {"strategy_ref", "strategy_card"}
    assert answer.done["deployment"]["deployment_status"] == "deployed"
    assert answer.done["deployment"]["deployment_target"] == "paper"
    deployment = (await person.get(f"/deployments/{answer.done['deployment']['deployment_id']}")).json()
    assert deployment["clearance"]["override_reason"] == REASON[person.language]
    await replay_has_traded(person)
    session = await person.session()
    assert session["status"] == "completed"
    assert [(move["from_phase"], move["to_phase"]) for move in session["transitions"]] == journey.moves
    assert len(session["messages"]) == 2 * journey.turns - journey.follow_ups


async def walked(person: Person, journey: Journey) -> Answer:
    hello = "你好" if person.language == "zh" else "hello"
    answer = journey.hear(hello, await person.says(hello))
    while answer.done["phase"] != "completed":
        assert journey.turns < FEWER_THAN, "\n".join(journey.lines)
        answer = await _next(person, journey, answer)
    return answer


async def replay_has_traded(person: Person) -> None:
    """The replay that was offered on the way; a session a second, it has filled an order within two minutes."""
    listed = (await person.get("/deployments")).json()["deployments"]
    [replay] = [each for each in listed if each["mode"] == "replay"]
    fills: list[dict[str, Any]] = []
    for _ in range(TWO_MINUTES):
        fills = (await person.get(f"/deployments/{replay['id']}/fills")).json()["fills"]
        if fills:
            break
        await asyncio.sleep(1)
    assert fills
    assert fills[0]["at"] >= replay["replay_from"]


async def _next(person: Person, journey: Journey, answer: Answer) -> Answer:
    """What comes of work that runs; else what is asked to be typed; else to deploy, or the first choice of the last
    question; else a word to go on."""
    followed = await person.waits()
    if followed is not None:
        journey.follow_ups += 1
        return journey.hear("…", followed)
    phrase = OVERRIDE_PHRASES[Language(person.language)]
    if phrase in answer.text:
        words = f"{phrase}: {REASON[person.language]}"
        return journey.hear(words, await person.says(words))
    prompts = [card for card in answer.cards if card["type"] == "choice_prompt"]
    if not prompts:
        words = GO_ON[person.language]
        return journey.hear(words, await person.says(words))
    prompt: dict[str, Any] = prompts[-1]
    if prompt["options"][0]["id"] == "look_again":
        await asyncio.sleep(1)  # the demo market of a first start is being loaded
    return journey.hear(prompt["options"][leads_on(prompt)]["label"], await person.goes_on(prompt))
