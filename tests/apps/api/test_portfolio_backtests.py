"""A portfolio over HTTP: backtested by rule over the stored market, and refused in plain words where it cannot go."""

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


async def test_a_portfolio_over_a_whole_market_is_refused_where_it_cannot_go(demo_client: httpx.AsyncClient) -> None:
    stored = await demo_client.post("/api/v1/strategies", json={"document": _portfolio()})
    assert stored.status_code == 201, stored.text
    strategy_id = stored.json()["strategy_id"]
    stress = await demo_client.post("/api/v1/stress", json={"strategy_id": strategy_id})
    assert stress.status_code == 409, stress.text
    assert "need its tickers by name" in stress.json()["error"]["message"]


async def test_leverage_that_the_account_does_not_have_is_named(demo_client: httpx.AsyncClient) -> None:
    wide = _portfolio(portfolio__volatility_target={"target": 0.3, "max_leverage": 2})
    answer = await demo_client.post(BACKTESTS, json={"document": wide})
    assert answer.status_code in (400, 422), answer.text
    assert "Set leverage to 2" in answer.json()["error"]["message"]
