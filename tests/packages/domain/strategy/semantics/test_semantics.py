"""The meaning: strategies that are well written and still cannot be traded."""

import pytest

from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.problems import Code, Problem, Stage
from packages.domain.strategy.validate import Validator
from tests.corpus.indicator_catalogue import SMALL_CATALOGUE
from tests.corpus.sample_strategy import changed, sample, without

LONG = "/trade/long"
ENTRY = f"{LONG}/entry/condition"
MACD = {"type": "macd"}
HIGH, LOW, CLOSE, VOLUME = ({"ref": name} for name in ("high", "low", "close", "volume"))
RSI = {"ref": "rsi_14"}


def problems_of(document: Document) -> tuple[Problem, ...]:
    return Validator(SMALL_CATALOGUE).document(document).problems


def entry(condition: object) -> Document:
    return changed(ENTRY, condition)


def cmp(left: object, op: str, right: object) -> dict[str, object]:
    return {"cmp": {"left": left, "op": op, "right": right}}


def exits(*listed: object) -> Document:
    return changed(f"{LONG}/exits", list(listed))


def pct(value: float) -> Document:
    return {"kind": "pct", "value": value}


def test_the_canonical_sample_is_valid() -> None:
    assert problems_of(sample()) == ()


@pytest.mark.parametrize(
    ("document", "code", "pointer", "hint"),
    [
        (changed("/factors/ema_5/type", "emma"), Code.UNKNOWN_INDICATOR, "/factors/ema_5/type", '"ema"'),
        (
            changed("/factors/ema_5/params/perod", 3, "add"),
            Code.UNKNOWN_PARAMETER,
            "/factors/ema_5/params/perod",
            "only period, source",
        ),
        (
            changed("/factors/ema_5/params", {"perod": 3}),
            Code.UNKNOWN_PARAMETER,
            "/factors/ema_5/params/perod",
            '"period"',
        ),
        (
            changed("/factors/ema_5/params/period", 1),
            Code.PARAMETER_OUT_OF_RANGE,
            "/factors/ema_5/params/period",
            "nearest is 2",
        ),
        (
            changed("/factors/ema_5/params/period", 5.5),
            Code.PARAMETER_KIND,
            "/factors/ema_5/params/period",
            "whole number",
        ),
        (changed("/factors/ema_5/params/period", "5"), Code.PARAMETER_KIND, "/factors/ema_5/params/period", "whole"),
        (
            changed("/factors/ema_5/params/source", "clse"),
            Code.PARAMETER_KIND,
            "/factors/ema_5/params/source",
            '"close"',
        ),
        (
            changed("/factors/m", {"type": "macd", "params": {"fast_period": 30}}, "add"),
            Code.PARAMETER_OUT_OF_RANGE,
            "/factors/m/params/fast_period",
            "fast_period below slow_period",
        ),
        (changed("/factors/a", {"type": "average"}, "add"), Code.MISSING_PARAMETER, "/factors/a/params", '"period"'),
        (changed("/factors/close", {"type": "hammer"}, "add"), Code.RESERVED_NAME, "/factors/close", '"close_1"'),
        (
            changed("/factors/ema_5/timeframe", "1h", "add"),
            Code.TIMEFRAME_NOT_SLOWER,
            "/factors/ema_5/timeframe",
            "slower than 1d",
        ),
        (
            entry({"cmp": {"left": {"ref": "rsi14"}, "op": "lt", "right": 70}}),
            Code.UNKNOWN_REF,
            f"{ENTRY}/cmp/left/ref",
            '"rsi_14"',
        ),
        (entry(cmp({"ref": "price.close"}, "lt", 70)), Code.UNKNOWN_REF, f"{ENTRY}/cmp/left/ref", '"close"'),
        (entry({"ref": "hamer"}), Code.UNKNOWN_REF, f"{ENTRY}/ref", "one of open"),
        (entry({"ref": "close"}), Code.REF_NOT_A_FACTOR, f"{ENTRY}/ref", "cmp"),
        (entry(cmp({"ref": "rsi_14.signal"}, "lt", 70)), Code.UNKNOWN_OUTPUT, f"{ENTRY}/cmp/left/ref", "value"),
        (changed("/universe/tickers", ["AAPL", "???"]), Code.UNKNOWN_SYMBOL, "/universe/tickers/1", "000001.SZ"),
        (changed("/universe/tickers", ["aapl"]), Code.SYMBOL_SPELLING, "/universe/tickers/0", '"AAPL"'),
        (changed("/universe/tickers", ["BTC-USD"]), Code.MARKET_MISMATCH, "/universe/tickers/0", '"crypto"'),
        (changed("/universe/max_positions", 2, "add"), Code.TOO_MANY_POSITIONS, "/universe/max_positions", "Write 1"),
        (
            changed("/universe", {"market": "us_stocks", "tickers": ["A", "B"], "max_positions": 1}),
            Code.RANKING_NEEDED,
            "/universe/max_positions",
            "ranking",
        ),
        (
            changed(f"{LONG}/position_sizing", {"mode": "fixed_qty", "qty": 1.5}),
            Code.NOT_A_LOT,
            f"{LONG}/position_sizing/qty",
            "lots",
        ),
    ],
)
def test_a_fault_is_told_with_code_place_and_suggestion(
    document: Document, code: Code, pointer: str, hint: str
) -> None:
    found = problems_of(document)
    problem = next(each for each in found if each.code is code)
    assert (problem.stage, problem.code, problem.pointer) == (Stage.SEMANTIC, code, pointer)
    assert hint in problem.sentence


