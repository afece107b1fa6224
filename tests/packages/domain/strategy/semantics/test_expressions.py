"""Expressions: what the version, the catalogue, the timeframe and the bound on their cost allow, told with place and
remedy in both languages; and damaged documents that are always answered."""

import random

import pytest

from packages.core.messages import Language
from packages.domain.strategy.build import build
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.cost import cost_of
from packages.domain.strategy.explain.formula import formula
from packages.domain.strategy.explain.strategy import explain, explain_change
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document, Json
from packages.domain.strategy.problems import Code
from packages.domain.strategy.revisions import rules_hash, strategy_hash
from packages.domain.strategy.tuning.tunables import tunables_of, with_values
from packages.domain.strategy.validate import Validator
from packages.domain.strategy.walk import compared, other_symbols, symbols_read
from packages.domain.strategy.yaml_text import write_yaml
from tests.corpus import well_known
from tests.corpus.strategies import mutated
from tests.reference.expressive_strategies import ExpressiveDraw

VALIDATOR = Validator(CATALOGUE)
LEFT = "/trade/long/entry/condition/cmp/left"
CLOSE: Document = {"ref": "close"}
OUT: list[Json] = [{"type": "time_exit", "bars": 5}]
WORDS = [
    "cmp",
    "ref",
    "of",
    "on",
    "bars",
    "mean",
    "add",
    "lag",
    "zscore",
    "indicator",
    "calendar",
    "type",
    "params",
    "SPY",
]


def buying(left: Json, *, right: Json = 1, version: str = "2.0.0", timeframe: str = "1d") -> Document:
    entry = well_known.compared(left, "gt", right)
    return {**well_known.strategy("x", "AAPL", entry, OUT, timeframe=timeframe), "dsl_version": version}


def deep(levels: int) -> Json:
    return CLOSE if levels == 1 else {"abs": deep(levels - 1)}


def mean(bars: Json, of: Json = CLOSE) -> Json:
    return {"mean": {"of": of, "bars": bars}}


@pytest.mark.parametrize(
    ("document", "code", "pointer", "hint"),
    [
        (buying(mean(20), version="1.0.0"), Code.NEWER_VERSION_NEEDED, LEFT, '"2.0.0"'),
        (buying({**CLOSE, "of": "SPY"}, version="1.0.0"), Code.NEWER_VERSION_NEEDED, LEFT, '"2.0.0"'),
        (buying(mean(-1)), Code.OUT_OF_RANGE, f"{LEFT}/mean/bars", "at least 1"),
        (buying({"lag": {"of": CLOSE, "bars": -1}}), Code.OUT_OF_RANGE, f"{LEFT}/lag/bars", "future"),
        (buying({"maen": {"of": CLOSE, "bars": 3}}), Code.UNKNOWN_KEY, f"{LEFT}/maen", '"mean"'),
        (buying({"mean": {"of": CLOSE}}), Code.MISSING_KEY, f"{LEFT}/mean", '"bars"'),
        (buying({"add": [CLOSE]}), Code.WRONG_LENGTH, f"{LEFT}/add", "Add one"),
        (buying({"abs": CLOSE, "log": CLOSE}), Code.ONE_KEY_NEEDED, LEFT, "inside it"),
        (buying({"divide": [CLOSE, "2"]}), Code.WRONG_TYPE, f"{LEFT}/divide/1", "a number"),
        (buying({"add": [1, {"ref": "nowhere"}]}), Code.UNKNOWN_REF, f"{LEFT}/add/1/ref", "factor"),
        (buying({**CLOSE, "of": "spy"}), Code.SYMBOL_SPELLING, f"{LEFT}/of", '"SPY"'),
        (buying({**CLOSE, "of": "no such thing"}), Code.UNKNOWN_SYMBOL, f"{LEFT}/of", "AAPL"),
        (buying({"indicator": {"type": "emma", "of": CLOSE}}), Code.UNKNOWN_INDICATOR, f"{LEFT}/indicator/type", "ema"),
        (
            buying({"indicator": {"type": "atr", "of": CLOSE}}),
            Code.ONE_SERIES_NEEDED,
            f"{LEFT}/indicator/type",
            "factors",
        ),
        (buying({"indicator": {"type": "macd", "of": CLOSE}}), Code.OUTPUT_NEEDED, f"{LEFT}/indicator", '"output"'),
        (buying({"calendar": "minutes_from_open"}), Code.TIMEFRAME_TOO_SLOW, f"{LEFT}/calendar", "5m"),
        (buying({"calendar": "month"}, timeframe="1w"), Code.TIMEFRAME_TOO_SLOW, f"{LEFT}/calendar", "1d"),
        (
            buying({"opening_range": {"edge": "high", "minutes": 20}}, timeframe="15m"),
            *(Code.NOT_WHOLE_BARS, f"{LEFT}/opening_range/minutes", "Write 15"),
        ),
        (buying(deep(13)), Code.EXPRESSION_TOO_DEEP, LEFT, "at most 12"),
        (buying({"add": [1, 2]}), Code.CONSTANT_CONDITION, "/trade/long/entry/condition", "Compare"),
    ],
)
def test_a_fault_is_told_with_code_place_and_remedy(document: Document, code: Code, pointer: str, hint: str) -> None:
    [problem] = VALIDATOR.document(document).problems
    assert (problem.code, problem.pointer) == (code, pointer)
    assert hint in problem.sentence
    assert problem.as_json(Language.ZH)["suggestion"] != problem.as_json(Language.EN)["suggestion"]


