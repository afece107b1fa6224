"""A model server that knows how to play every agent of a research run, and writes down each request it was paid for."""

import asyncio
import json
from collections import Counter
from types import TracebackType
from typing import Any, Self

from src.modules.llm_platform.domain.requests import fingerprint

_TEXT = "没有需要引用的数字。"
_DIMENSIONS = ("liquidity", "industry_policy", "economy", "industry_cycle")
_ANSWERS: dict[str, dict[str, Any]] = {
    "TechnicalOpinion": {
        "signal": "BULLISH",
        "confidence": 0.6,
        "summary_reasoning": _TEXT,
        "support": [],
        "resistance": [],
        "risk_warning": _TEXT,
        "narrative_report": _TEXT,
    },
    "AuditOpinion": {
        "financial_score": 60.0,
        "confidence": 0.6,
        "summary_reasoning": _TEXT,
        "dimension_analyses": [{"dimension": f"d{n}", "score": None, "assessment": _TEXT} for n in "abcde"],
        "key_risks": [],
        "risk_warning": _TEXT,
        "narrative_report": _TEXT,
    },
    "ValuationOpinion": {
        "valuation_verdict": "Fair",
        "confidence_score": 0.5,
        "lower_bound": None,
        "upper_bound": None,
        "key_evidence": [_TEXT],
        "risk_factors": [_TEXT],
        "reasoning_summary": _TEXT,
        "narrative_report": _TEXT,
    },
    "MacroOpinion": {
        "macro_environment": "Neutral",
        "confidence_score": 0.5,
        "macro_summary": _TEXT,
        "dimension_analyses": [{"dimension": name, "stance": "Neutral", "assessment": _TEXT} for name in _DIMENSIONS],
        "key_opportunities": [],
        "key_risks": [_TEXT],
        "information_sources": [],
        "narrative_report": _TEXT,
    },
    "CatalystOpinion": {
        "catalyst_assessment": "Positive",
        "confidence_score": 0.5,
        "catalyst_summary": _TEXT,
        "dimension_analyses": [{"dimension": name, "stance": "Neutral", "assessment": _TEXT} for name in "abcd"],
        "positive_catalysts": [],
        "negative_catalysts": [],
        "information_sources": [],
        "narrative_report": _TEXT,
    },
    "VerdictAnswer": {
        "action": "HOLD",
        "position_percent": 0.0,
        "confidence": 0.5,
        "probability": 0.5,
        "entry_strategy": _TEXT,
        "stop_loss": None,
        "take_profit": None,
        "invalidation_triggers": [_TEXT],
        "risk_warnings": [_TEXT],
        "reasoning": _TEXT,
    },
}
_ARGUMENT = {"dimension": "technical_analyst", "argument": _TEXT, "evidence": "technical_analyst", "strength": "LOW"}
_SIDE = {"confidence": 0.5, "core_thesis": _TEXT, "supporting_arguments": [_ARGUMENT]}
_BY_PROMPT: dict[str, dict[str, Any]] = {
    "You are the bull": {"direction": "BULLISH", **_SIDE, "acknowledged_risks": [_TEXT], "price_catalysts": []},
    "You are the bear": {"direction": "BEARISH", **_SIDE, "acknowledged_strengths": [_TEXT], "risk_triggers": []},
    "You resolve": {
        "direction": "NEUTRAL",
        "confidence": 0.5,
        "bull_case_summary": _TEXT,
        "bear_case_summary": _TEXT,
        "risk_matrix": [{"risk": _TEXT, "probability": "LOW", "impact": "LOW", "mitigation": _TEXT}],
        "key_disagreements": [_TEXT],
        "conflict_resolution": _TEXT,
    },
}


def answer_to(body: dict[str, Any]) -> str:
    """The same question always has the same answer."""
    schema = body.get("response_format", {}).get("json_schema", {}).get("name")
    system = str(body["messages"][0]["content"])
    answer = _ANSWERS.get(schema) or next((told for said, told in _BY_PROMPT.items() if said in system), None)
    assert answer is not None, f"nobody knows how to play {schema}: {system[:200]}"
    return json.dumps(answer, ensure_ascii=False)


class ResearchModel:
    """Chat completions on this machine; `paid` counts requests by the hash that the ledger knows them under."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._handlers: set[asyncio.Task[None]] = set()
        self.paid: Counter[str] = Counter()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self._server.close()
        for handler in self._handlers:
            handler.cancel()
        await asyncio.gather(*self._handlers, return_exceptions=True)
        await self._server.wait_closed()

    @property
    def base_url(self) -> str:
        host, port = self._server.sockets[0].getsockname()[:2]
        return f"http://{host}:{port}/v1"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._handlers.add(task)
        task.add_done_callback(self._handlers.discard)
        try:
            while True:
                await self._answer(await _read(reader), writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _answer(self, body: dict[str, Any], writer: asyncio.StreamWriter) -> None:
        system, user = (message["content"] for message in body["messages"])
        self.paid[fingerprint([system, user])] += 1
        await asyncio.sleep(self._seconds)
        told = {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 0,
            "model": body["model"],
            "choices": [
                {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": answer_to(body)}}
            ],
            "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
        }
        content = json.dumps(told).encode()
        head = f"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {len(content)}\r\n\r\n"
        writer.write(head.encode() + content)
        await writer.drain()


async def _read(reader: asyncio.StreamReader) -> dict[str, Any]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    length = int(head.partition("content-length:")[2].partition("\r\n")[0])
    body: dict[str, Any] = json.loads(await reader.readexactly(length))
    return body
