"""What waits for the person's word is bound by a yes or by saying it again, and by no amount meant otherwise."""

from dataclasses import replace

import pytest

from apps.api.agents.phases import Phase
from apps.api.agents.proposing import unread_of_several
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.conversation.understanding.rules import RuleUnderstanding
from tests.apps.api.agents.early_desk import EarlyDesk

RISK = "risk_tolerance"


async def _after(first: str, second: str) -> EarlyDesk:
    desk = EarlyDesk()
    for said in ("hello", first, second):
        await desk.says(said)
    return desk


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I'm pretty careful with money", "ten percent a year"),
        ("I'm pretty careful with money", "perhaps ten percent a year"),
        ("I used to be aggressive but now I'm conservative", "maybe 10%"),
        ("I used to be aggressive but now I'm conservative", "I don't expect 30% a year, more like 6"),
        ("我比较保守", "对我来说10%就够了"),
        ("我比较保守", "一年十个点吧"),
    ],
)
async def test_a_return_is_not_heard_as_the_risk_that_waits(first: str, second: str) -> None:
    desk = await _after(first, second)
    assert desk.blocks[Phase.KYC].profile.get(RISK) is None
    assert desk.proposed().get(RISK) == "conservative"


async def test_a_return_does_not_loosen_the_risk_that_waits() -> None:
    assert (await _after("最多能亏两成", "想要高一点的收益，年化二十五吧")).proposed()[RISK] == "moderate"


async def test_another_risk_that_is_said_takes_the_place_of_the_one_that_waits() -> None:
    desk = await _after("I am conservative, no longer bold", "four years, medium risk, maybe ten percent a year")
    assert desk.blocks[Phase.KYC].profile.get(RISK) is None
    assert desk.proposed()[RISK] == "moderate"


@pytest.mark.parametrize("again", ["I'm conservative", "losing 5% is my limit", "亏5%是我的底线"])
async def test_what_waits_is_bound_by_saying_it_again(again: str) -> None:
    desk = await _after("I'm pretty careful with money", again)
    assert desk.blocks[Phase.KYC].profile.get(RISK) == "conservative"


@pytest.mark.parametrize("said", ["four years, moderate, DEMO5, with 7 widgets", "四年，稳健，DEMO5，7个小部件"])
def test_what_is_kept_for_a_later_question_is_not_quoted_as_unread(said: str) -> None:
    asked = AskedFields(("trading_years_bucket", "risk_tolerance"), frozenset({"trading_years_bucket"}))
    read = replace(RuleUnderstanding().read(said, asked), for_later={"target_instrument": "DEMO5"})
    assert "DEMO5" in read.said.unread_parts(asked)
    quotes = unread_of_several(read, asked)["unread_parts"]
    assert isinstance(quotes, list)
    assert len(quotes) == 1
    assert "7" in str(quotes[0])
