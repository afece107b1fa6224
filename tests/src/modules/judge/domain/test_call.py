"""A call in the book: all of it, and back again."""

from dataclasses import replace
from datetime import timedelta

import pytest

from src.modules.judge.domain.call import read_call
from src.modules.judge.domain.chain import Head, next_link
from src.modules.judge.domain.scores.scored import scored_call
from src.modules.judge.domain.settlement import SettlementState
from src.modules.judge.domain.verdict import VerdictAction
from tests.src.modules.judge.making import BASE_DAY, NOW, call, settlement


def test_a_call_comes_back_from_its_text_as_it_was() -> None:
    for one in (call(1), call(2, base=None, ends_on=None, probability=None, action=VerdictAction.NO_CALL)):
        assert read_call(next_link(Head(), one.content()).body) == (one, Head().hash)


def test_a_call_holds_all_that_settling_and_scoring_need() -> None:
    told = call(1).content()
    assert (told["symbol"], told["benchmark"], told["action"]) == ("000001.SZ", "000300.SH", "BUY")
    assert told["base"] == {
        "id": "bar:000001.SZ:1d:2026-01-05:test",
        "symbol": "000001.SZ",
        "day": "2026-01-05",
        "value": "10.0",
        "source": "test",
    }
    assert told["benchmark_base"]["id"] == "bar:000300.SH:1d:2026-01-05:test"
    assert told["ends_on"] == (BASE_DAY + timedelta(days=60)).isoformat()
    stages = ["before_debate", "after_bull", "after_bear", "after_resolution", "after_judge"]
    assert list(told["stages"]) == stages
    assert told["verdict"]["stop_loss"]["value"] == "9.5"


@pytest.mark.parametrize(
    ("engine", "symbol", "days", "counts"),
    [
        ("llm", "000001.SZ", 30, False),
        ("llm", "000001.SZ", 2, True),
        ("llm", "DEMO1.SZ", 30, True),
        ("rules", "000001.SZ", 30, True),
    ],
)
def test_a_model_on_what_was_known_long_ago_does_not_count(engine: str, symbol: str, days: int, counts: bool) -> None:
    late = call(1, engine=engine, symbol=symbol, as_of=NOW - timedelta(days=days))
    scored = scored_call(late, settlement(late))
    assert scored is not None
    assert scored.counts is counts


def test_a_model_that_was_asked_after_the_end_does_not_count_however_fresh_the_day() -> None:
    over = call(1, engine="llm", as_of=NOW - timedelta(days=2), ends_on=NOW.date() - timedelta(days=1))
    scored = scored_call(over, settlement(over))
    assert scored is not None
    assert not scored.counts


def test_what_has_no_outcome_or_no_probability_is_not_scored() -> None:
    lost = replace(settlement(call(1)), state=SettlementState.UNSETTLEABLE, outcome=None, close=None)
    assert scored_call(call(1), lost) is None
    assert scored_call(call(1, probability=None), settlement(call(1))) is None
