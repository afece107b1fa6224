"""Find indicators by a word of either language."""

from typing import Literal

from packages.domain.strategy.indicators.catalogue import CATALOGUE, Category, Indicator, catalogue_json


def search_catalogue(
    language: Literal["zh", "en"], category: Category | None = None, text: str = ""
) -> list[dict[str, object]]:
    """The part of the catalogue that is asked for, as `catalogue_json` tells it; names that begin with the text come
    first, then what has it in its name."""
    wanted = text.strip().casefold()
    found = {each.name for each in CATALOGUE.values() if _fits(each, category, wanted)}
    told = [each for each in catalogue_json(language) if each["name"] in found]
    return sorted(told, key=lambda each: _distance(each, wanted)) if wanted else told


def _distance(told: dict[str, object], wanted: str) -> tuple[bool, bool]:
    name, label = str(told["name"]), str(told["label"]).casefold()
    return not name.startswith(wanted), wanted not in name and wanted not in label


def _fits(each: Indicator, category: Category | None, wanted: str) -> bool:
    if category is not None and each.category is not category:
        return False
    words = (each.name, each.label_zh, each.label_en, each.description_zh, each.description_en)
    return any(wanted in word.casefold() for word in words)
