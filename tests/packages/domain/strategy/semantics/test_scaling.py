"""Units, parts and levels: what a document may say, told with place and remedy, and how it is said back."""

from typing import Any

import pytest

from packages.core.messages import Language
from packages.domain.strategy.build import build
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.constraints import largest_leverage, largest_loss_per_trade
from packages.domain.strategy.explain.strategy import explain, explain_change
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_patch import apply_patch
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.problems import Code
from packages.domain.strategy.tuning.tunables import tunables_of, with_values
from packages.domain.strategy.validate import Validator
from tests.corpus.well_known_scaling import range_breakout_by_stop, scale_out, scaled, turtle_pyramid

VALIDATOR = Validator(CATALOGUE)
LONG = "/trade/long"
ALL = {**scaled("AAPL"), "range_breakout_by_stop": range_breakout_by_stop("AAPL")}


def strategy_of(document: Document) -> Strategy:
    return VALIDATOR.document(document).require()


def put(document: Document, path: str, value: Any, op: str = "add") -> Document:
    changed = apply_patch(document, [{"op": op, "path": path, "value": value}])
    assert isinstance(changed, dict)
    return changed


HALF = {"type": "take_profit", "target": {"kind": "pct", "value": 0.1}, "part": {"fraction": 0.5}}
WHOLE = {"type": "take_profit", "target": {"kind": "pct", "value": 0.08}}
RISK = {"mode": "risk_per_trade", "pct": 0.01}
UNIT = {"condition": {"cmp": {"left": {"ref": "close"}, "op": "gt", "right": 5}}, "max_units": 3}
ENTRY_LEVEL = {"type": "stop", "at": {"account": "equity"}}
REFUSED: list[tuple[Document, Code, str]] = [
    (put(scale_out("AAPL"), "/dsl_version", "1.0.0"), Code.NEWER_VERSION_NEEDED, f"{LONG}/exits/0/part"),
    (put(scale_out("AAPL"), f"{LONG}/exits/0/part", {"units": 1}), Code.UNITS_NEEDED, f"{LONG}/exits/0/part/units"),
    (put(scale_out("AAPL"), f"{LONG}/exits", [HALF]), Code.NO_WHOLE_EXIT, f"{LONG}/exits"),
    (put(scale_out("AAPL"), f"{LONG}/exits/-", WHOLE), Code.UNREACHABLE_EXIT, f"{LONG}/exits/0/target/value"),
    (put(scale_out("AAPL"), f"{LONG}/exits/-", HALF), Code.DUPLICATE_EXIT, f"{LONG}/exits/2"),
    (
        put(scale_out("AAPL"), f"{LONG}/scale_in", {**UNIT, "max_units": 1}),
        Code.OUT_OF_RANGE,
        f"{LONG}/scale_in/max_units",
    ),
    (put(scale_out("AAPL"), f"{LONG}/exits/0/part/fraction", 1), Code.OUT_OF_RANGE, f"{LONG}/exits/0/part/fraction"),
    (put(scale_out("AAPL"), f"{LONG}/exits/0/part/units", 1), Code.ONE_KEY_NEEDED, f"{LONG}/exits/0/part/units"),
    (
        put(
            put(scale_out("AAPL"), f"{LONG}/exits", [{"type": "time_exit", "bars": 5}]),
            f"{LONG}/scale_in",
            UNIT | {"position_sizing": RISK},
        ),
        *(Code.SIZING_NEEDS_STOP, f"{LONG}/scale_in/position_sizing"),
    ),
    (
        put(scale_out("AAPL"), f"{LONG}/entry/order", ENTRY_LEVEL),
        Code.ACCOUNT_NOT_ALLOWED,
        f"{LONG}/entry/order/at/account",
    ),
    (
        put(
            put(scale_out("AAPL"), f"{LONG}/scale_in", UNIT),
            f"{LONG}/exits/-",
            {"type": "signal_exit", "condition": UNIT["condition"]},
        ),
        *(Code.CONTRADICTORY_EXITS, f"{LONG}/exits/2/condition"),
    ),
    (
        put(turtle_pyramid("AAPL"), f"{LONG}/entry/order/offset", {"kind": "pct", "value": 0.01}),
        *(Code.ONE_KEY_NEEDED, f"{LONG}/entry/order/at"),
    ),
]