def test_a_factor_with_several_outputs_must_be_asked_for_one() -> None:
    document = entry(cmp({"ref": "m"}, "gt", 0))
    document["factors"] = {"m": MACD, **document["factors"]}  # type: ignore[dict-item]
    found = {(each.code, each.pointer): each for each in problems_of(document)}
    assert '"m.macd"' in str(found[Code.OUTPUT_NEEDED, f"{ENTRY}/cmp/left/ref"].suggestion)


def test_filters_share_one_slower_timeframe() -> None:
    document = changed("/factors/ema_5/timeframe", "1w", "add") | {"timeframe": "1h"}
    document["factors"]["ema_20"]["timeframe"] = "1d"  # type: ignore[index,call-overload]
    [problem] = problems_of(document)
    assert (problem.code, problem.pointer) == (Code.TOO_MANY_TIMEFRAMES, "/factors/ema_20/timeframe")


def test_markets_without_short_selling_refuse_a_short_side() -> None:
    document = sample() | {"universe": {"market": "cn_stocks", "tickers": ["000001.SZ"]}}
    document["trade"]["short"] = document["trade"]["long"]  # type: ignore[index,call-overload]
    codes = {(each.code, each.pointer) for each in problems_of(document)}
    assert (Code.NO_SHORT_IN_MARKET, "/trade/short") in codes
    assert (Code.CONTRADICTORY_SIDES, "/trade/short/entry/condition") in codes


@pytest.mark.parametrize(
    ("condition", "place"),
    [
        ({"all": [cmp(RSI, "gt", 70), cmp(RSI, "lt", 30)]}, ENTRY),
        ({"all": [cmp(RSI, "gt", 70), cmp(70, "gte", RSI)]}, ENTRY),
        ({"all": [cmp(RSI, "eq", 70), cmp(RSI, "neq", 70)]}, ENTRY),
        ({"all": [cmp(RSI, "gte", 70), cmp(RSI, "lte", 70), cmp(RSI, "neq", 70)]}, ENTRY),
        (
            {"all": [cmp({"ref": "ema_5"}, "gt", {"ref": "ema_20"}), cmp({"ref": "ema_20"}, "gte", {"ref": "ema_5"})]},
            ENTRY,
        ),
        ({"all": [{"ref": "rsi_14"}, {"not": {"ref": "rsi_14"}}]}, ENTRY),
        ({"any": [{"ref": "rsi_14"}, cmp(HIGH, "lt", LOW)]}, f"{ENTRY}/any/1"),
        (cmp(CLOSE, "gt", HIGH), ENTRY),
        (cmp(LOW, "gt", CLOSE), ENTRY),
        (cmp(0, "gt", CLOSE), ENTRY),
        (cmp(VOLUME, "lt", 0), ENTRY),
        ({"cross": {"a": CLOSE, "op": "cross_below", "b": 0}}, ENTRY),
        ({"bars_since": {"condition": {"ref": "rsi_14"}, "op": "lt", "bars": 0}}, ENTRY),
        ({"sequence": {"steps": [{"ref": "rsi_14"}] * 3, "within_bars": 2}}, ENTRY),
        (
            {"not": {"within_bars": {"condition": cmp(HIGH, "lt", LOW), "bars": 3}}},
            f"{ENTRY}/not/within_bars/condition",
        ),
    ],
)
def test_a_condition_that_can_never_come_true_is_told(condition: object, place: str) -> None:
    [problem] = problems_of(entry(condition))
    assert (problem.code, problem.pointer) == (Code.NEVER_TRUE, place)


