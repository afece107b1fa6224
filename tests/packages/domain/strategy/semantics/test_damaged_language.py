"""Documents of every part of version 2.0.0 with something broken in them: each is answered with places and remedies."""

from collections.abc import Callable
from random import Random

import pytest

from packages.core.messages import Language
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.build import build
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document, Json
from packages.domain.strategy.validate import Validation, Validator
from packages.domain.strategy.well_known.library import WellKnown, well_known
from tests.corpus.strategies import TICKERS, mutated
from tests.reference.account_strategies import AccountDraw
from tests.reference.company_strategies import CompanyDraw
from tests.reference.expressive_strategies import ExpressiveDraw
from tests.reference.lively_portfolios import legs_document, portfolio_document
from tests.reference.scaled_strategies import ScaledDraw

VALIDATOR = Validator(CATALOGUE)
WORDS = [
    *("account", "equity", "of", "bars", "lag", "mean", "cmp", "cross", "within_bars", "ref", "close", "rule", "legs"),
    *("portfolio", "score", "weights", "long", "short", "scale_in", "part", "at", "units", "fundamental", "event"),
    *("calendar", "opening_range", "indicator", "funding", "cross_rank", "rebalance", "hold", "2.0.0", "AAPL"),
]
DRAWN: list[Callable[[Random], Document]] = [
    lambda rng: ExpressiveDraw(rng).document(),
    lambda rng: AccountDraw(rng, 1e5).document(),
    lambda rng: ScaledDraw(rng, 1e5).document(),
    lambda rng: CompanyDraw(rng).document(),
    lambda rng: portfolio_document(rng, rng.choice([Market.US_STOCKS, Market.CN_STOCKS, Market.CRYPTO])),
    lambda rng: legs_document(rng, Market.US_STOCKS, list(TICKERS[Market.US_STOCKS])),
    lambda rng: well_known(rng.choice(list(WellKnown))),
]


@pytest.mark.timeout(0)
@pytest.mark.parametrize("count", [280, pytest.param(50_000, marks=pytest.mark.trust)])
def test_every_damaged_document_is_answered_with_places(count: int) -> None:
    rng, refused = Random(count), 0
    for number in range(count):
        refused += is_refused_with_places(mutated(rng, DRAWN[number % len(DRAWN)](rng), WORDS))
    assert refused > count / 2


def is_refused_with_places(document: Json) -> bool:
    answer: Validation = VALIDATOR.document(document)
    assert (answer.strategy is None) is bool(answer.problems)
    for problem in answer.problems:
        assert problem.pointer == "" or problem.pointer.startswith("/")
        assert all(problem.as_json(language)["suggestion"] for language in Language)
    if answer.strategy is not None:
        assert build(document_of(answer.strategy)) == answer.strategy
    return bool(answer.problems)
