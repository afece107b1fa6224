"""What a JSON value says, by the names of its fields: numbers, and choices with the options they were taken from."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from src.modules.llm_platform.domain.structured.shapes import Schema, branches, mapping, types_of
from src.modules.llm_platform.domain.structured.values import Json, Number


@dataclass(slots=True)
class Stated:
    """What is said under one name, wherever in the value it stands; a field left out says its default, or nothing."""

    is_number: bool = False
    numbers: set[float] = field(default_factory=set)
    choices: set[str] = field(default_factory=set)
    options: set[str] = field(default_factory=set)


def stated_by_name(value: Json, schema: Schema) -> dict[str, Stated]:
    """Only names under which a number, or a choice among options, is or could be."""
    stated: dict[str, Stated] = {}
    _collect(value, schema, schema, stated)
    return {name: said for name, said in stated.items() if said.is_number or said.options}


def _collect(value: Json, schema: Schema, root: Schema, stated: dict[str, Stated]) -> None:
    if isinstance(value, list):
        guides = [mapping(branch, "items") for branch in branches(schema, root) if "items" in branch]
        for element in value:
            for guide in guides:
                _collect(element, guide, root, stated)
    elif isinstance(value, dict):
        alternatives = list(branches(schema, root))
        for key, element in value.items():
            for guide in _guides(key, alternatives):
                _note(element, guide, root, stated.setdefault(key, Stated()))
                _collect(element, guide, root, stated)
        for key in {key for branch in alternatives for key in mapping(branch, "properties")} - value.keys():
            for guide in _guides(key, alternatives):
                _note(_default(guide), guide, root, stated.setdefault(key, Stated()))


def _guides(key: str, alternatives: Sequence[Schema]) -> list[Schema]:
    described = [mapping(branch, "properties").get(key) for branch in alternatives]
    return [guide for guide in described if isinstance(guide, Mapping)] or [{}]


def _default(guide: Schema) -> Json:
    match guide.get("default"):
        case (bool() | str()) as default:
            return default
        case (int() | float()) as default:
            return Number(repr(default))
        case _:
            return None


def _note(value: Json, schema: Schema, root: Schema, stated: Stated) -> None:
    types = {name for branch in branches(schema, root) for name in types_of(branch)}
    if isinstance(value, Number):
        stated.numbers.add(float(value.value))
    elif isinstance(value, bool):
        stated.choices.add(str(value).lower())
    elif isinstance(value, str):
        stated.choices.add(value)
    stated.is_number |= isinstance(value, Number) or not types.isdisjoint({"number", "integer"})
    stated.options.update(_options(schema, root), ("true", "false") if "boolean" in types else ())


def _options(schema: Schema, root: Schema) -> Iterator[str]:
    for branch in branches(schema, root):
        listed = branch.get("enum", [branch["const"]] if "const" in branch else [])
        if isinstance(listed, Sequence):
            yield from (option for option in listed if isinstance(option, str))
