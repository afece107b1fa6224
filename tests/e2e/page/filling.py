"""Fills a desk as people do: a conversation from hello to a deployment at work, and research."""

import httpx

from packages.core.messages import Language as Voice
from packages.domain.trading.deployments.model import OVERRIDE_PHRASES
from src.modules.coordinator.domain.model.enums import ExpertType
from tests.chat import Answer, Person
from tests.e2e.page.serving import PATIENCE, apart, said

HELLO = {"zh": "你好", "en": "hello"}
GO_ON = {"zh": "继续", "en": "go on"}
REASON = {"zh": "只是模拟盘，想看看它怎么跑", "en": "only paper, to see how it runs"}
OVERRIDE = {language: OVERRIDE_PHRASES[Voice(language)] for language in HELLO}
MOST_TURNS = 40
RESEARCHED = {"zh": "DEMO1.SZ", "en": "DEMO5"}


def fill(address: str) -> None:
    """A conversation, and a research session in each language."""
    apart(_converse(address, "zh"))
    for language, symbol in RESEARCHED.items():
        said(address, "/coordinator/research", {"symbol": symbol, "experts": list(ExpertType)}, language=language)


async def _converse(address: str, language: str) -> None:
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as client:
        person = Person(client, language)
        answer = await person.says(HELLO[language])
        for _ in range(MOST_TURNS):
            if answer.done["phase"] == "completed":
                return
            answer = await _go_on(person, answer)
    raise AssertionError(f"the conversation did not come to its end: {answer.text}")


async def _go_on(person: Person, answer: Answer) -> Answer:
    """Hears what comes of work that runs; else types what is asked to be typed; else chooses to deploy, or the first;
    else says a word."""
    followed = await person.waits()
    if followed is not None:
        return followed
    if OVERRIDE[person.language] in answer.text:
        return await person.says(f"{OVERRIDE[person.language]}: {REASON[person.language]}")
    prompts = [card for card in answer.cards if card["type"] == "choice_prompt"]
    return await (person.goes_on(prompts[-1]) if prompts else person.says(GO_ON[person.language]))
