"""Messages: a code with its parameters, a sentence in either language."""

import json
import re
from datetime import date
from decimal import Decimal

from packages.core.errors import Conflict, Throttled
from packages.core.messages import Language, Message, Phrases, joined, message, places, render, sentences, word
from tests.house.source import ONE_LANGUAGE_ONLY

HAN = re.compile(r"[\u4e00-\u9fff]")
# The sentence is only what stands in its places.
NO_WORDS = {
    *("market_data.load_command", "strategy.explain.atr_multiple", "stress.report.world.garch"),
    *("strategy.problem.json", "strategy.problem.yaml", "backtest.summary.months"),
    "strategy.explain.value_log",
    *(f"strategy.export.target.{engine}" for engine in ("backtesting", "pine", "python", "vectorbt")),
    *("words.valuation_method.dcf", "words.valuation_method.pb_roe"),
}


def test_a_sentence_takes_its_parameters_in_either_language() -> None:
    said = message("backtest.end_before_start", start=date(2025, 1, 2), end=date(2024, 1, 2))
    assert (
        render(said, Language.EN) == "The backtest would end (2024-01-02) before it begins (2025-01-02): swap the days."
    )
    assert render(said, Language.ZH) == "回测的结束日（2024-01-02）早于开始日（2025-01-02）：请对调。"


def test_a_parameter_may_be_a_message_a_word_or_a_list() -> None:
    said = message("coordinator.stage_too_slow", stage=word("expert", "technical_analyst"), seconds="9")
    assert render(said, Language.ZH).startswith("技术分析师在 9 秒内没有完成")
    assert render(word("expert", "a stranger"), Language.ZH) == "a stranger"
    known = message("market_data.bad_timeframe", text="2x", known=["1d", "1w"])
    assert render(known, Language.EN) == "'2x' is not a timeframe: use one of 1d, 1w."
    assert render(known, Language.ZH) == "“2x” 不是周期：请用 1d、1w 之一。"


def test_a_word_stands_by_itself_in_the_language_of_its_phrases() -> None:
    assert Phrases(Language.ZH, "cli.audit").word("expert", "technical_analyst") == "技术分析师"
    assert Phrases(Language.EN).word("expert", "technical_analyst") == "technical analyst"
    assert Phrases(Language.ZH).word("expert", "a stranger") == "a stranger"


def test_messages_follow_each_other_as_each_language_does_it() -> None:
    both = joined([message("market_data.lacks_search"), Message.verbatim("Too late.")])
    assert render(both, Language.EN) == "it cannot be searched. Too late."
    assert render(both, Language.ZH) == "它不能搜索。Too late."
    listed = joined([Message.verbatim("a"), Message.verbatim("b")], "; ")
    assert (render(listed, Language.EN), render(listed, Language.ZH)) == ("a; b", "a；b")


def test_what_others_wrote_can_neither_break_an_answer_nor_steer_a_terminal() -> None:
    said = message("market_data.bad_symbol", text="\ud800\x1b[2J")
    assert render(said, Language.EN).startswith(r"'\ud800\x1b[2J' is not a symbol")


def test_a_stored_message_reads_as_it_was_written() -> None:
    said = message(
        "market_data.no_source_returned",
        what=message("market_data.what_bars", timeframe=word("timeframe", "1d"), symbol="AAPL"),
        reasons=joined([Message.verbatim("a: it is down."), message("market_data.lacks_search")]),
        cash=Decimal("10.50"),
        days=[1, 2.5],
    )
    read = Message.from_json(json.loads(json.dumps(said.as_json())))
    for language in Language:
        assert render(read, language) == render(said, language)
    assert render(read, Language.EN).startswith("No source returned daily bars for AAPL. a: it is down.")


def test_an_error_carries_its_code_and_reads_in_english() -> None:
    error = Conflict("coordinator.stopped")
    assert error.said == message("coordinator.stopped")
    assert str(error) == error.message == "This research was stopped: retry the session to go on."
    waits = Throttled("accounts.too_many_logins", seconds=3, retry_after_seconds=3)
    assert (waits.message, waits.details) == ("Too many failed tries: wait 3 seconds.", {"retry_after_seconds": 3})


def test_every_sentence_is_there_in_both_languages_with_the_same_places() -> None:
    english, chinese = sentences(Language.EN), sentences(Language.ZH)
    assert sorted(english) == sorted(chinese)
    assert [code for code in english if places(english[code]) != places(chinese[code])] == sorted(ONE_LANGUAGE_ONLY)
    assert [code for code, said in chinese.items() if not HAN.search(said) and not _is_bare(said, code)] == []


def _is_bare(said: str, code: str) -> bool:
    """Nothing but places and marks."""
    return code in NO_WORDS or not re.search(r"\w", re.sub(r"\{\w+\}", "", said))
