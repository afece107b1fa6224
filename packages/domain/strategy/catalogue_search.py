"""Find indicators by a word of either language."""

from packages.core.messages import Language, LanguageCode
from packages.domain.strategy.indicators.catalogue import CATALOGUE, Category, Indicator, catalogue_json


def search_catalogue(
    language: LanguageCode, category: Category | None = None, text: str = ""
) -> list[dict[str, object]]:
    """The part of the catalogue that is asked for, as `catalogue_json` gives it; names that begin with the text come
    first, then what has it in its name."""
    wanted = text.strip().casefold()
    found = {each.name for each in CATALOGUE.values() if _fits(each, category, wanted)}
    entries = [each for each in catalogue_json(language) if each["name"] in found]
    return sorted(entries, key=lambda each: _distance(each, wanted)) if wanted else entries


def _distance(entry: dict[str, object], wanted: str) -> tuple[bool, bool]:
    name, label = str(entry["name"]), str(entry["label"]).casefold()
    return not name.startswith(wanted), wanted not in name and wanted not in label


def _fits(each: Indicator, category: Category | None, wanted: str) -> bool:
    if category is not None and each.category is not category:
        return False
    words = (each.name, *(text for one in Language for text in (each.label(one), each.description(one))))
    return any(wanted in word.casefold() for word in words)
