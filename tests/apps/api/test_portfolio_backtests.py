"""A portfolio over HTTP: backtested, stressed and deployed on paper by rule over the stored market."""

from typing import Any

import httpx

from tests.apps.api.test_backtest_routes import BACKTESTS, _followed, demo_client
from tests.packages.domain.strategy.semantics.test_portfolio import ranked

__all__ = ["demo_client"]


def _portfolio(**changes: Any) -> dict[str, Any]:
    rule = {"min_turnover": {"amount": 1000}}
    return ranked("us_stocks", universe__rule=rule, portfolio__long={"count": 2}, **changes)


async def test_a_portfolio_by_rule_is_backtested_over_the_stored_market(demo_client: httpx.AsyncClient) -> None:
    answer = await demo_client.post(BACKTESTS, json={"document": _portfolio(), "start": "2020-01-01"})
    assert answer.status_code == 202, answer.text
    events = await _followed(demo_client, answer.json()["backtest_job_id"])
    assert events[-1]["status"] == "succeeded", events[-1]
    told = (await demo_client.get(f"{BACKTESTS}/{answer.json()['id']}")).json()
    assert told["result"]["figures"]["trades"] > 10
    page = (await demo_client.get(f"{BACKTESTS}/{answer.json()['id']}/trades")).json()
    assert {trade["reason"] for trade in page["trades"]} == {"rebalance"}


async def test_a_portfolio_by_rule_is_taken_for_a_stress_test_and_an_optimisation(
    demo_client: httpx.AsyncClient,
) -> None:
    stored = await demo_client.post("/api/v1/strategies", json={"document": _portfolio()})
    assert stored.status_code == 201, stored.text
    asked = {"strategy_id": stored.json()["strategy_id"], "start": "2023-01-01"}
    stress = await demo_client.post("/api/v1/stress", json={**asked, "paths": 100})
    assert stress.status_code == 202, stress.text
    await demo_client.post(f"/api/v1/stress/{stress.json()['id']}/cancel")
    body = {**asked, "grid": 2, "pointers": ["/portfolio/long/count"]}
    search = await demo_client.post("/api/v1/stress/optimisations", json=body)
    assert search.status_code == 202, search.text
    events = await _followed(demo_client, search.json()["job_id"])
    assert events[-1]["status"] == "succeeded", events[-1]


async def test_leverage_that_the_account_does_not_have_is_named(demo_client: httpx.AsyncClient) -> None:
    wide = _portfolio(portfolio__volatility_target={"target": 0.3, "max_leverage": 2})
    answer = await demo_client.post(BACKTESTS, json={"document": wide})
    assert answer.status_code in (400, 422), answer.text
    assert "Set leverage to 2" in answer.json()["error"]["message"]
