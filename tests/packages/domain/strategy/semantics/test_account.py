"""Values of the account: where rules may compare them and where not, told with place and remedy in both languages."""

import random

import pytest

from packages.core.messages import Language
from packages.domain.strategy.build import build
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.explain.formula import formula
from packages.domain.strategy.explain.strategy import explain
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document, Json
from packages.domain.strategy.operands import AccountField
from packages.domain.strategy.problems import Code
from packages.domain.strategy.tuning.tunables import tunables_of, with_values
from packages.domain.strategy.validate import Validator
from packages.domain.strategy.walk import compared, uses_account
from tests.corpus import well_known
from tests.corpus.strategies import mutated
from tests.corpus.well_known import CLOSE, account, on_signal, strategy
from tests.corpus.well_known import compared as cmp
from tests.folding import each
from tests.reference.account_strategies import AccountDraw

VALIDATOR = Validator(CATALOGUE)
EXIT = "/trade/long/exits/0/condition"
ENTRY = "/trade/long/entry/condition"
ABOVE = cmp(CLOSE, "gt", 100)
EQUITY = account("equity")


def leaving(condition: Document) -> Document:
    return strategy("x", "AAPL", ABOVE, [on_signal(condition)])


def entering(condition: Document) -> Document:
    return strategy("x", "AAPL", condition, [{"type": "time_exit", "bars": 5}])


def on_equity(value: Json) -> Document:
    return leaving(cmp(value, "gt", 1))


def ranked(by: Json) -> Document:
    document = entering(ABOVE)
    return {
        **document,
        "universe": {"market": "us_stocks", "tickers": ["AAPL", "MSFT"], "max_positions": 1, "ranking": {"by": by}},
    }


def rich() -> Document:
    return cmp(EQUITY, "gt", 1)


LEFT = f"{EXIT}/cmp/left"
REFUSED: list[tuple[Document, str, str]] = [
    (on_equity({"lag": {"of": EQUITY, "bars": 1}}), f"{LEFT}/lag/of/account", "on this bar"),
    (on_equity({"mean": {"of": {"abs": EQUITY}, "bars": 5}}), f"{LEFT}/mean/of/abs/account", "on this bar"),
    (on_equity({"indicator": {"type": "ema", "of": EQUITY}}), f"{LEFT}/indicator/of/account", "on this bar"),
    (
        on_equity({"slope": {"of": CLOSE, "on": EQUITY, "bars": 9}}),
        *(f"{LEFT}/slope/on/account", "on this bar"),
    ),
    (leaving({"cross": {"a": CLOSE, "op": "cross_below", "b": EQUITY}}), f"{EXIT}/cross/b/account", "cmp"),
    (
        leaving({"within_bars": {"condition": rich(), "bars": 3}}),
        *(f"{EXIT}/within_bars/condition/cmp/left/account", "all or any"),
    ),
    (
        leaving({"bars_since": {"condition": {"not": rich()}, "op": "gt", "bars": 3}}),
        *(f"{EXIT}/bars_since/condition/not/cmp/left/account", "all or any"),
    ),
    (
        leaving({"sequence": {"steps": [ABOVE, rich()], "within_bars": 3}}),
        *(f"{EXIT}/sequence/steps/1/cmp/left/account", "all or any"),
    ),
    (ranked({"divide": [CLOSE, EQUITY]}), "/universe/ranking/by/divide/1/account", "Rank by"),
]


@pytest.mark.parametrize(("document", "pointer", "hint"), REFUSED)
def test_back_in_time_and_in_rankings_the_account_is_refused(document: Document, pointer: str, hint: str) -> None:
    [problem] = VALIDATOR.document(document).problems
    assert (problem.code, problem.pointer) == (Code.ACCOUNT_NOT_ALLOWED, pointer)
    assert hint in problem.sentence
    assert problem.as_json(Language.ZH)["suggestion"] != problem.as_json(Language.EN)["suggestion"]
    assert problem.as_json(Language.ZH)["found"] != problem.as_json(Language.EN)["found"]


