"""The language of strategies over HTTP: checking, templates, indicators, and a strategy in words."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from apps.api.services import AppContext
from packages.core.messages import Language
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.well_known.library import WellKnown, well_known
from tests.apps.api.test_error_shape import assert_error
from tests.corpus.freqtrade import FREQTRADE
from tests.corpus.sample_strategy import SAMPLE_TEXT, changed, sample

STRATEGIES = "/api/v1/strategies"


async def test_a_valid_strategy_is_told_so_and_not_stored(client: httpx.AsyncClient) -> None:
    for body in ({"document": sample()}, {"text": SAMPLE_TEXT}):
        response = await client.post(f"{STRATEGIES}/validate", json=body)
        assert response.status_code == 200
        answer = response.json()
        assert (answer["valid"], answer["stage"], answer["problems"]) == (True, None, [])
        assert len(answer["content_hash"]) == 64
    assert (await client.get(STRATEGIES)).json()["strategies"] == []


async def test_what_is_wrong_is_200_with_a_pointer_and_advice(client: httpx.AsyncClient) -> None:
    wrong_type = changed("/factors/ema_5/type", "emma")
    for body, stage, code, pointer in (
        ({"text": "{"}, "parse", "not_json", ""),
        ({"document": {}}, "schema", "missing_key", ""),
        ({"document": changed("/timeframe", "1dd")}, "schema", "unknown_word", "/timeframe"),
        ({"document": wrong_type}, "semantic", "unknown_indicator", "/factors/ema_5/type"),
    ):
        response = await client.post(f"{STRATEGIES}/validate", json=body)
        assert response.status_code == 200
        answer = response.json()
        assert (answer["valid"], answer["stage"], answer["content_hash"]) == (False, stage, None)
        first = answer["problems"][0]
        assert (first["stage"], first["code"], first["pointer"]) == (stage, code, pointer)
        assert all(first[said] for said in ("expected", "found", "suggestion"))


async def test_rules_that_are_not_stored_are_told_as_a_stored_version_would_be(client: httpx.AsyncClient) -> None:
    made = (await client.post(STRATEGIES, json={"document": sample()})).json()
    yaml = (await client.get(f"{STRATEGIES}/{made['strategy_id']}/yaml")).text
    for language in ("zh", "en"):
        asked = {"language": language}
        stored = (await client.get(f"{STRATEGIES}/{made['strategy_id']}/explain", params=asked)).json()
        for body in ({"document": sample()}, {"text": SAMPLE_TEXT}, {"text": yaml}):
            answer = (await client.post(f"{STRATEGIES}/validate", params=asked, json=body)).json()
            assert (answer["language"], answer["sentences"]) == (language, stored["sentences"])
            assert (answer["document"], answer["content_hash"]) == (made["document"], made["content_hash"])
    wrong = (await client.post(f"{STRATEGIES}/validate", json={"document": {}})).json()
    assert (wrong["document"], wrong["sentences"]) == (None, [])
    unknown = await client.post(f"{STRATEGIES}/validate", params={"language": "fr"}, json={"document": sample()})
    assert_error(unknown, 400)


async def test_problems_are_told_in_the_language_asked_for(client: httpx.AsyncClient) -> None:
    body = {"document": changed("/factors/ema_5/type", "emma")}
    told = {}
    for language in ("zh", "en"):
        answer = await client.post(f"{STRATEGIES}/validate", params={"language": language}, json=body)
        told[language] = answer.json()["problems"][0]
    count = len(CATALOGUE)
    assert (told["zh"]["expected"], told["zh"]["suggestion"]) == (
        f"指标库里的 {count} 个指标之一",
        '是不是想写 "ema"？',
    )
    assert told["en"]["expected"] == f"one of the {count} indicators of the catalogue"
    assert told["en"]["suggestion"] == 'Did you mean "ema"?'


async def test_a_draft_is_read_by_its_owner_and_by_nobody_else(app: FastAPI, client: httpx.AsyncClient) -> None:
    desk: AppContext = app.state.services
    strategy = desk.strategies.validate(sample()).require()
    me = (await client.post(STRATEGIES, json={"document": sample()})).json()
    owner = (await client.get("/api/v1/auth/me")).json()["id"]
    mine, theirs = [await desk.drafts.keep(each, strategy) for each in (owner, "somebody-else")]
    read = (await client.get(f"{STRATEGIES}/drafts/{mine}")).json()
    assert (read["strategy_draft_id"], read["document"]) == (mine, me["document"])
    assert read["content_hash"] == me["content_hash"]
    for unknown in (theirs, "00000000-0000-0000-0000-000000000000", "typo", "%00", "%F0%9F%92%A5"):
        error = assert_error(await client.get(f"{STRATEGIES}/drafts/{unknown}"), 404)
        assert error["code"] == "unknown_draft"


async def test_numbers_that_are_none_and_endless_nesting_get_an_answer(client: httpx.AsyncClient) -> None:
    headers = {"content-type": "application/json"}
    text = json.dumps({"document": {"a": float("nan")}})
    answer = (await client.post(f"{STRATEGIES}/validate", content=text, headers=headers)).json()
    assert answer["problems"][0]["code"] == "not_finite"
    deep = '{"document": ' + "[" * 90 + "]" * 90 + "}"
    answer = (await client.post(f"{STRATEGIES}/validate", content=deep, headers=headers)).json()
    assert answer["problems"][0]["code"] == "too_deep"
    broken = '{"document": {"a": "\\ud800"}}'
    answer = (await client.post(f"{STRATEGIES}/validate", content=broken, headers=headers)).json()
    assert answer["problems"][0]["code"] == "bad_text"
    half = '{"text": "\\ud800"}'
    answer = (await client.post(f"{STRATEGIES}/validate", content=half, headers=headers)).json()
    assert (answer["valid"], answer["stage"]) == (False, "parse")


async def test_templates_are_given_for_what_was_asked(demo_at_home: Path, client: httpx.AsyncClient) -> None:
    every = (await client.get(f"{STRATEGIES}/templates", params={"ticker": "DEMO1.SZ"})).json()["templates"]
    assert len(every) == 12
    asked = {
        "family": "trend_continuation",
        "holding_period": "swing_days",
        "market": "cn_stocks",
        "ticker": "DEMO1.SZ",
    }
    [one] = (await client.get(f"{STRATEGIES}/templates", params=asked)).json()["templates"]
    assert one in every
    assert one["document"]["universe"] == {"market": "cn_stocks", "tickers": ["DEMO1.SZ"]}
    made = await client.post(STRATEGIES, json={"document": one["document"]})
    assert (made.status_code, made.json()["document"]) == (201, one["document"])


@pytest.mark.parametrize(
    ("ticker", "offered"),
    [
        ("DEMO5", {"swing_days": "1d", "position_weeks_plus": "1d"}),
        (
            "DEMO1.SZ",
            {"intraday_scalp": "5m", "intraday": "5m", "swing_days": "1d", "position_weeks_plus": "1d"},
        ),
    ],
)
async def test_templates_are_offered_on_stored_bars_alone(
    demo_at_home: Path, client: httpx.AsyncClient, ticker: str, offered: dict[str, str]
) -> None:
    told = (await client.get(f"{STRATEGIES}/templates", params={"ticker": ticker, "language": "en"})).json()
    found = told["templates"]
    assert {each["holding_period"]: each["document"]["timeframe"] for each in found} == offered
    assert found[0]["document"]["timeframe"] == "1d"
    others = {each["holding_period"]: each["reason"] for each in told["not_offered"]}
    assert others.keys() == {"intraday_scalp", "intraday", "swing_days", "position_weeks_plus"} - offered.keys()
    assert all(f"of {ticker} only daily bars are stored" in reason for reason in others.values())


async def test_a_template_says_how_often_it_traded_and_nothing_of_what_it_earned(
    demo_at_home: Path, client: httpx.AsyncClient
) -> None:
    found = (await client.get(f"{STRATEGIES}/templates", params={"ticker": "DEMO5", "language": "en"})).json()
    for each in found["templates"]:
        traded = each["traded"]
        assert traded["trades"] >= 30
        assert (traded["first"][:4], traded["last"]) == ("2015", "2025-12-31")
        assert traded["text"].endswith(f"these rules closed {traded['trades']} trades.")
        assert "%" not in traded["text"]


async def test_without_bars_no_template_is_offered_and_the_reason_is_told(client: httpx.AsyncClient) -> None:
    for language, reason in {
        "en": "No bars of AAPL are stored: fetch or import them first.",
        "zh": "没有 AAPL 的K线：请先下载或导入。",
    }.items():
        told = (await client.get(f"{STRATEGIES}/templates", params={"ticker": "aapl", "language": language})).json()
        assert told["templates"] == []
        assert [each["reason"] for each in told["not_offered"]] == [reason] * 12


async def test_templates_are_named_described_and_told_in_the_language_asked_for(
    demo_at_home: Path, client: httpx.AsyncClient
) -> None:
    asked = {"ticker": "DEMO1.SZ", "family": "mean_reversion", "holding_period": "swing_days"}
    heads = {"zh": "均值回归，数日波段", "en": "Mean reversion, swing days"}
    for language, name in heads.items():
        params = {**asked, "language": language}
        [one] = (await client.get(f"{STRATEGIES}/templates", params=params)).json()["templates"]
        assert one["document"]["strategy"]["name"] == name
        checked = await client.post(
            f"{STRATEGIES}/validate", params={"language": language}, json={"document": one["document"]}
        )
        assert one["sentences"] == checked.json()["sentences"]
        assert one["document"]["strategy"]["description"] in one["sentences"][0]["text"]


async def test_a_template_that_cannot_be_is_400(client: httpx.AsyncClient) -> None:
    for asked in ({}, {"ticker": "???"}, {"ticker": "AAPL", "family": "luck"}, {"ticker": "AAPL", "market": "crypto"}):
        assert_error(await client.get(f"{STRATEGIES}/templates", params=asked), 400)


async def test_the_catalogue_is_searched_in_either_language(client: httpx.AsyncClient) -> None:
    async def found(**asked: str) -> list[dict[str, object]]:
        response = await client.get(f"{STRATEGIES}/indicators", params=asked)
        assert response.status_code == 200, response.text
        indicators: list[dict[str, object]] = response.json()["indicators"]
        return indicators

    everything = await found(language="en")
    assert [each["name"] for each in everything] == list(CATALOGUE)
    volume = await found(language="zh", category="volume")
    assert {each["category_label"] for each in volume} == {"成交量"}
    assert (await found(language="en", search="RSI"))[0]["name"] == "rsi"
    label = CATALOGUE["ema"].label(Language.ZH)
    assert "ema" in {each["name"] for each in await found(language="en", search=label)}
    assert await found(search="no such thing at all") == []
    assert_error(await client.get(f"{STRATEGIES}/indicators", params={"category": "luck"}), 400)


async def test_a_stored_strategy_is_told_in_words_and_in_numbers(client: httpx.AsyncClient) -> None:
    made = (await client.post(STRATEGIES, json={"document": sample()})).json()
    path = f"{STRATEGIES}/{made['strategy_id']}"
    await client.patch(
        path, json={"expected_version": 1, "ops": [{"op": "replace", "path": "/timeframe", "value": "1h"}]}
    )
    english = (await client.get(f"{path}/explain", params={"language": "en"})).json()
    assert english["version"] == 2
    assert [each["topic"] for each in english["sentences"]][:2] == ["name", "universe"]
    chinese = (await client.get(f"{path}/explain", params={"version": 1})).json()
    assert (chinese["language"], chinese["version"]) == ("zh", 1)
    tunables = (await client.get(f"{path}/tunables")).json()["tunables"]
    periods = [each for each in tunables if each["pointer"] == "/factors/ema_5/params/period"]
    assert (periods[0]["kind"], periods[0]["value"]) == ("int", 5)
    assert "/trade/long/exits/1/stop/value" in {each["pointer"] for each in tunables}


async def test_a_strategy_is_exported_as_code_or_refused_by_name(client: httpx.AsyncClient) -> None:
    document = well_known(WellKnown.RSI_REVERSION)
    stored = (await client.post(STRATEGIES, json={"document": document})).json()["strategy_id"]
    answer = await client.get(f"{STRATEGIES}/{stored}/export", params={"to": "python", "commission": 0.002})
    assert answer.status_code == 200
    assert (answer.json()["target"], answer.json()["suffix"]) == ("python", ".py")
    assert "rate=0.002" in answer.json()["text"]
    refused = await client.get(f"{STRATEGIES}/{stored}/export", params={"to": "pine"})
    error: Any = assert_error(refused, 400, "cannot_carry")
    assert {"guard", "size"} <= {each["code"] for each in error["details"]["refusals"]}
    assert all(each["pointer"].startswith("/trade/long") for each in error["details"]["refusals"])
    assert (await client.get(f"{STRATEGIES}/{stored}/export", params={"to": "excel"})).status_code == 400


async def test_a_freqtrade_strategy_is_read_and_not_stored(client: httpx.AsyncClient) -> None:
    body = {"text": FREQTRADE, "ticker": "BTC-USD", "share": 0.5}
    answer = (await client.post(f"{STRATEGIES}/from-freqtrade", json=body)).json()
    assert answer["document"]["strategy"]["name"] == "Reversal"
    refused = await client.post(f"{STRATEGIES}/from-freqtrade", json=body | {"text": "x = 1"})
    unread: Any = assert_error(refused, 400, "not_readable")
    assert unread["details"]["faults"][0]["code"] == "one_class"
    assert (await client.get(STRATEGIES)).json()["strategies"] == []
