"""Documents of version 2.0.0 of every kind, damaged in any place: each is a strategy, or answered with the places of
its faults and what to write there instead."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from packages.core.messages import Language
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.build import build
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document, Json, steps_of
from packages.domain.strategy.problems import Problem, Stage
from packages.domain.strategy.validate import Validator
from packages.domain.strategy.well_known.library import WellKnown, well_known
from tests.corpus.strategies import mutated
from tests.effort import first_of
from tests.reference.account_strategies import AccountDraw
from tests.reference.company_strategies import CompanyDraw
from tests.reference.expressive_strategies import ExpressiveDraw
from tests.reference.lively_portfolios import TICKERS, legs_document, portfolio_document
from tests.reference.scaled_strategies import ScaledDraw

VALIDATOR = Validator(CATALOGUE)
KINDS: dict[str, Callable[[Random], Document]] = {
    "expressions": lambda rng: ExpressiveDraw(rng).document(),
    "account": lambda rng: AccountDraw(rng, 1e5).document(),
    "scaled": lambda rng: ScaledDraw(rng, 1e5).document(),
    "companies": lambda rng: CompanyDraw(rng).document(),
    "portfolio": lambda rng: portfolio_document(rng, rng.choice(list(TICKERS))),
    "legs": lambda rng: legs_document(rng, Market.US_STOCKS, ["AAPL", "MSFT"]),
    "well known": lambda rng: well_known(rng.choice(list(WellKnown))),
}
EACH = 500  # documents of a seed: a hundred seeds are 50,000


def _words(value: Json) -> set[str]:
    """All keys and words of a document: what damage puts in its place."""
    if isinstance(value, dict):
        return set(value).union(*map(_words, value.values()))
    if isinstance(value, list):
        return set().union(*map(_words, value))
    return {value} if isinstance(value, str) else set()


@pytest.mark.slow
@pytest.mark.parametrize("seed", first_of(range(100)))
def test_every_damaged_document_is_answered_with_places(seed: int) -> None:
    rng, seen = Random(f"damaged {seed}"), Counter[Stage | None]()
    words = sorted(_words([draw(rng) for draw in KINDS.values()]))
    for number in range(EACH):
        draw = list(KINDS.values())[number % len(KINDS)]
        document = mutated(rng, draw(rng), words)
        answer = VALIDATOR.document(document)
        seen[answer.stage] += 1
        assert (answer.strategy is None) is bool(answer.problems)
        for problem in answer.problems:
            _is_an_answer(problem, document)
        if answer.strategy is not None:
            assert build(document_of(answer.strategy)) == answer.strategy
    assert seen[Stage.SCHEMA] + seen[Stage.SEMANTIC] > 0.5 * EACH


def _is_an_answer(problem: Problem, document: Json) -> None:
    """All but the last two steps of its pointer are there: a fault may be about what is missing."""
    for language in Language:
        assert all(problem.as_json(language)[told] for told in ("expected", "found", "suggestion"))
    assert problem.pointer == "" or problem.pointer.startswith("/")
    value = document
    for step in steps_of(problem.pointer)[:-2]:
        value = value[int(step)] if isinstance(value, list) else value[step]  # type: ignore[index]
