"""Answers to the other side count only where they quote it."""

from src.modules.debate.application.services.cross_examination import cross_examined
from src.modules.debate.application.services.debate_service import DebateService
from src.modules.debate.domain.dtos import BearArgument, BullArgument, DebateInput
from src.modules.debate.domain.ports.bull_advocate_agent import IBullAdvocateAgentPort
from tests.src.modules.debate.agents import TellingBear, TellingResolution
from tests.src.modules.debate.making import bear, bull, debate_input

SAID = bear().supporting_arguments[0].argument
ANSWERED = {"quote": SAID, "answer": "It is priced in."}
INVENTED = {"quote": "The company will fail next year.", "answer": "It will not."}


def with_rebuttals(*rebuttals: dict[str, str]) -> BullArgument:
    return BullArgument.model_validate(bull().model_dump(mode="json") | {"rebuttals": list(rebuttals)})


class ExaminingBull(IBullAdvocateAgentPort):
    """Answers something that was said and something that was not, whoever has spoken."""

    async def advocate(
        self,
        input: DebateInput,  # noqa: A002 - the seed's own word
        opponent: BearArgument | None = None,
    ) -> BullArgument:
        return with_rebuttals(ANSWERED, INVENTED)


def test_a_quotation_counts_without_its_tags_and_marks() -> None:
    told = with_rebuttals({"quote": f"“{SAID.rstrip('.')}”", "answer": "No."}, INVENTED)
    assert [one.answer for one in cross_examined(told, bear()).rebuttals] == ["No."]


def test_before_the_other_side_has_spoken_there_is_nothing_to_answer() -> None:
    assert cross_examined(with_rebuttals(ANSWERED), None).rebuttals == []


def test_a_word_that_stands_in_every_text_is_no_quotation() -> None:
    assert cross_examined(with_rebuttals({"quote": "the", "answer": "No."}), bear()).rebuttals == []


async def test_the_second_round_answers_what_was_said_in_the_first() -> None:
    service = DebateService(ExaminingBull(), TellingBear(), TellingResolution())
    first = await service.run(debate_input())
    assert first.bull_case.rebuttals == []
    second = await service.run(debate_input(), rounds=2)
    assert [one.model_dump() for one in second.bull_case.rebuttals] == [ANSWERED]
    assert second.bear_case.rebuttals == []
