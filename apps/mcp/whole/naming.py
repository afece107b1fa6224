"""The names of the one server of all tools, `<domain>_<tool>`, in everything that a model reads there."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from packages.contracts.tool_grants import ToolDomain

_WORD = re.compile(r"`([a-z_]+)`|(?<![\w/.`])([a-z]+_[a-z_]+)(?![\w/`])")
Names = Mapping[ToolDomain, frozenset[str]]


def public_name(domain: ToolDomain, tool: str) -> str:
    return f"{domain}_{tool}"


class PublicNames:
    """Rewrites plain names of a domain's own tools: words in backticks, and words that hold an underscore."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def in_text(self, text: str, domain: ToolDomain) -> str:
        return _WORD.sub(self._renamed(domain), text)

    def in_schema(self, schema: Any, domain: ToolDomain) -> Any:
        """Descriptions renamed, and without the titles that only repeat the names of fields."""
        match schema:
            case dict():
                return {
                    name: self._described(name, value, domain)
                    for name, value in schema.items()
                    if not (name == "title" and isinstance(value, str))
                }
            case list():
                return [self.in_schema(each, domain) for each in schema]
            case _:
                return schema

    def _described(self, name: str, value: Any, domain: ToolDomain) -> Any:
        if name == "description" and isinstance(value, str):
            return self.in_text(value, domain)
        if name in ("properties", "$defs"):  # whose keys are names of fields, one of which may be `title`
            return {each: self.in_schema(inside, domain) for each, inside in value.items()}
        return self.in_schema(value, domain)

    def _renamed(self, domain: ToolDomain) -> Callable[[re.Match[str]], str]:
        def renamed(found: re.Match[str]) -> str:
            name = found[1] or found[2]
            if name not in self._names[domain]:
                return found[0]
            return found[0].replace(name, public_name(domain, name))

        return renamed
