"""Resources that hold nothing of anybody's: the glossary, the language of strategies, templates to begin with."""

import json

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError

from packages.contracts.strategy.tool_language import TemplatesView
from packages.core.messages import Language
from packages.domain.conversation.understanding.asking.glossary import all_terms
from packages.domain.strategy.schema.grammar import schema_document
from packages.domain.strategy.templates import Family

_JSON = "application/json"


def add_references(server: MCPServer) -> None:
    server.resource("parley://glossary/{language}", name="glossary", mime_type=_JSON)(glossary)
    server.resource("parley://strategy/schema", name="strategy_schema", mime_type=_JSON)(strategy_schema)
    server.resource("parley://strategy/templates", name="strategy_templates", mime_type=_JSON)(templates)


async def glossary(language: str) -> str:
    """What the terms of trading and of this desk mean, in zh or en."""
    if language not in list(Language):
        raise ResourceNotFoundError(language)
    reads = Language(language)
    terms = {each.name(reads): each.meaning(reads) for each in all_terms() if not each.is_indicator}
    return _text(terms)


async def strategy_schema() -> str:
    """The JSON Schema of the language of strategies (the dsl)."""
    return _text(schema_document())


async def templates() -> str:
    """Strategies to begin with, by family; the tool `strategy_templates` fits one to an instrument."""
    return _text(TemplatesView.listed(tuple(Family)).model_dump(mode="json"))


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
