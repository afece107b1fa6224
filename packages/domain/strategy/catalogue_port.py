"""The indicator catalogue as far as the language needs it, and search in it by a word of either language."""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol, TypeAlias

from packages.domain.strategy.indicators.catalogue import CATALOGUE, Category, Indicator, catalogue_json

ParameterValue: TypeAlias = int | float | str
ParameterKind: TypeAlias = Literal["int", "float", "source", "choice"]


class IndicatorParameter(Protocol):
    """A setting of an indicator; a `default` of None means that the strategy must name it."""

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> ParameterKind: ...
    @property
    def default(self) -> ParameterValue | None: ...
    @property
    def minimum(self) -> float | None: ...
    @property
    def maximum(self) -> float | None: ...
    @property
    def choices(self) -> Sequence[str]: ...


class CataloguedIndicator(Protocol):
    """An indicator by name: what it takes, what it gives, how many bars it needs before its first value."""

    @property
    def name(self) -> str: ...
    @property
    def category(self) -> str: ...
    @property
    def parameters(self) -> Sequence[IndicatorParameter]: ...
    @property
    def outputs(self) -> Sequence[str]: ...
    @property
    def label_zh(self) -> str: ...
    @property
    def label_en(self) -> str: ...
    @property
    def rising(self) -> Sequence[tuple[str, str]]:
        """Pairs of parameters of which the first must be the smaller one."""
        ...

    def warm_up(self, params: Mapping[str, ParameterValue]) -> int: ...


Catalogue: TypeAlias = Mapping[str, CataloguedIndicator]


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
