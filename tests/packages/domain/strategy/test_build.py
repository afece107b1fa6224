"""From documents to strategies and back, exactly."""

import pytest

from packages.domain.strategy.build import build
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.conditions import Constant, FactorOutput, Price, PriceField
from packages.domain.strategy.json_tree import Document, canonical_text, content_hash, same
from packages.domain.strategy.walk import every_operand
from tests.corpus.indicator_catalogue import SMALL_CATALOGUE
from tests.corpus.sample_strategy import changed, sample
from tests.corpus.strategies import valid_strategies


def test_the_canonical_sample_comes_back_as_it_went_in() -> None:
    assert canonical_text(document_of(build(sample()))) == canonical_text(sample())


@pytest.mark.slow
def test_every_valid_strategy_comes_back_as_it_went_in() -> None:
    for document, strategy in valid_strategies(21, 300, SMALL_CATALOGUE):
        assert same(document_of(strategy), document)
        assert build(document_of(strategy)) == strategy
        assert hash(strategy) == hash(build(document))


_ATR = {"kind": "atr_multiple", "value": 2}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (changed("/trade/long/entry/condition/all/1/cmp/left/lag", 0, "add"), sample()),
        (changed("/trade/long/entry/condition/all/1/cmp/right", 70.0), sample()),
        (
            changed("/trade/long/exits/1/stop", {**_ATR, "period": 14}),
            changed("/trade/long/exits/1/stop", {**_ATR, "value": 2.0}),
        ),
    ],
)
def test_what_says_the_same_has_the_same_hash(one: Document, other: Document) -> None:
    assert content_hash(document_of(build(one))) == content_hash(document_of(build(other)))


def test_names_lead_to_prices_factors_and_their_outputs() -> None:
    condition = {
        "cmp": {"left": {"ref": "volume", "lag": 2}, "op": "gt", "right": {"ref": "macd.signal"}},
    }
    strategy = build(changed("/trade/long/entry/condition", condition))
    operands = dict(every_operand(strategy))
    place = "/trade/long/entry/condition/cmp"
    assert operands[f"{place}/left"] == Price(PriceField.VOLUME, 2)
    assert operands[f"{place}/right"] == FactorOutput("macd", "signal")
    assert Constant(70) not in operands.values()
