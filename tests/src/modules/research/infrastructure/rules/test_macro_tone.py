"""The lexicon: how well it reads headlines, and what it must never get wrong."""

import pytest

from src.modules.research.infrastructure.rules.tone import tone_of
from tests.corpus.headlines import HEADLINES, UNSEEN
from tests.corpus.injections import INJECTIONS


def shares(labelled: tuple[tuple[str, int], ...]) -> tuple[float, float]:
    """Of all headlines, how many are read as they are labelled, and how many as the opposite."""
    right = sum(tone_of(title).sign == label for title, label in labelled)
    opposite = sum(tone_of(title).sign * label < 0 for title, label in labelled)
    return right / len(labelled), opposite / len(labelled)


@pytest.mark.parametrize("chinese", [True, False])
def test_headlines_that_tuned_the_lexicon_are_read_rightly(chinese: bool) -> None:
    own = tuple(pair for pair in HEADLINES if pair[0].isascii() != chinese)
    assert len(own) >= 60
    right, opposite = shares(own)
    assert right >= 0.95
    assert opposite <= 0.02


def test_headlines_that_it_has_never_seen_are_seldom_read_as_their_opposite() -> None:
    right, opposite = shares(UNSEEN)
    assert right >= 0.55
    assert opposite <= 0.05


@pytest.mark.parametrize(
    ("bad", "negated"),
    [
        ("公司债务违约", "公司没有债务违约"),
        ("公司收到调查通知", "公司未收到调查通知"),
        ("公司存在违规", "公司不存在违规"),
        ("Company in default", "Company not in default"),
        ("Company faces fraud charges", "Auditor finds no fraud"),
        ("Company recalls cars", "Company sees no need for recalls"),
    ],
)
def test_negation_turns_a_tone_round(bad: str, negated: str) -> None:
    assert tone_of(bad).sign == -1
    assert tone_of(negated).sign == 1


@pytest.mark.parametrize("title", ["利润不断增长", "公司未来增长可期", "不良率下降"])
def test_letters_of_negation_inside_other_words_negate_nothing(title: str) -> None:
    assert tone_of(title).sign == 1


def test_the_same_move_is_good_or_bad_by_what_moves() -> None:
    assert tone_of("成本下降").sign == tone_of("Costs fall").sign == 1
    assert tone_of("订单下降").sign == tone_of("Orders fall").sign == -1


def test_letters_that_nobody_sees_change_nothing() -> None:
    assert tone_of("债务违\u200b约") == tone_of("债务违约")


def test_what_says_nothing_has_no_tone() -> None:
    assert not tone_of("公司将于下周召开会议").said


def test_orders_to_a_model_are_hardly_ever_taken_for_news() -> None:
    """The corpus says nothing about any company; a phrase here and there may still be finance language."""
    spoken = [text for text in INJECTIONS if tone_of(text).sign]
    assert len(INJECTIONS) >= 60
    assert len(spoken) <= len(INJECTIONS) // 10, spoken


@pytest.mark.parametrize(
    "title",
    [
        "Worried About Inflation? A Fund Offers Protection",
        "Acme stock underperforms Tuesday when compared to competitors despite daily gains",
        "Acme stock outperforms competitors despite losses on the day",
        "Acme declares quarterly dividend on its Series A preferred stock",
        "Acme gets a $525 price target",
        "Acme’s CEO says tariffs haven’t hurt the company",
        "Tariffs do not really harm Acme, analyst says",
    ],
)
def test_what_asserts_nothing_for_a_holder_has_no_tone(title: str) -> None:
    assert tone_of(title).sign == 0


def test_a_target_that_was_moved_has_one() -> None:
    assert tone_of("Broker raises Acme price target to $525 target, upgrades to buy").sign == 1
