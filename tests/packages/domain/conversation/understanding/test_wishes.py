"""What a message asks for, and what is no request: one reader for the handlers and the guided answers."""

import pytest

from packages.core.messages import Language
from packages.domain.conversation.understanding.message.utterance import Utterance
from packages.domain.conversation.understanding.model import AskedFields, Understood, Wish
from packages.domain.conversation.understanding.rules import RuleUnderstanding, wants_rules_of_research
from packages.domain.conversation.understanding.wishes import wishes_in
from packages.domain.conversation.wording import say


def read(text: str) -> Understood:
    return RuleUnderstanding().read(text, AskedFields())


@pytest.mark.parametrize(
    ("said", "wish"),
    [
        ("研究一下贵州茅台", Wish.RESEARCH),
        ("你们对 DEMO5 怎么看", Wish.RESEARCH),
        ("what does the desk think of DEMO5?", Wish.RESEARCH),
        ("Research AAPL please", Wish.RESEARCH),
        ("研究结果出来了吗", Wish.RESEARCH_STATUS),
        ("周期长一点", Wish.LONGER),
        ("make it a bit shorter", Wish.SHORTER),
        ("止损紧一点", Wish.TIGHTER),
        ("tighter stop please", Wish.TIGHTER),
        ("把止损放宽", Wish.WIDER),
        ("仓位小一点", Wish.SMALLER),
        ("a smaller position", Wish.SMALLER),
        ("修改策略", Wish.REVISE),
        ("看看持仓", Wish.POSITIONS),
        ("show me the orders", Wish.ORDERS),
        ("先暂停吧", Wish.PAUSE),
        ("stop it", Wish.STOP),
        ("停止", Wish.STOP),
        ("换个标的", Wish.NEW_SCOPE),
        ("继续", Wish.CONTINUE),
        ("go on", Wish.CONTINUE),
        ("你能做什么", Wish.HELP),
    ],
)
def test_plain_words_are_read_as_what_they_ask_for(said: str, wish: Wish) -> None:
    assert read(said).wish is wish


@pytest.mark.parametrize(
    "said",
    [
        "不要停止",
        "别暂停",
        "don't stop it",
        "please do not pause it",
        "never flatten",
        "不平仓",
        "今天天气真好",
        "I like tea",
    ],
)
def test_what_is_denied_or_about_something_else_asks_for_nothing(said: str) -> None:
    assert wishes_in(Utterance(said).wished) == ()


def test_a_pressed_button_counts_by_the_words_of_its_option() -> None:
    chosen = '{"choice_id": "stop_how", "selected_option_id": "stop_flatten", "selected_option_label": "停止并平仓"}'
    assert {Wish.STOP, Wish.FLATTEN} <= set(
        wishes_in(Utterance(f"<CHOICE_SELECTION>{chosen}</CHOICE_SELECTION>").wished)
    )


@pytest.mark.parametrize(
    ("wish", "said", "is_wished"),
    [
        (Wish.NEW_SCOPE, "我想换一个标的", True),
        (Wish.NEW_SCOPE, "pick another stock", True),
        (Wish.BACK, "go back", True),
        (Wish.BACK, "上一步", True),
        (Wish.BACK, "I'll be back tomorrow", False),
        (Wish.NEW_SCOPE, "不换标的", False),
        (Wish.NEW_SCOPE, "can I change the instrument?", False),
        (Wish.REVISE, "回去改策略", True),
        (Wish.REVISE, "I want to change the strategy", True),
        (Wish.REVISE, "do not change the strategy", False),
    ],
)
def test_going_back_is_wished_in_so_many_words(wish: Wish, said: str, is_wished: bool) -> None:
    assert (wish in wishes_in(Utterance(said).wished)) is is_wished


@pytest.mark.parametrize("said", ["换个股票", "another instrument", "a different market please", "换个市场"])
def test_another_scope_is_wished_for_in_the_words_that_the_handler_took_and_the_guide_did_not(said: str) -> None:
    assert read(said).wish is Wish.NEW_SCOPE


@pytest.mark.parametrize("said", ["回到策略", "back to the strategy"])
def test_back_to_the_strategy_is_no_wish_for_another_scope(said: str) -> None:
    assert read(said).wish is Wish.REVISE
    assert Wish.NEW_SCOPE not in read(said).wishes


@pytest.mark.parametrize("said", ["yes", "好的", "ok", "没问题", "nothing", "没有要改的", "开始吧", "go ahead"])
def test_agreeing_and_going_on_are_the_same_to_the_handler_and_to_the_guide(said: str) -> None:
    assert read(said).goes_on


@pytest.mark.parametrize("said", ["行情如何", "start over", "不继续", "对了，等一下"])
def test_words_that_only_begin_like_a_yes_do_not_go_on(said: str) -> None:
    assert not read(said).goes_on


@pytest.mark.parametrize(
    "said",
    [
        "do not under any circumstances stop it",
        "please don't you ever pause it",
        "我不打算现在就平仓",
        "without flattening or a pause",
    ],
)
def test_a_negation_some_words_before_a_wish_takes_it_back(said: str) -> None:
    assert not {Wish.STOP, Wish.PAUSE, Wish.FLATTEN} & set(wishes_in(Utterance(said).wished))


