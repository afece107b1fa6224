"""What the classifier adds to the rules, and where it keeps silent."""

from datetime import date

import numpy as np
import pytest

from benchmarks.reader_training import Sentence, checksum, hands, train
from benchmarks.unseen_hands import RIGHT, asked_of, outcome
from packages.core.messages import Language
from packages.domain.conversation.understanding.learned.labels import ANSWERS, labels_of
from packages.domain.conversation.understanding.learned.reader import loaded, odds
from packages.domain.conversation.understanding.learned.second_opinion import question_of
from packages.domain.conversation.understanding.model import AskedFields, Understood, Wish
from packages.domain.conversation.understanding.rules import RuleUnderstanding
from packages.domain.conversation.wording import say

TODAY = date(2026, 11, 17)


def read(question: str, text: str) -> Understood:
    return RuleUnderstanding().read(text, asked_of(question))


@pytest.mark.parametrize(
    ("question", "text", "value"),
    [
        ("risk_tolerance", "我这人胆子小得很，亏一分钱都肉疼", "conservative"),
        ("strategy_confirmed", "妥了，就照这个来", "true"),
        ("strategy_confirmed", "sounds like a plan to me", "true"),
        ("stress_test_decision", "back to the drawing board", "revise"),
        ("deployment_target", "monopoly money please", "paper"),
    ],
)
def test_what_no_vocabulary_holds_is_read(question: str, text: str, value: str) -> None:
    assert read(question, text).answers == {question: value}


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("strategy_confirmed", "if it passes the test I'd say yes"),
        ("strategy_confirmed", "我老板会同意的"),
        ("deployment_confirmation_status", "is it safe to deploy?"),
        ("trading_years_bucket", "since 2021"),
        ("risk_tolerance", "aggressive... or conservative"),
    ],
)
def test_what_hangs_on_an_if_is_asked_or_told_of_others_or_lies_between_is_not_read(question: str, text: str) -> None:
    assert read(question, text).answers == {}


def test_what_it_reads_is_never_explicit() -> None:
    understood = read("strategy_confirmed", "妥了，就照这个来")
    assert (understood.answers, understood.is_explicit) == ({"strategy_confirmed": "true"}, False)


def test_starting_again_is_no_order_to_resume() -> None:
    """A word that was only guessed does not set a deployment trading again."""
    assert Wish.RESUME not in read("running", "get the engine humming once more").wishes


def test_only_a_question_that_stands_alone_has_a_second_opinion() -> None:
    assert question_of(AskedFields(open=frozenset({"risk_tolerance"}))) == "risk_tolerance"
    assert question_of(AskedFields(open=frozenset({"risk_tolerance", "return_expectation"}))) is None
    pending = {"risk_tolerance": "moderate"}
    both = frozenset({"risk_tolerance", "return_expectation"})
    assert question_of(AskedFields(open=both, pending=pending)) == "return_expectation"
    assert question_of(AskedFields(open=frozenset({"target_instrument"}))) is None
    assert question_of(AskedFields(occasion="running")) == "running"


@pytest.mark.parametrize("question", ANSWERS)
def test_the_odds_of_a_question_come_to_one(question: str) -> None:
    shares = odds(question, "好的 fine 20%", TODAY)
    assert tuple(shares) == labels_of(question)
    assert sum(shares.values()) == pytest.approx(1.0)


def test_a_message_without_a_known_feature_is_read_as_nothing_certain() -> None:
    assert max(odds("risk_tolerance", "\u2603\u2603", TODAY).values()) < 0.7


def test_the_weights_are_those_of_the_sentences_that_are_kept() -> None:
    """Whoever changes a sentence trains again: python -m benchmarks.reader_training."""
    assert int(taught_with()) == checksum(each for sentences in hands().values() for each in sentences)


def taught_with() -> int:
    from importlib.resources import files

    package = "packages.domain.conversation.understanding.learned"
    with files(package).joinpath("weights.npz").open("rb") as file, np.load(file) as held:
        return int(held["taught"])


def test_a_few_sentences_teach_what_they_say() -> None:
    taught = [
        Sentence("run_stress_test", "run", "zap the thing"),
        Sentence("run_stress_test", "not_yet", "snooze"),
    ] * 40
    weights = train(taught, epochs=6)
    assert max(odds("run_stress_test", "zap", TODAY, weights).items(), key=lambda each: each[1])[0].endswith("=run")
    assert loaded().steps.dtype == np.int8


def test_a_hand_in_twenty_lines_is_read_as_it_was_written() -> None:
    """A smoke of `benchmarks/unseen_hands.py`, on lines that were taught."""
    lines = [each for each in hands()["g"] if each.is_answer][::120]
    assert sum(outcome(each)[0] == RIGHT for each in lines) >= 0.85 * len(lines)


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize(
    ("question", "wish"),
    [
        ("strategy_confirmed", Wish.NEW_SCOPE),
        ("strategy_confirmed", Wish.BACK),
        ("strategy_confirmed", Wish.TIGHTER),
        ("strategy_confirmed", Wish.LONGER),
        ("stress_test_decision", Wish.BACK),
        ("run_stress_test", Wish.CONTINUE),
        ("deployment_confirmation_status", Wish.OVERRIDE),
        ("running", Wish.PAUSE),
        ("running", Wish.STOP),
    ],
)
def test_no_second_opinion_takes_the_words_of_a_button_away(question: str, wish: Wish, language: Language) -> None:
    """The desk hears the label of a button that is no value of the question."""
    assert wish in read(question, say(language, f"option.{wish.value}")).wishes
