"""The results that a model tells are held to what the desk measured."""

import pytest

from packages.core.messages import Language
from packages.domain.conversation.claims.measured import MeasuredResults, shown_results, unmeasured
from tests.folding import each
from tests.packages.domain.conversation.claims import spoken
from tests.packages.domain.conversation.harmless_answers import CHINESE, ENGLISH

FIGURES = {
    "total_return": 0.1234,
    "sharpe": {"value": 0.82, "low": -0.3, "high": 1.9},
    "max_drawdown": -0.087,
    "trades": 42,
    "win_rate": 0.548,
}


def _measured() -> MeasuredResults:
    measured = MeasuredResults()
    measured.know(FIGURES)
    return measured


@each("line", spoken.FIGURES)
def test_where_nothing_was_measured_every_claimed_result_is_found(line: str) -> None:
    said, figures = line.rsplit("|", 1)
    assert ", ".join(unmeasured(said, MeasuredResults(), ())) == figures
    assert ", ".join(unmeasured(said, _measured(), ())) == figures


@pytest.mark.slow
@each("said", [*spoken.RIGHT, *ENGLISH, *CHINESE])
def test_targets_limits_markets_and_education_are_no_results(said: str) -> None:
    assert unmeasured(said, MeasuredResults(), ()) == ()


@each(
    "said",
    [
        "It earned 12.3%, Sharpe 0.8, 42 trades.",
        "The backtest returned 12% with a max drawdown of 8.7% and a win rate of 55%.",
        "回测收益 12.3%，夏普 0.82，成交 42 笔，胜率 54.8%。",
    ],
)
def test_what_was_measured_may_be_told_as_people_round(said: str) -> None:
    assert unmeasured(said, _measured(), ()) == ()


def test_a_figure_of_one_result_bears_out_no_other() -> None:
    assert unmeasured("The win rate was 12.3%.", _measured(), ()) == ("12.3%",)


def test_a_figure_of_the_person_may_be_repeated_unless_it_is_said_to_be_measured() -> None:
    said = ["Would a drawdown of 9% be fine?"]
    assert unmeasured("Drawdown: 9%", MeasuredResults(), said) == ()
    assert unmeasured("The backtest showed a drawdown of 9%.", MeasuredResults(), said) == ("9%",)


def test_a_tool_may_tell_results_in_json_or_prose() -> None:
    measured = MeasuredResults()
    measured.know('{"jobs": [{"sharpe": 1.4, "note": "The win rate is 61%."}]}')
    assert unmeasured("It achieved a Sharpe of 1.4 and a win rate of 61%.", measured, ()) == ()


def test_the_true_results_are_told_in_both_languages() -> None:
    assert shown_results(FIGURES, Language.EN) == (
        "total return 12.3%, Sharpe 0.82, max drawdown -8.7%, 42 trades, win rate 54.8%"
    )
    assert shown_results(FIGURES, Language.ZH) == "总收益 12.3%，夏普 0.82，最大回撤 -8.7%，42 笔交易，胜率 54.8%"


def test_the_profit_of_a_deployment_may_be_told_as_money_and_as_a_share_of_what_was_paid_in() -> None:
    measured = MeasuredResults()
    measured.know({"money": {"start_cash": "100000", "now": {"profit": "1200.00"}}})
    assert unmeasured("Profit so far: 1.2%. You have made $1,200 so far.", measured, ()) == ()
    assert unmeasured("Profit so far: 12%", measured, ()) == ("12%",)


def test_a_target_of_the_person_is_no_profit_so_far() -> None:
    assert unmeasured("Profit so far: 12%", MeasuredResults(), ["I want 12% a year"]) == ("12%",)
