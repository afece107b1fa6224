"""The same work done by a desk that runs elsewhere, over its HTTP API with a personal access token."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import httpx2

from apps.cli.front.asked import NotebookQuestion
from apps.cli.front.results import NotebookBacktest, NotebookBars, NotebookResearch, NotebookStress, NotebookWalkBack
from packages.core.errors import Conflict, Invalid, ParleyError, Unavailable
from packages.core.messages import Language, Message
from packages.infra.providers.outbound import blocking_client

_LOOK_EVERY = 0.5
_TIMEOUT = 600.0
_MOST_TRADES, _MOST_POINTS = 1_000, 20_000


class ServerUnreachable(Unavailable):
    """Nobody answers at this address, or not as a desk does."""


class RefusedByServer(Invalid):
    """The desk answered with an error of its own; `code`, `message` and `details` are what it said."""

    def __init__(self, code: str, said: str, details: Mapping[str, object]) -> None:
        super().__init__(Message.verbatim(said), details=details)
        self.code = code


class WorkFailed(Conflict):
    """The job ended without a result; the sentence is the desk's."""


class RemoteWork:
    """One desk; `close` it, or use it in a `with`."""

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        transport: httpx2.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        base = f"{url.rstrip('/')}/api/v1"
        self._client = blocking_client(base_url=base, headers=headers, timeout=_TIMEOUT, transport=transport)
        self._sleep = sleep

    def __enter__(self) -> "RemoteWork":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        """Without the token."""
        return f"<Parley at {self._client.base_url.host}>"

    def close(self) -> None:
        self._client.close()

    def backtest(
        self, strategy: str | Path | Mapping[str, Any], *, language: str = "zh", **options: Any
    ) -> NotebookBacktest:
        """A file, the id of a stored strategy, or a document. `options` are fields of `POST /backtests`."""
        id_ = self._json("POST", "/backtests", {**self._source(strategy), **_plain(options)})["id"]
        done = self._ended(f"/backtests/{id_}")
        return NotebookBacktest(
            id=id_,
            headline=done["result"],
            trades=self._all_trades(id_),
            curve=self._json("GET", f"/backtests/{id_}/equity", params={"points": _MOST_POINTS}),
            draw=lambda: self._text(f"/backtests/{id_}/html", {"language": language}),
            language=Language(language),
        )

    def stress(self, strategy_id: str, *, language: str = "zh", **options: Any) -> NotebookStress:
        """Of a stored strategy. `options` are fields of `POST /stress`."""
        id_ = self._json("POST", "/stress", {"strategy_id": strategy_id, **_plain(options)})["id"]
        self._ended(f"/stress/{id_}")
        report = self._json("GET", f"/stress/{id_}/report")
        page = self._text(f"/stress/{id_}/html", {"language": language})
        return NotebookStress(id_, report, page, Language(language))

    def research(self, asked: NotebookQuestion) -> NotebookResearch:
        path, params = "/coordinator/research", {"language": asked.language.value}
        return NotebookResearch(self._json("POST", path, asked.body(), params=params), asked.language)

    def data(self, symbol: str, timeframe: str, start: date | None, end: date | None, limit: int) -> NotebookBars:
        days = {name: f"{day.isoformat()}T00:00:00Z" for name, day in (("start", start), ("end", end)) if day}
        params = {"timeframe": timeframe, "limit": limit, **days}
        return NotebookBars(self._json("GET", f"/data/bars/{symbol}", params=params))

    def walkback(self, *_: object) -> NotebookWalkBack:
        raise WorkFailed("cli.front.walkback_here")

    def _source(self, strategy: str | Path | Mapping[str, Any]) -> dict[str, Any]:
        if isinstance(strategy, Mapping):
            return {"document": dict(strategy)}
        from apps.cli.strategy.files import names_file, read_valid
        from packages.domain.strategy.canonical import document_of

        if names_file(str(strategy)):
            return {"document": document_of(read_valid(Path(strategy)))}
        return {"strategy_id": str(strategy)}

    def _all_trades(self, id_: str) -> list[Mapping[str, Any]]:
        found: list[Mapping[str, Any]] = []
        while True:
            page = {"offset": len(found), "limit": _MOST_TRADES}
            stated = self._json("GET", f"/backtests/{id_}/trades", params=page)
            found += stated["trades"]
            if not stated["trades"] or len(found) >= stated["total"]:
                return found

    def _ended(self, path: str) -> Mapping[str, Any]:
        while True:
            found = self._json("GET", path)
            if found["status"] == "done":
                return found
            if found["status"] in ("failed", "cancelled"):
                said = found.get("error") or found["status"]
                raise WorkFailed(Message.verbatim(str(said.get("message", said) if isinstance(said, dict) else said)))
            self._sleep(_LOOK_EVERY)

    def _json(
        self, method: str, path: str, body: Mapping[str, Any] | None = None, params: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        response = self._answer(method, path, body, params)
        try:
            stated: dict[str, Any] = response.json()
        except ValueError:
            raise ServerUnreachable("cli.front.no_desk", url=self._client.base_url) from None
        if response.is_success:
            return stated
        raise _refusal(stated)

    def _text(self, path: str, params: Mapping[str, Any]) -> str:
        response = self._answer("GET", path, None, params)
        if response.is_success:
            return response.text
        raise _refusal(json.loads(response.text))

    def _answer(
        self, method: str, path: str, body: Mapping[str, Any] | None, params: Mapping[str, Any] | None
    ) -> httpx2.Response:
        try:
            return self._client.request(method, path, json=body, params=dict(params or {}))
        except httpx2.HTTPError as error:
            raise ServerUnreachable("cli.front.no_desk", url=self._client.base_url) from error


def _refusal(stated: object) -> ParleyError:
    error = stated.get("error") if isinstance(stated, Mapping) else None
    if not isinstance(error, Mapping):
        return ServerUnreachable("cli.front.odd_answer")
    return RefusedByServer(str(error.get("code")), str(error.get("message")), dict(error.get("details") or {}))


def _plain(options: Mapping[str, Any]) -> dict[str, Any]:
    """As JSON carries them."""
    return {name: value if _is_plain(value) else str(value) for name, value in options.items()}


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, bool | int | float | str | dict | list | Sequence)
