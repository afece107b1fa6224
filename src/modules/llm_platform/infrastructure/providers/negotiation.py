"""Finds out what a server takes: what it refuses is asked for differently, and what worked is remembered."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Generic, Protocol, Self, TypeVar

from src.modules.llm_platform.domain.models import ModelConfig
from src.modules.llm_platform.infrastructure.providers.sdk_faults import Sdk, translated_faults
from src.modules.llm_platform.infrastructure.providers.status_faults import ServerWords

Body = dict[str, object]
T = TypeVar("T")
_REFUSALS = (400, 422)


class ServerTerms(Protocol):
    """What a server takes, as far as is known."""

    def after_refusal(self, words: ServerWords, body: Body) -> Self | None:
        """What to try next when the server refused this body; None when nothing that can be changed is at fault."""
        ...

    def worth_remembering(self, words: ServerWords, before: Self) -> Self:
        """What of these terms, found after a refusal, holds for later requests too."""
        ...


TermsT = TypeVar("TermsT", bound=ServerTerms)


class Negotiation(Generic[TermsT]):
    """Begins with a guess; what was learned holds as long as this object lives."""

    def __init__(self, guess: TermsT, config: ModelConfig, sdk: Sdk) -> None:
        self._terms = guess
        self._config = config
        self._sdk = sdk

    async def agree(self, body_of: Callable[[TermsT], Body], send: Callable[[Body], Awaitable[T]]) -> T:
        """The answer to the first body that is not refused. Each try may take `timeouts.read` seconds."""
        terms = learned = known = self._terms
        while True:
            body = body_of(terms)
            with translated_faults(self._config, self._sdk):
                try:
                    async with asyncio.timeout(self._config.timeouts.read):
                        answer = await send(body)
                except self._sdk.APIStatusError as error:
                    words = _refusal(error)
                    less = terms.after_refusal(words, body) if words is not None else None
                    if words is None or less is None:
                        raise
                    terms, learned = less, less.worth_remembering(words, learned)
                    continue
            if learned is not known:  # else a slow answer would undo what others have learned meanwhile
                self._terms = learned
            return answer


def _refusal(error: Any) -> ServerWords | None:
    return ServerWords.of(error.body) if error.response.status_code in _REFUSALS else None


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
