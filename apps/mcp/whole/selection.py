"""Which tools a client wants to be shown: by domain, by name, or the few that it begins with."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from packages.contracts.tool_grants import ToolDomain
from packages.core.errors import Invalid

DEFAULT, ALL = "default", "all"
TOOLSETS = (DEFAULT, ALL, *(domain.value for domain in ToolDomain))
_YES, _NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off", "")
_HEADER = "x-mcp-"
_OPTIONS = ("toolsets", "tools", "read-only", "output-schemas")


class UnknownToolset(Invalid):
    """A toolset that there is not."""


class UnknownChoice(Invalid):
    """An option that is neither yes nor no."""


@dataclass(frozen=True, slots=True)
class ToolSelection:
    """`toolsets` and `tools` are shown together; where both are empty it is the default."""

    toolsets: frozenset[str] = frozenset()
    tools: frozenset[str] = frozenset()
    read_only: bool = False
    output_schemas: bool = False
    trades: bool = True

    @property
    def is_default(self) -> bool:
        """Then every other tool can be found and called, too."""
        return not self.tools and self.toolsets <= {DEFAULT}

    @classmethod
    def of(
        cls, toolsets: str = "", tools: str = "", *, read_only: bool = False, output_schemas: bool = False
    ) -> "ToolSelection":
        """Names with commas, as a command or an address gives them."""
        wanted = frozenset(_names(toolsets))
        strange = sorted(wanted - set(TOOLSETS))
        if strange:
            raise UnknownToolset("tools.unknown_toolset", strange=", ".join(strange)[:200], known=TOOLSETS)
        return cls(wanted, frozenset(_names(tools)), read_only, output_schemas)

    @classmethod
    def of_request(cls, query: Mapping[str, str], headers: Mapping[str, str]) -> "ToolSelection":
        """`?toolsets=research,backtest&tools=…&read_only=1&output_schemas=1`, or headers such as `X-MCP-Toolsets`."""
        given = {each: query.get(each.replace("-", "_"), headers.get(_HEADER + each, "")) for each in _OPTIONS}
        return cls.of(
            given["toolsets"],
            given["tools"],
            read_only=_switch("read_only", given["read-only"]),
            output_schemas=_switch("output_schemas", given["output-schemas"]),
        )

    def within(self, *, writes: bool, trades: bool) -> "ToolSelection":
        """What is left of it for a caller who may do no more."""
        return replace(self, read_only=self.read_only or not writes, trades=trades)


def _names(text: str) -> Iterable[str]:
    return (each.strip() for each in text.split(",") if each.strip())


def _switch(name: str, text: str) -> bool:
    if text.lower() not in (*_YES, *_NO):
        raise UnknownChoice("tools.unknown_choice", name=name)
    return text.lower() in _YES
