"""What a client is shown: few tools unless it chooses, in names that exist, and only those that it may call."""

import json
import re

import pytest

from apps.mcp.composition import TOOLBOXES
from apps.mcp.whole.manifest import GUIDES, SHOWN_AT_FIRST, listed, manifest
from apps.mcp.whole.prompts import PROMPTS
from apps.mcp.whole.selection import ToolSelection, UnknownChoice, UnknownToolset
from apps.mcp.whole.writing import MANIFEST, manifest_text
from packages.contracts.tool_grants import ToolDomain
from packages.core.messages import Language, sentences

# Fields and values that begin like a tool.
FIELDS = frozenset({"backtest_charts", "strategy_version"})
_NAMED = re.compile(r"\b(?:" + "|".join(ToolDomain) + r")_[a-z_]+")


def _names(selection: ToolSelection) -> list[str]:
    return [tool.name for tool in manifest().shown(selection)]


def test_the_manifest_is_what_the_tools_say_of_themselves() -> None:
    assert MANIFEST.read_text("utf-8") == manifest_text(), "run `make contracts`"


def test_the_default_is_small() -> None:
    selection = ToolSelection()
    told = {"tools": [listed(tool, selection) for tool in manifest().shown(selection)]}
    assert len(_names(selection)) == len(GUIDES) + SHOWN_AT_FIRST
    # 5,500 tokens by the encodings cl100k and o200k, 4 bytes each on the average.
    assert len(json.dumps(told, ensure_ascii=False).encode()) / 4 <= 8_000


def test_all_lists_every_tool_once() -> None:
    every = [f"{domain}_{name}" for domain, box in TOOLBOXES.items() for name in box.tools]
    assert _names(ToolSelection.of("all")) == every


def test_a_client_chooses_by_domain_and_by_name() -> None:
    chosen = _names(ToolSelection.of("backtest,stress", "research_run"))
    assert {name.split("_")[0] for name in chosen} == {"backtest", "stress", "research"}
    assert "research_run" in chosen
    assert "research_report" not in chosen


@pytest.mark.parametrize("toolsets", ["", "all", "default", "trading"])
def test_who_only_reads_is_shown_nothing_that_changes_anything(toolsets: str) -> None:
    selection = ToolSelection.of(toolsets, read_only=True)
    changing = {tool.name for tool in manifest().tools if tool.changes and tool.domain}
    assert not changing & set(_names(selection))
    assert not changing & {tool.name for tool in manifest().allowed(selection)}
    assert all(listed(tool, selection)["annotations"]["readOnlyHint"] for tool in manifest().shown(selection))


def test_who_may_not_trade_is_shown_no_tool_that_trades() -> None:
    names = _names(ToolSelection.of("all").within(writes=True, trades=False))
    assert "strategy_upsert_dsl" in names
    assert "trading_positions" in names
    assert "trading_start" not in names


def test_a_toolset_or_an_option_that_is_none_is_refused() -> None:
    with pytest.raises(UnknownToolset, match="nothing"):
        ToolSelection.of("research,nothing")
    with pytest.raises(UnknownChoice):
        ToolSelection.of_request({"read_only": "perhaps"}, {})


def test_headers_and_the_address_choose_alike() -> None:
    by_address = ToolSelection.of_request({"toolsets": "stress", "read_only": "1"}, {})
    assert by_address == ToolSelection.of_request({}, {"x-mcp-toolsets": "stress", "x-mcp-read-only": "true"})
    assert by_address == ToolSelection.of("stress", read_only=True)


def test_what_is_said_of_tools_names_only_tools_that_there_are() -> None:
    known = {tool.name for tool in manifest().tools}
    said = {tool.name: json.dumps(tool.shown) for tool in manifest().tools}
    for language in Language:
        said |= {code: text for code, text in sentences(language).items() if code.startswith("tools.prompt.")}
    said["instructions"] = str(manifest().opening["instructions"])
    named = {(where, name) for where, text in said.items() for name in _NAMED.findall(text)}
    assert {(where, name) for where, name in named if name not in known | FIELDS and not name.endswith("_id")} == set()


def test_no_tool_is_named_as_it_is_named_elsewhere() -> None:
    """By the plain name of a domain's own server, where that can be nothing else."""
    plain = {name for box in TOOLBOXES.values() for name in box.tools if "_" in name}
    for tool in manifest().tools:
        words = set(re.findall(r"(?<![\w/.])[a-z]+(?:_[a-z]+)+(?!\w)", str(tool.shown["description"])))
        assert not words & plain, tool.name


def test_every_prompt_is_listed() -> None:
    shown = [each["name"] for each in manifest().lists["prompts/list"]["prompts"]]
    assert shown == [each.__name__ for each in PROMPTS]
