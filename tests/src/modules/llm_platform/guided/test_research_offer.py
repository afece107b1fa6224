"""Research in the guided voice on what has no data: an offer to fetch it, and the way on after it."""

from typing import Any

import pytest

from packages.contracts.genui import CARD
from tests.src.modules.llm_platform.guided.played import Played, play

_PROMPT = {
    "type": "choice_prompt",
    "choice_id": "target_market",
    "question": "Which market?",
    "options": [{"id": "us_stocks", "label": "US"}],
}
_FETCH = (
    '<CHOICE_SELECTION>{"choice_id": "research_instrument", "selected_option_id": "fetch:TSLA", '
    '"selected_option_label": "Fetch data for TSLA"}</CHOICE_SELECTION>'
)


def _missing(symbol: str) -> dict[str, Any]:
    details = {"missing_data": {"symbols": [symbol], "timeframe": "1d"}}
    return {"ok": False, "error": {"code": "unknown_symbol", "message": "No data yet.", "details": details}}


def _asked(said: str, run: dict[str, Any], *stored: str) -> Played:
    rows = [{"symbol": symbol} for symbol in stored]
    answers = {"market_data.search": {"instruments": rows}, "research.run": run}
    return play(said, "pre_strategy", answers, next_prompt=_PROMPT)


def _options(answer: Played) -> list[str]:
    (card,) = answer.cards
    CARD.validate_python(card)
    assert card["choice_id"] == "research_instrument"
    options: Any = card["options"]
    *offered, way_on = [str(option["id"]) for option in options]
    assert way_on == "continue", "who would rather not goes on"
    return offered


@pytest.mark.parametrize(
    ("said", "symbol"),
    [("research TSLA", "TSLA"), ("研究 特斯拉", "TSLA"), ("research Toyota", "7203.T"), ("research ^GSPC", "^GSPC")],
)
def test_what_has_no_data_is_offered_to_be_fetched(said: str, symbol: str) -> None:
    answer = _asked(said, _missing(symbol))
    assert answer.used[-1].arguments["symbol"] == symbol
    assert _options(answer) == [f"fetch:{symbol}"]
    assert f"There is no data of {symbol} yet" in answer.text


def test_what_may_be_several_is_asked_before_anything_begins() -> None:
    answer = _asked("research VOD", _missing("VOD"))
    assert set(_options(answer)) == {"fetch:VOD", "fetch:VOD.L"}
    assert "research.run" not in answer.tools


def test_of_several_the_one_that_has_data_is_meant() -> None:
    answer = _asked("research VOD", _missing("VOD"), "VOD.L", "VOD")
    assert answer.used[-1].arguments["symbol"] == "VOD"


def test_without_a_source_its_need_is_told_with_the_page_of_imports() -> None:
    said = "No data for TSLA yet, and no source can be asked for it (tiingo needs TIINGO_API_KEY)."
    answer = _asked("research TSLA", {"ok": False, "error": {"code": "no_source_ready", "message": said}})
    assert said in answer.said
    assert "on the Data page" in answer.text
    assert answer.choices == ["target_market"]


def test_a_name_of_nothing_is_not_found() -> None:
    answer = _asked("research Zzyzx Quorum", _missing("X"))
    assert "I found no such instrument" in answer.text
    assert answer.choices == ["target_market"]


def test_an_accepted_offer_begins_the_fetch_and_puts_the_open_question_again() -> None:
    answers = {"market_data.fetch_missing": {"job_id": "1"}, "research.run": {}}
    answer = play(_FETCH, "pre_strategy", answers, next_prompt=_PROMPT)
    assert [(each.tool, each.arguments) for each in answer.used] == [("fetch_missing", {"symbol": "TSLA"})]
    assert "The research begins by itself" in answer.text
    assert answer.choices == ["target_market"]