@pytest.mark.parametrize(
    ("document", "code", "pointer", "hint"),
    [
        (entering(cmp(account("open_return"), "gt", 0)), Code.NEVER_TRUE, ENTRY, "exit"),
        (leaving(cmp(account("drawdown"), "gt", 0.1)), Code.NEVER_TRUE, EXIT, "-0.1"),
        (leaving(cmp(0.1, "lte", account("drawdown"))), Code.NEVER_TRUE, EXIT, "-0.1"),
        (leaving(cmp(account("equty"), "gt", 1)), Code.UNKNOWN_WORD, f"{LEFT}/account", '"equity"'),
        (leaving(cmp(EQUITY, "gt", EQUITY)), Code.CONSTANT_CONDITION, EXIT, "Compare"),
        (
            {**leaving(cmp(EQUITY, "gt", 1)), "dsl_version": "1.0.0"},
            *(Code.NEWER_VERSION_NEEDED, LEFT, '"2.0.0"'),
        ),
    ],
)
def test_a_rule_that_cannot_be_meant_is_told(document: Document, code: Code, pointer: str, hint: str) -> None:
    [problem] = VALIDATOR.document(document).problems
    assert (problem.code, problem.pointer) == (code, pointer)
    assert hint in problem.sentence


@each("field", AccountField)
@each("inside", ["add", "subtract", "multiply", "divide", "min", "max"])
def test_every_value_is_compared_alone_and_in_arithmetic(field: AccountField, inside: str) -> None:
    value: Document = {inside: [{"mean": {"of": CLOSE, "bars": 5}}, {"abs": account(field.value)}]}
    document = leaving({"all": [cmp(account(field.value), "lt", -0.5), cmp({"log": CLOSE}, "gt", value)]})
    found = VALIDATOR.document(document).require()
    assert uses_account(found)
    assert build(document_of(found)) == found
    assert f"account.{field.value}" in {formula(operand) for _, operand in compared(found)}


def test_who_trades_both_ways_may_turn_round_by_what_the_position_has_done() -> None:
    long, other = (entering(each)["trade"] for each in (cmp(account("open_return"), "lt", -0.02), ABOVE))
    assert isinstance(long, dict)
    assert isinstance(other, dict)
    document = {**entering(ABOVE), "trade": {**long, "short": other["long"]}}
    assert VALIDATOR.document(document).problems == ()


def test_rules_on_the_account_are_said_the_way_the_trade_says_them() -> None:
    paused = VALIDATOR.document(well_known.pause_in_drawdown("AAPL")).require()
    english = {sentence.topic: sentence.text for sentence in explain(paused, CATALOGUE, Language.EN)}
    chinese = {sentence.topic: sentence.text for sentence in explain(paused, CATALOGUE, Language.ZH)}
    assert english["long.entry"] == "Buy when the close is above SMA(20) and the account's drawdown is at least -10%."
    assert chinese["long.entry"] == "当收盘价高于 SMA（周期 20），并且账户回撤不低于 -10% 时买入。"


def test_bars_held_are_tuned_in_whole_bars_and_drawdowns_below_0() -> None:
    late = cmp(account("bars_held"), "gte", 10)
    deep = cmp(account("drawdown"), "lt", -0.1)
    far = cmp(CLOSE, "lt", {"multiply": [account("entry_price"), 0.95]})
    found = VALIDATOR.document(leaving({"any": [late, deep, far]})).require()
    places = {each.pointer.removeprefix(f"{EXIT}/any/"): each for each in tunables_of(found, CATALOGUE)}
    assert (places["0/cmp/right"].kind, places["0/cmp/right"].minimum) == ("int", 5)
    assert places["1/cmp/right"].maximum < 0
    changed = with_values(found, {places["2/cmp/right/multiply/1"].pointer: 0.9})
    assert VALIDATOR.document(changed).strategy is not None


@pytest.mark.slow
@pytest.mark.parametrize("count", [200, pytest.param(10_000, marks=pytest.mark.trust)])
def test_every_damaged_document_is_answered_with_places(count: int) -> None:
    rng, words = random.Random(count), ["account", "equity", "cmp", "within_bars", "cross", "lag", "of", "bars"]
    refused = 0
    for _ in range(count):
        answer = VALIDATOR.document(mutated(rng, AccountDraw(rng, 1e5).document(), words))
        assert (answer.strategy is None) is bool(answer.problems)
        refused += bool(answer.problems)
        for problem in answer.problems:
            assert problem.pointer == "" or problem.pointer.startswith("/")
            assert all(problem.as_json(language)["suggestion"] for language in Language)
        if answer.strategy is not None:
            assert build(document_of(answer.strategy)) == answer.strategy
    assert refused > 0.6 * count
