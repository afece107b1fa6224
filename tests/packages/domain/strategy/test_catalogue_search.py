"""Finding indicators."""

from packages.core.messages import Language
from packages.domain.strategy.catalogue_search import search_catalogue
from packages.domain.strategy.indicators.catalogue import CATALOGUE, Category, catalogue_json


def test_without_a_word_there_is_everything() -> None:
    assert search_catalogue("zh") == catalogue_json("zh")


def test_a_word_of_either_language_finds_an_indicator_in_the_language_asked_for() -> None:
    ema = CATALOGUE["ema"]
    for text in ("EMA", ema.label(Language.ZH), ema.label(Language.EN).upper()):
        [entry] = [each for each in search_catalogue("en", text=f" {text} ") if each["name"] == "ema"]
        assert entry["label"] == ema.label(Language.EN)


def test_what_is_called_so_comes_before_what_only_speaks_of_it() -> None:
    names = [str(each["name"]) for each in search_catalogue("en", text="rsi")]
    assert names[0] == "rsi"
    called = [name for name in names if "rsi" in name]
    assert names[: len(called)] == called


def test_a_category_holds_its_own_only() -> None:
    names = {each["name"] for each in search_catalogue("en", Category.VOLUME)}
    assert names == {each.name for each in CATALOGUE.values() if each.category is Category.VOLUME}
    assert search_catalogue("en", Category.VOLUME, "no such thing at all") == []
