"""What a portfolio cannot be is told with its place and a remedy."""

from typing import Any

import pytest

from packages.core.messages import Language, render
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.constraints import largest_leverage, largest_loss_per_trade, long_only
from packages.domain.strategy.explain.strategy import explain, explain_change
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.problems import Code
from packages.domain.strategy.tuning.tunables import tunables_of, with_values
from packages.domain.strategy.validate import Validator
from packages.domain.strategy.yaml_text import write_yaml
from tests.corpus import well_known

VALIDATOR = Validator(CATALOGUE)
CLOSE: Document = {"ref": "close"}
SESSION = "/portfolio/rebalance/session"


def ranked(market: str = "cn_stocks", **changes: Any) -> Document:
    """Ten A-shares of the whole market by momentum, once a month; keys with `__` lead into objects."""
    document: dict[str, Any] = {
        "dsl_version": "2.0.0",
        "strategy": {"name": "Ranked"},
        "universe": {"market": market, "rule": {"min_turnover": {"amount": 50_000_000}, "min_listed_days": 250}},
        "timeframe": "1d",
        "factors": {},
        "portfolio": {
            "score": {"cross_rank": {"return": {"of": CLOSE, "bars": 120}}},
            "long": {"count": 10},
            "weights": {"mode": "equal"},
            "rebalance": {"every": "month"},
        },
    }
    for path, value in changes.items():
        *steps, last = path.split("__")
        target = document
        for step in steps:
            target = target[step]
        if value is None:
            del target[last]
        else:
            target[last] = value
    return document


WRONG: list[tuple[Document, Code, str, str]] = [
    (ranked(dsl_version="1.0.0"), Code.NEWER_VERSION_NEEDED, "/portfolio", "2.0.0"),
    (ranked(timeframe="1h"), Code.DAILY_BARS_NEEDED, "/timeframe", "1d"),
    (ranked(portfolio__short={"count": 5}), Code.NO_SHORT_IN_MARKET, "/portfolio/short", "Remove"),
    (ranked("crypto", portfolio__short={"count": 5}), Code.NO_SHORT_IN_MARKET, "/portfolio/short", "Remove"),
    (ranked(portfolio__long={"count": 5, "fraction": 0.1}), Code.CONTRADICTORY_LEG, "/portfolio/long/fraction", "Keep"),
    (ranked(portfolio__score=None), Code.SCORE_NEEDED, "/portfolio/long", "score"),
    (ranked(portfolio__weights={"mode": "risk_parity"}, portfolio__long={"fraction": 0.1}),
     Code.TOO_MANY_POSITIONS, "/portfolio/long", "count"),
    (ranked(portfolio__rebalance={"every": "week", "session": 7}), Code.OUT_OF_RANGE, SESSION, "1"),
    (ranked(portfolio__rebalance={"every": "month", "session": 0}), Code.OUT_OF_RANGE, SESSION, "1"),
    (ranked(portfolio__score={"mean": {"of": {"cross_rank": CLOSE}, "bars": 5}}), Code.CROSS_MISPLACED,
     "/portfolio/score", "window inside"),
    (ranked(portfolio__hold_if={"cmp": {"left": {"cross_rank": CLOSE}, "op": "gt", "right": 50}}), Code.CROSS_MISPLACED,
     "/portfolio/hold_if/cmp/left", "score only"),
    (ranked("us_stocks", universe__rule={"exclude": ["special_treatment"]}), Code.NOT_IN_MARKET,
     "/universe/rule/exclude", "Remove"),
    (ranked(universe__rule={"min_price": 9, "max_price": 3}), Code.NEVER_TRUE, "/universe/rule/max_price", "max_price"),
    (ranked(universe__ranking={"by": CLOSE}), Code.UNUSED_BY_PORTFOLIO, "/universe/ranking", "score"),
    (ranked("us_stocks", portfolio__long={"fraction": 0.6}, portfolio__short={"fraction": 0.6}),
     Code.CONTRADICTORY_LEG, "/portfolio/short", "fraction"),
    (ranked(universe__tickers=["600519.SH"]), Code.TOO_MANY_POSITIONS, "/portfolio/long/count", "1"),
    (ranked(universe__rule=None), Code.MISSING_KEY, "/universe", "tickers"),
    (ranked(portfolio__long=None), Code.MISSING_KEY, "/portfolio", "long"),
    (ranked(portfolio=None), Code.MISSING_KEY, "", "trade"),
    (ranked(trade={"long": {}}), Code.ONE_KEY_NEEDED, "/portfolio", "Keep one"),
    (ranked(portfolio__weights={"mode": "clever"}), Code.UNKNOWN_WORD, "/portfolio/weights/mode", "equal"),
]  # fmt: skip


