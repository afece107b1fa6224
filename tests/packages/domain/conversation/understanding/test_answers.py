"""What people say, and what the rules make of it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from packages.domain.conversation.fields import KYC, PRE_STRATEGY
from packages.domain.conversation.understanding.answers import denied
from packages.domain.conversation.understanding.message.buttons import as_stored
from packages.domain.conversation.understanding.message.utterance import Utterance
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.conversation.understanding.rules import RuleUnderstanding
from packages.domain.conversation.wording import OPTIONS, labels_of
from tests.apps.api.agents.early_desk import INSTRUMENTS, instrument
from tests.folding import each
from tests.packages.domain.conversation.understanding.phrases import INSTRUMENT, INSTRUMENT_PHRASES, PHRASES

KNOWN = AskedFields(instruments=INSTRUMENTS)
CASES = [(field, value, text) for field, by in PHRASES.items() for value, texts in by.items() for text in texts]


def choice(choice_id: str, option_id: str, label: str) -> str:
    told = {"choice_id": choice_id, "selected_option_id": option_id, "selected_option_label": label}
    return f"<CHOICE_SELECTION>{json.dumps(told, ensure_ascii=False)}</CHOICE_SELECTION>"


def understand(field: str, text: str, asked: AskedFields | None = None) -> str | None:
    """As an answer to the question for this field."""
    known = replace(asked or AskedFields(), fields=(field,), open=frozenset({field}))
    return RuleUnderstanding().read(text, known).answers.get(field)


def understand_all(fields: Sequence[str], text: str, asked: AskedFields) -> Mapping[str, str]:
    return RuleUnderstanding().read(text, replace(asked, fields=tuple(fields))).answers


def test_the_corpus_is_large_and_in_both_languages() -> None:
    chinese = [text for _, _, text in CASES if not text.isascii()]
    assert len(CASES) >= 240
    assert len(chinese) >= 100
    assert len(CASES) - len(chinese) >= 100


@each(("field", "value", "text"), CASES)
def test_a_phrase_means_what_a_person_would_say_it_means(field: str, value: str | None, text: str) -> None:
    assert understand(field, text) == value


@each(("text", "symbol"), INSTRUMENT_PHRASES.items())
def test_an_instrument_is_known_by_symbol_or_name_among_those_with_data(text: str, symbol: str | None) -> None:
    assert understand(INSTRUMENT, text, KNOWN) == symbol


def test_of_names_within_names_the_longest_counts_and_a_market_settles_what_is_left() -> None:
    known = (
        instrument("AAPL", "us_stocks", "苹果", "Apple Inc."),
        instrument("000002.SZ", "cn_stocks", "苹果园", "Orchard"),
        instrument("DEMO5", "us_stocks", "长江", "Yangtze"),
        instrument("DEMO2.SZ", "cn_stocks", "长江", "Yangtze"),
    )
    assert understand(INSTRUMENT, "我看好苹果园", AskedFields(instruments=known)) == "000002.SZ"
    assert understand(INSTRUMENT, "我看好长江", AskedFields(instruments=known)) is None
    assert understand(INSTRUMENT, "我看好长江", AskedFields(instruments=known, market="cn_stocks")) == "DEMO2.SZ"


def test_every_option_is_understood_by_its_labels_its_id_and_a_pressed_button() -> None:
    for field in (*KYC, *PRE_STRATEGY):
        for value in OPTIONS.get(field.name, ()):
            zh, en = labels_of(field.name, value)
            words = (value, zh, en, f" {en.upper()}. ")
            pressed = (choice(field.name, value, ""), choice(f"turn-7.{field.name}", "", zh))
            assert [understand(field.name, text) for text in (*words, *pressed)] == [value] * 6


def test_a_number_counts_the_options_that_were_shown() -> None:
    shown = AskedFields(options=("moderate", "conservative"))
    assert understand("risk_tolerance", "2", shown) == "conservative"
    assert understand("risk_tolerance", "第三个", shown) is None


def test_a_number_of_an_instrument_is_that_instrument_however_its_id_is_spelt() -> None:
    shown = AskedFields(options=("EURUSD_X",), instruments=INSTRUMENTS)
    assert [understand(INSTRUMENT, text, shown) for text in ("1", "EURUSD_X", "EUR/USD EURUSD=X")] == ["EURUSD=X"] * 3


def test_a_pressed_button_answers_its_own_question_and_no_other() -> None:
    pressed = choice("risk_tolerance", "moderate", "稳健增长")
    names = [field.name for field in KYC]
    assert understand_all(names, pressed, AskedFields()) == {"risk_tolerance": "moderate"}
    assert as_stored(pressed) == "稳健增长"


@each("broken", ["<CHOICE_SELECTION>{</CHOICE_SELECTION>", "<CHOICE_SELECTION>[1]</CHOICE_SELECTION>"])
def test_a_broken_selection_means_nothing(broken: str) -> None:
    assert understand("risk_tolerance", broken) is None
    assert as_stored(broken) == broken


def test_one_message_may_answer_several_questions() -> None:
    said = "我做了三年交易，比较保守，想保本"
    assert understand_all([field.name for field in KYC], said, AskedFields()) == {
        "trading_years_bucket": "years_3_5",
        "risk_tolerance": "conservative",
        "return_expectation": "capital_preservation",
    }
    said = "I want to hold AAPL for a few days, a couple of trades a week, trend following"
    assert understand_all([field.name for field in PRE_STRATEGY], said, KNOWN) == {
        "target_instrument": "AAPL",
        "opportunity_frequency_bucket": "few_per_week",
        "holding_period_bucket": "swing_days",
        "strategy_family_choice": "trend_continuation",
    }


def test_an_amount_answers_only_what_was_asked_unless_it_says_what_it_is_of() -> None:
    asked_for_return = AskedFields(open=frozenset({"return_expectation"}))
    assert "trading_years_bucket" not in understand_all(["trading_years_bucket"], "三年翻倍", asked_for_return)
    assert understand_all(["trading_years_bucket"], "做了三年", asked_for_return) == {
        "trading_years_bucket": "years_3_5"
    }
    assert (
        understand_all(["holding_period_bucket"], "一周三次", AskedFields(open=frozenset({"holding_period_bucket"})))
        == {}
    )


def test_what_a_person_denies_is_known() -> None:
    assert denied("risk_tolerance", Utterance("我不保守").plain) == {"conservative"}
    assert denied("risk_tolerance", Utterance("我保守").plain) == frozenset()


@each("text", ["anything but aggressive", "not aggressive", "除了激进都行", "别激进"])
def test_a_value_that_is_excluded_is_denied_and_never_proposed(text: str) -> None:
    names = tuple(field.name for field in KYC)
    for asked in ("risk_tolerance", "trading_years_bucket"):
        read = RuleUnderstanding().read(text, AskedFields(names, frozenset({asked})))
        assert ("risk_tolerance" in read.answers, read.denied) == (False, {"risk_tolerance": frozenset({"aggressive"})})


@each(
    "text", ["no wait, crypto", "wait no, crypto", "no, crypto", "oops, crypto", "不对，加密货币", "选错了，加密货币"]
)
def test_a_correction_of_an_answer_that_was_given_changes_it(text: str) -> None:
    names = tuple(field.name for field in PRE_STRATEGY)
    read = RuleUnderstanding().read(text, AskedFields(names, frozenset({"target_instrument"}), market="cn_stocks"))
    assert (read.answers, read.changes) == ({"target_market": "crypto"}, True)


STORED = (
    instrument("DEMO1.SZ", "cn_stocks", "甲", "Alpha"),
    instrument("DEMO7", "us_stocks", "乙", "Beta"),
    instrument("DEMO8-USD", "crypto", "丙", "Gamma"),
)


@each(
    ("text", "symbol"),
    [
        ("那就DEMO1吧", "DEMO1.SZ"),
        ("换成DEMO1吧", "DEMO1.SZ"),
        ("demo1", "DEMO1.SZ"),
        ("DEMO8", "DEMO8-USD"),
        ("trade DEMO8 please", "DEMO8-USD"),
        ("DEMO7", "DEMO7"),
        ("DEMO", None),
        ("DEMO9", None),
    ],
)
def test_a_code_without_its_ending_is_the_one_stored_instrument_that_begins_so(text: str, symbol: str | None) -> None:
    assert understand(INSTRUMENT, text, AskedFields(instruments=STORED)) == symbol


def test_a_code_with_which_two_stored_instruments_begin_is_neither() -> None:
    both = (*STORED, instrument("DEMO8.HK", "hk_stocks", "丁", "Delta"))
    assert understand(INSTRUMENT, "DEMO8", AskedFields(instruments=both)) is None
