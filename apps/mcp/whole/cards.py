"""Interactive cards by the MCP Apps convention: one HTML page for each kind, which loads nothing and escapes all."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from mcp.server.apps import APP_MIME_TYPE, EXTENSION_ID
from mcp.server.extension import Extension, ResourceBinding
from mcp.server.mcpserver.resources import TextResource

from apps.mcp.whole.card_kinds import CARDS, address
from packages.core.messages import Language, sentences

_WORDS = ("tools.card.", "words.expert.")
_META = {"ui": {"csp": {}, "prefersBorder": True}}


class Cards(Extension):
    """Says that this server has cards, and hands them out."""

    identifier = EXTENSION_ID

    def settings(self) -> dict[str, object]:
        return {"mimeTypes": [APP_MIME_TYPE]}

    def resources(self) -> Sequence[ResourceBinding]:
        return [ResourceBinding(_resource(kind)) for kind in dict.fromkeys(CARDS.values())]


def _resource(kind: str) -> TextResource:
    return TextResource(
        uri=address(kind), name=f"{kind}_card", title=kind, mime_type=APP_MIME_TYPE, text=card(kind), meta=_META
    )


@cache
def card(kind: str) -> str:
    """What is shown arrives later, from the host; the page itself holds words of ours alone."""
    page = (files("apps.mcp.whole") / "card.html").read_text("utf-8")
    words = {language.value: _words(language) for language in Language}
    written = json.dumps(words, ensure_ascii=False).replace("<", "\\u003c")
    return page.replace("{{kind}}", kind).replace("{{words}}", written)


def _words(language: Language) -> Mapping[str, str]:
    said = sentences(language)
    return {code.removeprefix(prefix): said[code] for prefix in _WORDS for code in said if code.startswith(prefix)}
