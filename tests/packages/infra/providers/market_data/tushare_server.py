"""Tushare as its HTTP protocol is documented: `{api_name, token, params, fields}` in, `{code, msg, data}` out."""

import json
from pathlib import Path
from typing import Any

from tests.packages.infra.providers.market_data.local_http import Question, Reply

TOKEN = "a-token-of-nobody"
_RECORDED = Path(__file__).parent / "recorded" / "tushare"
_EQUAL = ("ts_code", "list_status", "report_type", "suspend_type")


def table(name: str) -> dict[str, list[Any]]:
    recorded: dict[str, list[Any]] = json.loads((_RECORDED / f"{name}.json").read_text())
    return recorded


def refusal(code: int, sentence: str) -> Reply:
    return Reply({"request_id": "1", "code": code, "msg": sentence, "data": None})


def answer(question: Question) -> Reply:
    """The recorded rows that the parameters ask for, in the columns that were asked for."""
    body = question.body
    if body["token"] != TOKEN:
        return refusal(40101, "您的token不对，请确认。")
    recorded = table(body["api_name"])
    rows = [dict(zip(recorded["fields"], item, strict=True)) for item in recorded["items"]]
    wanted = [row for row in rows if _asked_for(row, body["params"])]
    asked = [field for field in body["fields"].split(",") if field in recorded["fields"]]
    return of_rows(asked, wanted)


def of_rows(fields: list[str], rows: list[dict[str, Any]]) -> Reply:
    items = [[row[field] for field in fields] for row in rows]
    return Reply({"request_id": "1", "code": 0, "msg": "", "data": {"fields": fields, "items": items}})


def _asked_for(row: dict[str, Any], params: dict[str, str]) -> bool:
    if any(name in row and params.get(name, row[name]) != row[name] for name in _EQUAL):
        return False
    at = row.get("trade_time") or row.get("trade_date")
    return at is None or params.get("start_date", at) <= at <= params.get("end_date", at)
