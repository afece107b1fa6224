"""Legs by name are held at the weights that plain loops find, from when until when the rules say."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest

from packages.core.messages import Language
from packages.domain.backtest.alongside import Alongside
from packages.domain.backtest.portfolio.compiled import CompiledPortfolio
from packages.domain.backtest.runs import ready, run_once
from packages.domain.backtest.terms import Terms, usual_costs
from packages.domain.strategy.build import build
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.explain.strategy import explain
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.validate import Validator
from tests.corpus import well_known
from tests.packages.domain.backtest.expressions.test_well_known import strategy_of
from tests.packages.domain.backtest.portfolio.demo_panels import demo_pack, loaded_of, tickers
from tests.reference.backtest import ReferenceOutcome
from tests.reference.both import differences
from tests.reference.lively_portfolios import PortfolioRun, _seen, random_legs
from tests.reference.portfolio_account import PortfolioReference
from tests.reference.portfolio_targets import TargetReference

SMOKE, PROOF = range(30), range(3_000, 3_500)
NAMES = well_known.named_legs("AAPL", "MSFT")


def legs_of(weight: object) -> dict[str, object]:
    return {"each": [{"ticker": "AAPL", "weight": weight}, {"ticker": "MSFT", "weight": 0}]}


def assert_alike(run: PortfolioRun, what: object) -> int:
    portfolio = run.strategy.as_portfolio
    picks = TargetReference(run.strategy, run.panel).picks()
    tolerance = float(portfolio.rebalance.tolerance)
    expected = PortfolioReference(run.panel, run.terms, picks, list(run.settled), tolerance).run()
    told = run_once(ready(run.strategy, CATALOGUE), run.panel, run.terms)
    columns = (told.equity.tolist(), told.cash.tolist(), told.exposure.tolist())
    found = ReferenceOutcome(list(told.trades), *columns, list(told.open_positions), told.orders, told.ruined_at)
    apart = differences(expected, found, float(run.terms.cash))
    assert not apart, f"{what}, reference against engine:\n" + "\n".join(apart)
    return len(told.trades)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SMOKE)
def test_random_legs_trade_as_the_reference_does(seed: int) -> None:
    assert_alike(random_legs(seed), f"seed {seed}")


@pytest.mark.trust
@pytest.mark.parametrize("start", range(PROOF.start, PROOF.stop, 50))
def test_five_hundred_random_legs_are_alike(start: int) -> None:
    assert sum(assert_alike(random_legs(seed), seed) for seed in range(start, start + 50)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_well_known_legs_trade_as_the_reference_does(name: str) -> None:
    first, second = tickers(demo_pack(), "us_stocks")[:2]
    strategy = strategy_of(well_known.named_legs(first, second)[name])
    panel = loaded_of((first, second)).panel.until(900)
    panel = replace(panel, alongside=Alongside(tuple(_seen(panel, row) for row in range(2))))
    terms = Terms(cash=Decimal(1_000_000), costs=usual_costs(panel.market))
    assert assert_alike(PortfolioRun(strategy, panel, terms, (900, 900)), name)


@pytest.mark.parametrize("name", NAMES)
def test_they_are_explained_in_both_languages_and_written_back_as_they_are(name: str) -> None:
    strategy = strategy_of(NAMES[name])
    english, chinese = (explain(strategy, CATALOGUE, language) for language in (Language.EN, Language.ZH))
    assert [each.topic for each in english] == [each.topic for each in chinese]
    assert {"portfolio.leg.AAPL", "portfolio.leg.MSFT", "portfolio.gross"} <= {each.topic for each in english}
    assert "做空" in "".join(each.text for each in chinese) or name == "sixty_forty"
    assert build(document_of(strategy)) == strategy


def test_a_pair_is_entered_far_from_its_mean_and_held_until_it_is_near() -> None:
    run = random_legs(0)
    z = [0.0, 1.9, 2.1, 1.0, 0.6, 0.4, 1.0, -2.5, -0.6, -0.3, 0.0]
    close = np.tile(np.array([100.0]), (2, len(z)))
    close[0] += np.array(z)
    document = well_known.legs(
        "By hand",
        {"AAPL": 0.5, "MSFT": -0.5},
        hold={
            "from": well_known.compared({"abs": {"subtract": [{"ref": "close"}, 100]}}, "gt", 2),
            "until": well_known.compared({"abs": {"subtract": [{"ref": "close"}, 100]}}, "lt", 0.5),
        },
    )
    strategy = strategy_of(document)
    panel = replace(run.panel.until(len(z)).of(run.panel.tickers[:2]), tickers=("AAPL", "MSFT"), alongside=None)
    panel = replace(panel, open=close, high=close, low=close, close=close, volume=np.full_like(close, 1e6))
    targets = CompiledPortfolio(strategy, CATALOGUE).targets(panel)
    held = [targets.of(number)[1].tolist() != [0.0, 0.0] for number in range(len(z))]
    assert held == [False, False, True, True, True, False, False, True, True, False, False]


@pytest.mark.parametrize("seed", range(10))
def test_no_weight_depends_on_a_later_bar(seed: int) -> None:
    run = random_legs(seed)
    compiled = CompiledPortfolio(run.strategy, CATALOGUE)
    whole, cut = compiled.targets(run.panel), compiled.targets(run.panel.until(97))
    count = len(cut.bars)
    assert whole.bars[:count].tolist() == cut.bars.tolist()
    assert whole.weights[: len(cut.weights)].tolist() == cut.weights.tolist()


def test_weights_above_the_gross_are_scaled_down_together() -> None:
    strategy = strategy_of(well_known.legs("Two to one", {"AAPL": 1.0, "MSFT": -0.5}, gross=0.75))
    run = random_legs(1)
    panel = replace(run.panel.of(run.panel.tickers[:2]), tickers=("AAPL", "MSFT"), alongside=None)
    targets = CompiledPortfolio(strategy, CATALOGUE).targets(panel)
    assert targets.of(0)[1] == pytest.approx([0.5, -0.25])
    assert strategy.as_portfolio.gross == 0.75


@pytest.mark.parametrize(
    ("change", "pointer", "code"),
    [
        ({"long": {}}, "/portfolio/long", "contradictory_leg"),
        ({"max_weight": 0.5}, "/portfolio/max_weight", "contradictory_leg"),
        ({"weights": {"mode": "equal"}}, "/portfolio/legs", "one_key_needed"),
        ({"legs": {"each": [{"ticker": "AAPL", "weight": 1}]}}, "/universe/tickers/1", "contradictory_leg"),
        (
            {
                "legs": {
                    "each": [{"ticker": "AAPL", "weight": {"account": "drawdown"}}, {"ticker": "MSFT", "weight": 0}]
                }
            },
            "/portfolio/legs/each/0/weight/account",
            "account_not_allowed",
        ),
        (
            {"legs": legs_of({"cross_rank": 1})},
            "/portfolio/legs/each/0/weight",
            "cross_misplaced",
        ),
    ],
)
def test_what_cannot_be_held_is_told_at_its_place(change: dict[str, object], pointer: str, code: str) -> None:
    document = well_known.sixty_forty("AAPL", "MSFT")
    told = {**document, "portfolio": {**document["portfolio"], **change}}  # type: ignore[dict-item]
    found = [(each.pointer, each.code.value) for each in Validator(CATALOGUE).document(told).problems]
    assert (pointer, code) in found


def test_weights_below_0_need_a_market_that_sells_short() -> None:
    told = well_known.dollar_neutral("600519.SH", "000001.SZ", market="cn_stocks")
    [problem] = Validator(CATALOGUE).document(told).problems
    assert (problem.pointer, problem.code.value) == ("/portfolio/legs/each", "no_short_in_market")
    assert Validator(CATALOGUE).document(well_known.sixty_forty("600519.SH", "000001.SZ", market="cn_stocks")).strategy
