"""Figures and dates of companies in the language: read, written back, explained, refused where there are none."""

import pytest

from packages.core.messages import Language
from packages.domain.strategy import operands as o
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.company_fields import EventField, FundamentalField
from packages.domain.strategy.explain.phrases import StrategyPhrases
from packages.domain.strategy.explain.strategy import explain
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document, Json
from packages.domain.strategy.problems import Code
from packages.domain.strategy.tuning.tunables import tunables_of
from packages.domain.strategy.validate import Validation, Validator
from packages.domain.strategy.yaml_text import write_yaml
from tests.corpus.well_known import compared, on_signal, strategy
from tests.folding import each

ENTRY = "/trade/long/entry/condition"
PE: Document = {"fundamental": "pe"}


def validated(condition: Document, **changes: Json) -> Validation:
    document = strategy("Figures", "AAPL", condition, [on_signal(compared(PE, "gt", 30))])
    return Validator(CATALOGUE).document({**document, **changes})


def sentences(condition: Document, language: Language) -> str:
    told = explain(validated(condition).require(), CATALOGUE, language)
    return next(each.text for each in told if each.topic == "long.entry")


@pytest.mark.slow
@each("leaf", [*({"fundamental": each.value} for each in FundamentalField)])
def test_every_figure_comes_back_as_it_was_written(leaf: Document) -> None:
    document = strategy("Figures", "AAPL", compared(leaf, "gt", 1), [on_signal(compared(leaf, "lt", 0.5))])
    found = Validator(CATALOGUE).document(document).require()
    assert document_of(found) == document
    assert Validator(CATALOGUE).yaml_text(write_yaml(document_of(found))).require() == found


def test_figures_and_dates_take_the_newer_version() -> None:
    found = validated(compared({"event": "days_to_report"}, "lt", 5), dsl_version="1.0.0").problems
    assert {each.code for each in found} == {Code.NEWER_VERSION_NEEDED}


def test_a_misspelled_figure_is_told_with_its_place_and_the_nearest_one() -> None:
    [problem] = validated(compared({"fundamental": "roee"}, "gt", 0.1)).problems
    assert problem.pointer == f"{ENTRY}/cmp/left/fundamental"
    assert '"roe"' in str(problem.suggestion)


@pytest.mark.parametrize(("market", "ticker"), [("crypto", "BTC-USD"), ("futures", "ES=F"), ("forex", "EURUSD=X")])
def test_where_there_are_no_companies_figures_are_refused(market: str, ticker: str) -> None:
    document = strategy("Figures", ticker, compared(PE, "lt", 15), [{"type": "time_exit", "bars": 5}], market=market)
    [problem] = Validator(CATALOGUE).document(document).problems
    assert (problem.code, problem.pointer) == (Code.NOT_IN_MARKET, f"{ENTRY}/cmp/left/fundamental")


@pytest.mark.parametrize(
    "never",
    [
        compared(PE, "lt", 0),
        compared({"fundamental": "pb"}, "lte", 0),
        compared({"event": "days_to_report"}, "lt", 0),
        compared({"event": "days_since_report"}, "eq", -1),
    ],
)
def test_what_no_company_can_meet_is_told(never: Document) -> None:
    assert [each.code for each in validated(never).problems] == [Code.NEVER_TRUE]


def test_a_negative_yield_or_growth_can_come_true() -> None:
    assert not validated(compared({"fundamental": "earnings_yield"}, "lt", 0)).problems
    assert not validated(compared({"fundamental": "profit_growth"}, "lt", -0.5)).problems


def test_figures_are_said_as_the_trade_says_them() -> None:
    good: Document = {"all": [compared(PE, "lt", 15), compared({"fundamental": "roe"}, "gt", 0.15)]}
    assert "the P/E is below 15 and ROE is above 15%" in sentences(good, Language.EN)
    chinese = sentences(good, Language.ZH)
    assert "市盈率" in chinese
    assert "净资产收益率" in chinese
    assert "15%" in chinese
    news = compared({"event": "new_report"}, "eq", 1)
    assert "a new report has come out" in sentences(news, Language.EN)


@each("language", Language)
@each("leaf", [*map(o.Fundamental, FundamentalField), *map(o.CompanyEvent, EventField)])
def test_every_figure_and_date_has_a_name(leaf: o.OfCompany, language: Language) -> None:
    said = StrategyPhrases(language).value(leaf)
    assert said
    assert leaf.field.value not in said or leaf.field.value in ("revenue", "equity", "shares")


def test_the_numbers_beside_figures_can_be_varied_within_what_can_be() -> None:
    days, pe = compared({"event": "days_to_report"}, "lte", 5), compared(PE, "lt", 15)
    news = compared({"event": "new_report"}, "eq", 1)
    found = tunables_of(validated({"all": [days, pe, news]}).require(), CATALOGUE)
    by_pointer = {each.pointer: each for each in found}
    counted, priced = (by_pointer[f"{ENTRY}/all/{at}/cmp/right"] for at in (0, 1))
    assert (counted.kind, counted.minimum) == ("int", 2)
    assert priced.minimum > 0
    assert f"{ENTRY}/all/2/cmp/right" not in by_pointer
