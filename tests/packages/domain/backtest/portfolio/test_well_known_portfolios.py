"""Well-known portfolios of target weights are explained in both languages, and trade as the plain reference does."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from packages.core.messages import Language
from packages.domain.backtest.alongside import Alongside
from packages.domain.backtest.portfolio.engine import hold
from packages.domain.backtest.portfolio.targets import target_weights
from packages.domain.backtest.portfolio.universe_bars import universe_of
from packages.domain.backtest.terms import Terms, usual_costs
from packages.domain.strategy.explain.strategy import explain
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document
from packages.infra.providers.market_data.calendars import calendar_of
from tests.corpus import well_known
from tests.packages.domain.backtest.expressions.test_well_known import strategy_of
from tests.packages.domain.backtest.portfolio.demo_panels import demo_pack, loaded_of, tickers
from tests.reference.backtest import ReferenceOutcome
from tests.reference.both import differences
from tests.reference.portfolio_account import PortfolioReference
from tests.reference.portfolio_targets import TargetReference

pytestmark = pytest.mark.slow


def documents() -> Mapping[str, Document]:
    american, chinese = (tickers(demo_pack(), market) for market in ("us_stocks", "cn_stocks"))
    of_china = well_known.portfolios(chinese, market="cn_stocks")
    return {
        **{f"us_{name}": each for name, each in well_known.portfolios(american).items()},
        "us_long_short_neutral": well_known.long_short_neutral(american),
        **{f"cn_{name}": each for name, each in of_china.items()},
    }


@pytest.mark.parametrize("name", documents())
def test_it_trades_as_the_reference_does(name: str, tmp_path: Path) -> None:
    strategy = strategy_of(documents()[name])
    panel = loaded_of(strategy.universe.tickers).panel
    terms = Terms(cash=Decimal(5_000_000), costs=usual_costs(panel.market))
    first, last = (panel.time[at].astype("datetime64[M]") for at in (0, -1))
    calendar = calendar_of(panel.market, tmp_path)
    sessions = calendar.sessions(first.astype("datetime64[D]").item(), ((last + 1).astype("datetime64[D]") - 1).item())
    panel = replace(panel, alongside=Alongside(sessions=sessions))
    targets = target_weights(strategy, universe_of(panel), CATALOGUE)
    told = hold(targets, panel, terms)
    columns = (told.equity.tolist(), told.cash.tolist(), told.exposure.tolist())
    found = ReferenceOutcome(list(told.trades), *columns, list(told.open_positions), told.orders, told.ruined_at)
    picks = TargetReference(strategy, panel, sessions.tolist()).picks()
    expected = PortfolioReference(panel, terms, picks, [len(panel)] * len(panel.tickers), 0.0).run()
    assert differences(expected, found, float(terms.cash)) == []
    assert found.trades


@pytest.mark.parametrize("name", documents())
def test_it_is_explained_in_both_languages(name: str) -> None:
    strategy = strategy_of(documents()[name])
    english, chinese = (explain(strategy, CATALOGUE, language) for language in (Language.EN, Language.ZH))
    assert [each.topic for each in english] == [each.topic for each in chinese]
    assert {"universe", "portfolio.long", "portfolio.weights", "portfolio.rebalance"} <= {
        each.topic for each in english
    }
    rules = "".join(each.text for each in chinese if each.topic != "name")
    assert "调仓" in rules
    assert "portfolio" not in rules
    assert "{" not in rules
