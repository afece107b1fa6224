"""What a server was found not to take: such a parameter is left out, and not sent again."""

import re
from collections.abc import Mapping

from src.modules.llm_platform.infrastructure.providers.server_words import ServerWords

Body = dict[str, object]
_REFUSING_WORDS = (
    r"unsupported|not support|unknown|unrecogni[sz]ed|not permitted|not allowed|unexpected|extra|only the default"
)
_ONLY_THIS_SCHEMA = r"invalid_json_schema|invalid schema"


class Concessions:
    """`optional`: what can be left out of a body, by its key there, with the names that servers give it."""

    def __init__(self, optional: Mapping[str, tuple[str, ...]]) -> None:
        self._optional = optional
        self._given_up: set[str] = set()

    def applied(self, body: Body) -> Body:
        return {key: value for key, value in body.items() if key not in self._given_up}

    def after_refusal(self, words: ServerWords, body: Body) -> Body | None:
        """The body without what the server refuses in it; None when that is nothing one could leave out."""
        refused = self._refused(words, body)
        if refused is None:
            return None
        if not words.mention(_ONLY_THIS_SCHEMA):
            self._given_up.add(refused)
        return {key: value for key, value in body.items() if key != refused}

    def _refused(self, words: ServerWords, body: Body) -> str | None:
        if not words.mention(f"{_REFUSING_WORDS}|{_ONLY_THIS_SCHEMA}"):
            return None
        return next((key for key in self._optional if key in body and self._names(key, words)), None)

    def _names(self, key: str, words: ServerWords) -> bool:
        names = self._optional[key]
        if words.parameter:
            return re.split(r"[.\[]", words.parameter)[0] in names
        return any(words.mention(rf"\b{re.escape(name)}\b") for name in names)
