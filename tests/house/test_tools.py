"""A tool is not finished before its example stands beside it: the tests of doors, ways in and fuzz go through those."""

from apps.mcp.composition import TOOLBOXES
from packages.contracts.tool_grants import ToolDomain
from tests.apps.mcp.examples import EXAMPLES


def test_every_domain_has_a_server_and_tools() -> None:
    assert set(TOOLBOXES) == set(ToolDomain)
    assert all(toolbox.tools for toolbox in TOOLBOXES.values())


def test_every_tool_has_an_example_and_every_example_a_tool() -> None:
    tools = {(domain, name) for domain, toolbox in TOOLBOXES.items() for name in toolbox.tools}
    assert tools - set(EXAMPLES) == set(), "write a good call of it into tests/apps/mcp/examples.py"
    assert set(EXAMPLES) - tools == set(), "take it out of tests/apps/mcp/examples.py"