@pytest.mark.parametrize(
    "condition",
    [
        {"all": [cmp(RSI, "gt", 30), cmp(RSI, "lt", 70)]},
        {"all": [cmp(RSI, "gte", 70), cmp(RSI, "lte", 70)]},
        {"all": [cmp(RSI, "gt", 70), cmp({"ref": "rsi_14", "lag": 1}, "lt", 30)]},
        {"any": [cmp(RSI, "gt", 70), cmp(RSI, "lt", 30)]},
        cmp(CLOSE, "gte", HIGH),
        cmp(CLOSE, "gt", {"ref": "high", "lag": 1}),
        cmp(VOLUME, "lte", 0),
        cmp(CLOSE, "gt", 0),
        {"sequence": {"steps": [{"ref": "rsi_14"}] * 3, "within_bars": 3}},
        {"bars_since": {"condition": {"ref": "rsi_14"}, "op": "lte", "bars": 0}},
    ],
)
def test_a_condition_that_may_come_true_is_left_alone(condition: object) -> None:
    assert problems_of(entry(condition)) == ()


@pytest.mark.parametrize(
    "condition", [cmp(1, "lt", 2), cmp(CLOSE, "gte", CLOSE), {"cross": {"a": 1, "op": "cross_above", "b": 2}}]
)
def test_a_condition_that_compares_nothing_is_told(condition: object) -> None:
    assert [each.code for each in problems_of(entry(condition))] == [Code.CONSTANT_CONDITION]


def test_futures_may_trade_below_zero() -> None:
    document = entry(cmp(CLOSE, "lt", 0)) | {"universe": {"market": "futures", "tickers": ["CL=F"]}}
    assert problems_of(document) == ()


STOP: Document = {"type": "stop_loss", "stop": pct(0.05)}
TRAIL = {"type": "trailing_stop", "stop": pct(0.05)}
TARGET = {"type": "take_profit", "target": pct(0.1)}
BRACKET = {"type": "bracket_rr", "stop": pct(0.05), "risk_reward": 2}


@pytest.mark.parametrize(
    ("document", "code", "place"),
    [
        (exits(STOP, TARGET, {"type": "stop_loss", "stop": pct(0.07)}), Code.DUPLICATE_EXIT, "/exits/2"),
        (exits(BRACKET, TARGET), Code.CONTRADICTORY_EXITS, "/exits/1"),
        (exits(STOP, BRACKET), Code.CONTRADICTORY_EXITS, "/exits/0"),
        (exits(TRAIL, STOP), Code.UNREACHABLE_EXIT, "/exits/1/stop/value"),
        (
            exits({"type": "signal_exit", "condition": sample()["trade"]["long"]["entry"]["condition"]}),  # type: ignore[index,call-overload]
            Code.CONTRADICTORY_EXITS,
            "/exits/0/condition",
        ),
    ],
)
def test_exits_that_cannot_stand_beside_each_other_are_told(document: Document, code: Code, place: str) -> None:
    [problem] = problems_of(document)
    assert (problem.code, problem.pointer) == (code, f"{LONG}{place}")


@pytest.mark.parametrize("kept", [STOP, BRACKET, TRAIL, TARGET])
def test_a_size_by_risk_needs_a_stop(kept: dict[str, object]) -> None:
    document = changed(f"{LONG}/exits", [kept])
    document["trade"]["long"]["position_sizing"] = {"mode": "risk_per_trade", "pct": 0.01}  # type: ignore[index,call-overload]
    codes = [each.code for each in problems_of(document)]
    assert codes == ([Code.SIZING_NEEDS_STOP] if kept is TARGET else [])


def test_a_wider_trailing_stop_lets_the_first_stop_be_hit() -> None:
    assert problems_of(exits(STOP, {"type": "trailing_stop", "stop": pct(0.08)})) == ()
    assert problems_of(exits(STOP, {"type": "trailing_stop", "stop": {"kind": "points", "value": 1}})) == ()


def test_all_problems_of_the_stage_are_told_at_once() -> None:
    document = changed("/factors/ema_5/type", "emma") | {"universe": {"market": "crypto", "tickers": ["AAPL"]}}
    document["trade"]["long"]["exits"] = [STOP, STOP]  # type: ignore[index,call-overload]
    assert {each.code for each in problems_of(document)} == {
        Code.UNKNOWN_INDICATOR,
        Code.MARKET_MISMATCH,
        Code.DUPLICATE_EXIT,
    }


def test_no_side_is_left_out_of_the_checks() -> None:
    document = sample()
    side = without(f"{LONG}/exits/0")["trade"]["long"]  # type: ignore[index,call-overload]
    side["exits"] = [STOP, STOP]  # type: ignore[index,call-overload]
    document["trade"] = {"short": side}
    [problem] = problems_of(document)
    assert problem.pointer == "/trade/short/exits/1"