@pytest.mark.parametrize(("document", "code", "pointer", "remedy"), WRONG)
def test_it_is_told_with_its_place_and_a_remedy(document: Document, code: Code, pointer: str, remedy: str) -> None:
    problems = VALIDATOR.document(document).problems
    found = [each for each in problems if (each.code, each.pointer) == (code, pointer)]
    assert found, [(each.code, each.pointer) for each in problems]
    assert remedy in render(found[0].suggestion, Language.EN)
    assert render(found[0].suggestion, Language.ZH) != render(found[0].suggestion, Language.EN)


def test_a_rule_beside_entries_and_exits_is_refused() -> None:
    document = well_known.turn_of_month("AAPL")
    document["universe"] = {"market": "us_stocks", "rule": {}}
    [problem] = VALIDATOR.document(document).problems
    assert (problem.code, problem.pointer) == (Code.RULE_NEEDS_PORTFOLIO, "/universe/rule")


@pytest.mark.parametrize("document", [ranked(), *well_known.portfolios(["AAPL", "MSFT", "IBM"]).values()])
def test_a_portfolio_is_written_back_as_it_was_read_in_json_and_yaml(document: Document) -> None:
    strategy = VALIDATOR.document(document).require()
    written = document_of(strategy)
    assert VALIDATOR.document(written).require() == strategy
    assert VALIDATOR.yaml_text(write_yaml(written)).require() == strategy


def test_every_number_of_a_portfolio_can_be_tuned() -> None:
    kelly = {"mode": "kelly", "fraction": 0.5}
    target = {"target": 0.15}
    document = ranked(portfolio__weights=kelly, portfolio__max_weight=0.2, portfolio__volatility_target=target)
    strategy = VALIDATOR.document(document).require()
    found = tunables_of(strategy, CATALOGUE)
    assert {
        "/universe/rule/min_turnover/amount",
        "/universe/rule/min_turnover/bars",
        "/universe/rule/min_listed_days",
        "/portfolio/long/count",
        "/portfolio/weights/fraction",
        "/portfolio/weights/lookback",
        "/portfolio/max_weight",
        "/portfolio/volatility_target/target",
        "/portfolio/volatility_target/lookback",
        "/portfolio/score/cross_rank/return/bars",
    } <= {each.pointer for each in found}
    for each in found:
        for value in (each.minimum, each.maximum):
            assert VALIDATOR.document(with_values(strategy, {each.pointer: value})).problems == ()


def test_a_change_is_told_in_both_languages() -> None:
    before = VALIDATOR.document(ranked()).require()
    after = VALIDATOR.document(ranked(portfolio__long={"count": 30}, portfolio__rebalance={"every": "week"})).require()
    english = explain_change(before, after, CATALOGUE, Language.EN)
    assert len(english) == 2
    assert "30" in english[0]
    assert "week" in english[1]
    chinese = explain_change(before, after, CATALOGUE, Language.ZH)
    assert "30 只" in chinese[0]
    assert "每周" in chinese[1]


def test_the_rules_of_membership_are_told() -> None:
    rule = {"min_turnover": {"amount": 50_000_000}, "min_listed_days": 250, "exclude": ["special_treatment"]}
    strategy = VALIDATOR.document(ranked(universe__rule=rule)).require()
    said = " ".join(each.text for each in explain(strategy, CATALOGUE, Language.EN))
    assert "delisted ones included" in said
    assert "at least 50000000 over 20 bars" in said
    assert "special treatment (ST) are left out" in said
    chinese = "".join(each.text for each in explain(strategy, CATALOGUE, Language.ZH))
    assert "上市满 250 个自然日" in chinese
    assert "剔除特别处理（ST）股票" in chinese


def test_the_limits_of_a_person_hold_for_portfolios() -> None:
    neutral = VALIDATOR.document(well_known.long_short_neutral(["AAPL", "MSFT", "IBM"])).require()
    assert [each.pointer for each in long_only(neutral)] == ["/portfolio/short"]
    wide = VALIDATOR.document(ranked(portfolio__long={"count": 10, "exposure": 2})).require()
    assert [each.pointer for each in largest_leverage(1)(wide)] == ["/portfolio"]
    assert [each.pointer for each in largest_loss_per_trade(0.05)(wide)] == ["/portfolio/max_weight"]
    capped = VALIDATOR.document(ranked(portfolio__max_weight=0.05)).require()
    assert list(largest_loss_per_trade(0.05)(capped)) == []
