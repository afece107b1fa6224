"""The well-known strategies are valid, bilingual and explained, each sentence of them."""

import json
import re
from importlib.resources import files
from typing import Any

import pytest

from packages.core.messages import Language
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.explain.strategy import explain
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import same
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.validate import Validator
from packages.domain.strategy.walk import factors_read
from packages.domain.strategy.well_known.library import WellKnown, well_known

FOLDER = files("packages.domain.strategy.well_known")
HAN = re.compile(r"[\u4e00-\u9fff]")
# Names of fields and operations that only a document says.
INNER = re.compile(r"[{}_]|\b(cmp|ref|lag|gt|gte|lt|lte|cross_above|pct_equity)\b")


def strategy_of(which: WellKnown, language: Language = Language.EN) -> Strategy:
    return Validator(CATALOGUE).document(well_known(which, language)).require()


def test_every_document_has_a_name_in_the_list_and_the_other_way_round() -> None:
    stems = {each.name.removesuffix(".json") for each in FOLDER.iterdir() if each.name.endswith(".json")}
    assert stems == {each.value for each in WellKnown}


@pytest.mark.parametrize("which", WellKnown)
def test_it_is_valid_as_it_lies_in_the_folder_and_spelled_canonically(which: WellKnown) -> None:
    document: dict[str, Any] = json.loads(FOLDER.joinpath(f"{which}.json").read_text(encoding="utf-8"))
    strategy = Validator(CATALOGUE).document(document).require()
    assert same(document, document_of(strategy))
    assert strategy.name == well_known(which)["strategy"]["name"]  # type: ignore[index, call-overload]


@pytest.mark.parametrize("which", WellKnown)
def test_its_name_and_its_idea_are_told_in_the_language_that_is_asked_for(which: WellKnown) -> None:
    english, chinese = (strategy_of(which, language) for language in (Language.EN, Language.ZH))
    assert english.description
    assert chinese.description
    assert not HAN.search(english.name + english.description)
    assert HAN.search(chinese.description)
    assert english.long == chinese.long


@pytest.mark.parametrize("which", WellKnown)
def test_every_rule_is_explained_in_both_languages_without_words_of_the_document(which: WellKnown) -> None:
    english, chinese = (explain(strategy_of(which, each), CATALOGUE, each) for each in (Language.EN, Language.ZH))
    assert [each.topic for each in english] == [each.topic for each in chinese]
    assert len(english) >= 4
    for sentence in (*english, *chinese):
        assert not INNER.search(sentence.text), sentence.text
    assert not [each.text for each in english if HAN.search(each.text)]
    assert all(HAN.search(each.text) for each in chinese)


@pytest.mark.parametrize("which", WellKnown)
def test_every_number_of_its_rules_is_in_the_explanation(which: WellKnown) -> None:
    strategy = strategy_of(which)
    told = "".join(each.text for each in explain(strategy, CATALOGUE, Language.EN))
    for factor in strategy.factors:
        if factor.name in factors_read(strategy):
            assert all(str(value) in told for _, value in factor.params if not isinstance(value, str)), told


def test_those_that_need_no_newer_version_say_so() -> None:
    for which in WellKnown:
        document = well_known(which)
        older = Validator(CATALOGUE).document({**document, "dsl_version": "1.0.0"})
        assert (document["dsl_version"] == "1.0.0") is (older.strategy is not None), which
