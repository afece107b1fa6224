"""Eastmoney's public pages as AkShare asks them, for one made-up company; hosts stand as the first part of the path."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest
import requests

from tests.packages.infra.providers.market_data.local_http import Question, Reply

_RECORDED = Path(__file__).parent / "recorded" / "akshare"
_CODE = "999999"


def page(name: str) -> Any:
    return json.loads((_RECORDED / f"{name}.json").read_text())


def answer(question: Question) -> Reply:
    path, query = question.path, question.query
    if path.endswith("/kline/get"):
        return Reply(_klines(query))
    if path.endswith("/stock/get"):
        known = query["secid"] == f"0.{_CODE}"
        return Reply(page("profile") if known else {"rc": 100, "rt": 4, "svr": 1, "lt": 1, "full": 1, "data": None})
    if "NewFinanceAnalysis" in path:
        return _statement(path, query)
    return Reply(_report(query))


def _klines(query: dict[str, str]) -> Any:
    told = page(f"klines.{query['klt']}")
    if query["secid"] != f"0.{_CODE}":
        return told | {"rc": 100, "data": None}
    assert query["fqt"] == "0", "prices must be asked for unadjusted"
    if query["klt"] == "101":
        first, last = query["beg"], query["end"]
        told["data"]["klines"] = [
            line for line in told["data"]["klines"] if first <= line[:10].replace("-", "") <= last
        ]
    return told


def _report(query: dict[str, str]) -> Any:
    names = {
        "RPT_SHAREBONUS_DET": "bonus",
        "RPT_VALUEANALYSIS_DET": "value",
        "RPT_F10_FINANCE_MAINFINADATA": "indicators",
    }
    if _CODE not in query["filter"]:
        return {"version": None, "result": None, "success": False, "message": "返回数据为空", "code": 9201}
    return page(names[query.get("reportName") or query["type"]])


def _statement(path: str, query: dict[str, str]) -> Reply:
    """First the kind of company, then the dates of its reports, then the reports, five dates at a time."""
    name = path.rsplit("/", 1)[1]
    if name == "Index":
        return Reply('<html><body><input id="hidctype" type="hidden" value="4"></body></html>')
    reports = page(name.removesuffix("AjaxNew").removesuffix("Date"))["data"]
    if name.endswith("DateAjaxNew"):
        return Reply({"data": [{"REPORT_DATE": report["REPORT_DATE"]} for report in reports]})
    return Reply({"data": [report for report in reports if report["REPORT_DATE"][:10] in query["dates"]]})


def changed(part: str, change: Callable[[Any], None]) -> Callable[[Question], Reply]:
    """The recorded answers, but for those of a path or report with `part` in it, which are changed first."""

    def told(question: Question) -> Reply:
        reply = copy.deepcopy(answer(question))
        if part in f"{question.path}?{question.query}":
            change(reply.body)
        return reply

    return told


def redirect(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    """Sends what `requests` would send to any host to `url` instead: AkShare's functions take no address."""
    send = requests.adapters.HTTPAdapter.send

    def send_here(self: requests.adapters.HTTPAdapter, request: Any, *args: Any, **kwargs: Any) -> requests.Response:
        there, here = urlsplit(request.url), urlsplit(url)
        request.url = urlunsplit((here.scheme, here.netloc, f"/{there.netloc}{there.path}", there.query, ""))
        return send(self, request, *args, **kwargs)

    monkeypatch.setattr(requests.adapters.HTTPAdapter, "send", send_here)