@pytest.mark.parametrize(("document", "code", "pointer"), REFUSED, ids=[f"{code}" for _, code, _ in REFUSED])
def test_what_cannot_be_traded_is_refused_at_its_place_with_a_remedy(
    document: Document, code: Code, pointer: str
) -> None:
    problems = {(each.code, each.pointer): each for each in VALIDATOR.document(document).problems}
    assert (code, pointer) in problems
    for language in Language:
        said = problems[code, pointer].as_json(language)
        assert all(said[key] and "{" not in said[key] for key in ("expected", "found", "suggestion"))


@pytest.mark.parametrize("name", ALL)
def test_the_canonical_document_says_the_same_strategy(name: str) -> None:
    strategy = strategy_of(ALL[name])
    assert build(document_of(strategy)) == strategy
    assert document_of(strategy) == ALL[name]


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("name", ALL)
def test_every_rule_is_said_in_both_languages(name: str, language: Language) -> None:
    sentences = {each.topic: each.text for each in explain(strategy_of(ALL[name]), CATALOGUE, language)}
    assert all(text and "{" not in text and "strategy.explain" not in text for text in sentences.values())
    assert ("long.scale_in" in sentences) == (strategy_of(ALL[name]).long.scale_in is not None)  # type: ignore[union-attr]


def test_the_turtle_is_told_as_traders_tell_it() -> None:
    said = {each.topic: each.text for each in explain(strategy_of(turtle_pyramid("AAPL")), CATALOGUE, Language.EN)}
    assert said["long.scale_in"] == (
        "Add a long unit when the number of units held is at least 1, up to 4 units per position."
    )
    assert said["long.scale_in.order"] == (
        "Units are added with a stop order at the position's latest fill price + (0.5 × ATR(20)), good for 1 bar."
    )
    assert said["long.scale_in.stops"] == "After each addition, stops and targets are reset from the latest fill."
    said = {each.topic: each.text for each in explain(strategy_of(scale_out("AAPL")), CATALOGUE, Language.ZH)}
    assert said["long.exit.0"] == "价格到达入场价上方 10% 时，多头止盈 50% 的仓位，每个持仓仅一次。"


def test_a_change_of_the_units_is_told() -> None:
    before = strategy_of(turtle_pyramid("AAPL"))
    after = strategy_of(put(turtle_pyramid("AAPL"), f"{LONG}/scale_in/max_units", 2, "replace"))
    [change] = explain_change(before, after, CATALOGUE, Language.EN)
    assert "up to 4 units" in change
    assert "up to 2 units" in change


@pytest.mark.parametrize("name", ALL)
def test_every_number_can_be_tuned_to_its_ends(name: str) -> None:
    strategy = strategy_of(ALL[name])
    tunables = tunables_of(strategy, CATALOGUE)
    for end in ("minimum", "maximum"):
        for each in tunables:
            document = with_values(strategy, {each.pointer: getattr(each, end)})
            codes = {problem.code for problem in VALIDATOR.document(document).problems}
            assert codes <= {Code.NOT_WHOLE_BARS}, each


def test_the_units_of_the_turtle_are_tunable() -> None:
    pointers = {each.pointer for each in tunables_of(strategy_of(turtle_pyramid("AAPL")), CATALOGUE)}
    assert {f"{LONG}/scale_in/max_units", f"{LONG}/scale_in/order/at/add/1/multiply/0"} <= pointers
    pointers = {each.pointer for each in tunables_of(strategy_of(scale_out("AAPL")), CATALOGUE)}
    assert f"{LONG}/exits/0/part/fraction" in pointers


def test_a_persons_limits_count_all_units_together() -> None:
    turtle = strategy_of(turtle_pyramid("AAPL"))
    assert [each.pointer for each in largest_loss_per_trade(0.03)(turtle)] == [f"{LONG}/scale_in/max_units"]
    assert not list(largest_loss_per_trade(0.04)(turtle))
    half = strategy_of(put(scale_out("AAPL"), f"{LONG}/scale_in", UNIT))
    assert [each.pointer for each in largest_leverage(1)(half)] == [f"{LONG}/scale_in/max_units"]
    assert not list(largest_leverage(1.5)(half))