@pytest.mark.parametrize("said", ["周期不要长", "周期太长了", "止损太紧", "仓位不要大"])
def test_a_negation_or_a_complaint_inside_of_the_words_asks_for_no_change(said: str) -> None:
    assert wishes_in(Utterance(said).wished) == ()


@pytest.mark.parametrize(
    "said",
    ["should I pause it?", "要不要停止", "如果跌了就停止", "if it falls, stop it", "maybe pause it", "我朋友说平仓"],
)
def test_a_question_an_if_or_another_persons_opinion_has_nothing_done(said: str) -> None:
    assert not {Wish.PAUSE, Wish.STOP, Wish.FLATTEN} & set(wishes_in(Utterance(said).wished))


@pytest.mark.parametrize("said", ["could you pause it?", "请暂停", "能帮我暂停吗"])
def test_a_polite_question_is_a_request(said: str) -> None:
    assert Wish.PAUSE in wishes_in(Utterance(said).wished)


@pytest.mark.parametrize("said", ["我不懂规则", "I don't understand the rules", "what are the rules?"])
def test_who_does_not_understand_wants_to_be_told(said: str) -> None:
    assert read(said).wish is Wish.RULES


@pytest.mark.parametrize("language", list(Language))
def test_the_label_of_a_button_is_read_as_the_button(language: Language) -> None:
    keep = set(wishes_in(Utterance(say(language, "option.stop_keep")).wished))
    flatten = set(wishes_in(Utterance(say(language, "option.stop_flatten")).wished))
    assert {Wish.STOP, Wish.KEEP} <= keep
    assert {Wish.STOP, Wish.FLATTEN} <= flatten


def test_full_width_letters_are_read_like_any_others() -> None:
    assert read("ｒｅｓｅａｒｃｈ ＡＡＰＬ").subject == "AAPL"


@pytest.mark.parametrize(
    ("said", "symbols"),
    [
        ("research TSLA", {"TSLA"}),
        ("research tsla please", {"TSLA"}),
        ("Could you research 0700.HK for me?", {"0700.HK"}),
        ("research 7203.T", {"7203.T"}),
        ("research Toyota", {"7203.T"}),
        ("research VOD", {"VOD", "VOD.L"}),
        ("research LSE:VOD", {"VOD.L"}),
        ("research $TSLA", {"TSLA"}),
        ("research ^GSPC", {"^GSPC"}),
        ("research 茅台", {"600519.SH"}),
        ("研究一下 NVDA", {"NVDA"}),
        ("研究 NVDA", {"NVDA"}),
        ("研究NVDA", {"NVDA"}),
        ("研究 特斯拉", {"TSLA"}),
        ("研究特斯拉", {"TSLA"}),
        ("帮我研究一下腾讯", {"0700.HK"}),
    ],
)
def test_research_is_wished_for_on_every_instrument_that_the_resolver_knows(said: str, symbols: set[str]) -> None:
    understood = read(said)
    assert (understood.wish, set(understood.subjects)) == (Wish.RESEARCH, symbols)


@pytest.mark.parametrize("said", ["研究过了", "研究所", "研究员怎么说", "research DEMO5", "research it"])
def test_what_names_no_real_instrument_stands_for_none(said: str) -> None:
    assert read(said).subjects == ()


@pytest.mark.parametrize(("choice", "for_research"), [("research_instrument", True), ("target_instrument", False)])
def test_a_fetch_is_wanted_for_what_was_asked(choice: str, for_research: bool) -> None:
    chosen = f'{{"choice_id": "{choice}", "selected_option_id": "fetch:TSLA", "selected_option_label": "Fetch"}}'
    asked = AskedFields(("target_instrument",))
    understood = RuleUnderstanding().read(f"<CHOICE_SELECTION>{chosen}</CHOICE_SELECTION>", asked)
    assert (understood.research_fetch, understood.fetch) == (("TSLA", None) if for_research else (None, "TSLA"))


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("symbol", ["TSLA", "0700.HK", "^GSPC"])
def test_a_button_of_a_fetch_is_heard_by_its_label(language: Language, symbol: str) -> None:
    asked = AskedFields(("target_instrument",))
    for_research = RuleUnderstanding().read(say(language, "option.fetch_research", symbol=symbol), asked)
    assert (for_research.research_fetch, for_research.fetch) == (symbol, None)
    for_trading = RuleUnderstanding().read(say(language, "option.fetch", symbol=symbol), asked)
    assert (for_trading.research_fetch, for_trading.fetch) == (None, symbol)
    assert read("Fetch data for everything I own").fetch is None


@pytest.mark.parametrize(
    "text", ["start over", "let's start again", "reset everything", "从头来", "重新开始", "推倒重来", "从零开始"]
)
def test_starting_over_is_a_wish_of_its_own_and_no_step_back(text: str) -> None:
    assert Wish.START_OVER in wishes_in(Utterance(text).wished)
    assert not {Wish.BACK, Wish.NEW_SCOPE} & set(wishes_in(Utterance(text).wished))


@pytest.mark.parametrize("text", ["don't start over", "不要重新开始", "if it fails I start over"])
def test_who_does_not_want_to_start_over_is_not_heard_to(text: str) -> None:
    assert Wish.START_OVER not in wishes_in(Utterance(text).wished)


def test_pasted_text_asks_for_no_rules_of_research() -> None:
    assert wants_rules_of_research("turn it into a strategy")
    assert not wants_rules_of_research("turn it into a strategy" + " and so on" * 100)