def test_what_costs_too_much_is_told_before_it_runs() -> None:
    ranks: list[Json] = [{"percent_rank": {"of": CLOSE, "bars": 4_000 + each}} for each in range(6)]
    [problem] = VALIDATOR.document(buying({"max": ranks})).problems
    assert (problem.code, problem.pointer) == (Code.EXPRESSION_TOO_COSTLY, LEFT)
    assert "percent_rank" in problem.sentence
    others: list[Json] = [{**CLOSE, "of": f"A{letter}"} for letter in "ABCDEFGHIJKLMNOPQRSTU"]
    several: Json = {"add": [{"add": others[:7]}, {"add": others[7:14]}, {"add": others[14:]}]}
    [problem] = VALIDATOR.document(buying(several)).problems
    assert problem.code is Code.TOO_MANY_REFERENCES


def test_the_same_part_is_counted_once() -> None:
    once = VALIDATOR.document(buying(mean(20))).require()
    twice = VALIDATOR.document(buying({"add": [mean(20), mean(20)]})).require()
    assert cost_of(twice).parts == cost_of(once).parts + 1


WELL_KNOWN = {
    **well_known.daily("AAPL", "SPY"),
    **well_known.on_account("AAPL"),
    "opening_range_breakout": well_known.opening_range_breakout("AAPL"),
}


@pytest.mark.parametrize("name", WELL_KNOWN)
def test_well_known_strategies_are_valid_in_every_spelling(name: str) -> None:
    strategy = VALIDATOR.document(WELL_KNOWN[name]).require()
    canonical = document_of(strategy)
    assert build(canonical) == strategy
    assert VALIDATOR.yaml_text(write_yaml(canonical)).require() == strategy
    for language in Language:
        sentences = explain(strategy, CATALOGUE, language)
        assert all(sentence.text and "{" not in sentence.text for sentence in sentences)


def test_expressions_are_said_the_way_the_trade_says_them() -> None:
    strategy = VALIDATOR.document(well_known.pair_by_zscore("AAPL", "SPY")).require()
    english = {sentence.topic: sentence.text for sentence in explain(strategy, CATALOGUE, Language.EN)}
    chinese = {sentence.topic: sentence.text for sentence in explain(strategy, CATALOGUE, Language.ZH)}
    assert english["long.entry"] == (
        "Buy when the z-score of (ln(the close) − ln(the close of SPY)) over 60 bars is below -1.5."
    )
    assert chinese["long.entry"] == "当（ln(收盘价) − ln(SPY 的收盘价)）的 60 根K线 Z 值低于 -1.5 时买入。"
    turn = VALIDATOR.document(well_known.turn_of_month("AAPL")).require()
    said = {sentence.topic: sentence.text for sentence in explain(turn, CATALOGUE, Language.ZH)}
    assert said["long.entry"] == "当今天是本月倒数第 2 个交易日时买入。"
    [(_, operand), *_] = compared(strategy)
    assert formula(operand) == "zscore(log(close) - log(SPY.close), 60)"


def test_a_changed_window_is_a_changed_sentence() -> None:
    before, after = (VALIDATOR.document(buying(mean(bars))).require() for bars in (20, 50))
    [change] = explain_change(before, after, CATALOGUE, Language.EN)
    assert "over 20 bars" in change
    assert "over 50 bars" in change


def test_the_numbers_inside_expressions_can_be_tuned() -> None:
    strategy = VALIDATOR.document(buying({"multiply": [1.5, mean(20)]}, right=CLOSE)).require()
    places = {each.pointer: each for each in tunables_of(strategy, CATALOGUE)}
    factor, window = f"{LEFT}/multiply/0", f"{LEFT}/multiply/1/mean/bars"
    assert {factor, window} <= set(places)
    changed = VALIDATOR.document(with_values(strategy, {factor: 2.5, window: 30})).require()
    assert VALIDATOR.document(buying({"multiply": [2.5, mean(30)]}, right=CLOSE)).require() == changed


def test_a_calendar_day_is_tuned_by_whole_days() -> None:
    strategy = VALIDATOR.document(well_known.day_of_week("AAPL")).require()
    days = [each for each in tunables_of(strategy, CATALOGUE) if each.pointer.endswith("cmp/right")]
    assert {(each.kind, each.step) for each in days} == {("int", 1)}
    assert max(each.maximum for each in days) <= 7


def test_what_is_read_is_named_beside_what_is_traded() -> None:
    strategy = VALIDATOR.document(well_known.regime_filter("AAPL", "^GSPC")).require()
    assert other_symbols(strategy) == ("^GSPC",)
    assert symbols_read(strategy) == ("AAPL", "^GSPC")


def test_the_same_rules_are_the_same_trial_under_either_version() -> None:
    newer, older = (VALIDATOR.document(buying(CLOSE, version=version)).require() for version in ("2.0.0", "1.0.0"))
    assert strategy_hash(newer) != strategy_hash(older)
    assert rules_hash(newer) == rules_hash(older)


@pytest.mark.slow
@pytest.mark.parametrize("count", [300, pytest.param(20_000, marks=pytest.mark.trust)])
def test_every_damaged_document_is_answered_with_places(count: int) -> None:
    rng = random.Random(count)
    refused = 0
    for _ in range(count):
        answer = VALIDATOR.document(mutated(rng, ExpressiveDraw(rng).document(), WORDS))
        assert (answer.strategy is None) is bool(answer.problems)
        refused += bool(answer.problems)
        for problem in answer.problems:
            assert problem.pointer == "" or problem.pointer.startswith("/")
            assert all(problem.as_json(language)["suggestion"] for language in Language)
        if answer.strategy is not None:
            assert build(document_of(answer.strategy)) == answer.strategy
    assert refused > 0.6 * count
