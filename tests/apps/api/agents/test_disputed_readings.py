"""Where a model reads plain words otherwise than they were read, both readings are offered, and none binds."""

import pytest

from apps.api.agents.phases import Phase
from packages.core.messages import Language
from tests.apps.api.agents.early_desk import EarlyDesk, scoping


@pytest.mark.parametrize(
    ("language", "said"),
    [(Language.EN, "I have been trading for about two years"), (Language.ZH, "我做交易大概两年了")],
)
async def test_both_readings_are_offered_the_persons_words_first(language: Language, said: str) -> None:
    desk = EarlyDesk(language=language)
    await desk.says("hello")
    result = await desk.says(said, patch={"trading_years_bucket": "years_5_plus"})
    assert desk.values() == {}
    assert desk.proposed() == {"trading_years_bucket": "years_1_3"}
    assert (desk.prompt.choice_id, [each.id for each in desk.prompt.options][:2]) == (
        "trading_years_bucket",
        ["years_1_3", "years_5_plus"],
    )
    assert any("both readings are offered" in note for note in result.notes)


@pytest.mark.parametrize("chosen", ["years_1_3", "years_5_plus"])
async def test_the_person_takes_either_of_them(chosen: str) -> None:
    desk = EarlyDesk()
    await desk.says("hello")
    await desk.says("I have been trading for about two years", patch={"trading_years_bucket": "years_5_plus"})
    await desk.says(next(each.label for each in desk.prompt.options if each.id == chosen))
    assert desk.values() == {"trading_years_bucket": chosen}


async def test_what_a_model_reads_the_same_way_is_proposed_alone() -> None:
    desk = EarlyDesk()
    await desk.says("hello")
    await desk.says("I have been trading for about two years", patch={"trading_years_bucket": "years_1_3"})
    assert desk.proposed() == {"trading_years_bucket": "years_1_3"}
    assert desk.prompt.choice_id != "trading_years_bucket"


async def test_it_is_so_for_what_to_trade() -> None:
    desk = scoping()
    await desk.says("US stocks, held for a few days", patch={"holding_period_bucket": "intraday"})
    assert desk.proposed()["holding_period_bucket"] == "swing_days"
    assert [each.id for each in desk.prompt.options][:2] == ["swing_days", "intraday"]
    assert "holding_period_bucket" not in desk.values(Phase.PRE_STRATEGY)
