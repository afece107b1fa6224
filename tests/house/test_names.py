"""Names of product code come from finance or software: the house's old words stay out of them."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import PurePath

import pytest

from tests.house.source import modules

HOUSE_WORDS = re.compile(
    r"(?:un|re)?told|tell(?:s|ing)?|bring(?:s|ing)?|brought|desks?|voices?|speaks?|spoken|hum|patience|labs?|hurry"
    r"|shelf|shelves|looks|turnstile|reckon(?:s|ed|ing)?|floors|people"
)
# Fields of answers, stored values and keys that a reader elsewhere knows by these names.
WIRE: Mapping[str, frozenset[str]] = {
    "apps/api/schemas/responses.py": frozenset({"desk_mode"}),
    "apps/mcp/domains/research/audit_views.py": frozenset({"looks_remembered"}),
    "packages/contracts/market_data/regime.py": frozenset({"speaks_for"}),
    "packages/contracts/market_data/views.py": frozenset({"brought"}),
    "packages/contracts/stress/report.py": frozenset({"told"}),
    "packages/contracts/trading/book.py": frozenset({"told"}),
    "packages/contracts/trading/tool_views.py": frozenset({"told"}),
    "packages/domain/market_data/regime/model.py": frozenset({"speaks_for"}),
    "packages/reports/stress/verdict.py": frozenset({"told"}),
    "src/modules/data_engineering/presentation/rest/fetch_routes.py": frozenset({"brought"}),
    "src/modules/judge/presentation/rest/walk_back_schemas.py": frozenset({"looks"}),
}
# `LAB_DEFAULT` is also a name of packages/domain/stress, and `spoken_rules` goes by `SpokenRules` of the strategies.
WAITING: Mapping[str, frozenset[str]] = {
    "apps/api/agents/spoken_rules.py": frozenset({"spoken_rules"}),
    "packages/domain/accounts/profile.py": frozenset({"LAB_DEFAULT"}),
}


def _named(tree: ast.AST) -> Iterator[str]:
    """Every name that the module gives: to classes, functions, arguments, variables, fields and imports."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case ast.alias(asname=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name
            case _:
                pass


def _is_house(name: str) -> bool:
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().split("_")
    return any(HOUSE_WORDS.fullmatch(word) for word in words)


def _house_names(path: str, tree: ast.AST) -> Iterator[str]:
    known = WIRE.get(path, frozenset()) | WAITING.get(path, frozenset())
    names = (*PurePath(path).with_suffix("").parts, *_named(tree))
    return (name for name in names if name not in known and _is_house(name))


def test_no_name_of_the_product_is_a_house_word() -> None:
    found = {path: sorted({*_house_names(path, tree)}) for path, tree in modules().items()}
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize("path", sorted({*WIRE, *WAITING}))
def test_a_name_that_is_let_through_is_still_there(path: str) -> None:
    names = {*PurePath(path).with_suffix("").parts, *_named(modules()[path])}
    assert names >= WIRE.get(path, frozenset()) | WAITING.get(path, frozenset())


@pytest.mark.parametrize(
    ("source", "is_house"),
    [
        ("def told_before(): ...", True),
        ("class AuditedDesk: ...", True),
        ("def rows(told): ...", True),
        ("for told in rows: ...", True),
        ("class Row:\n    spoken: str", True),
        ("from words import spoken as voice", True),
        ("def controlled_desktop(teller): ...", False),
        ("answer.told", False),
    ],
)
def test_a_house_word_is_found_in_a_name(source: str, is_house: bool) -> None:
    assert bool([*_house_names("packages/core/rows.py", ast.parse(source))]) is is_house
