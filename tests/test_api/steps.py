"""Ways through the phases that several tests begin with: what a person says, and what a model does for them."""

import asyncio
from typing import Any

from packages.core.ids import Ids
from packages.domain.stress.findings import Ruling
from packages.domain.stress.jobs.plan import make_stress_plan
from packages.domain.stress.jobs.request import StressRequest
from packages.domain.stress.jobs.stored import NewStress, StressHeadline, StressResult
from packages.infra.stress.stress_tests import SqlStress
from tests.chat import Answer, ChatDesk, Person
from tests.fakes.scripted_streamer import Calls, Says, patch
from tests.packages.domain.backtest.asking import document

ABOUT_ME = {
    "en": "I have traded for 4 years, my risk tolerance is aggressive and I want growth.",
    "zh": "我炒股4年了，风险偏好激进，收益目标是增长",
}
SCOPE = {
    "en": "US stocks, DEMO5, a few times a week, hold several days",
    "zh": "美股 DEMO5，每周几次，持有几天",
}
FAMILY = {"en": "Trend continuation", "zh": "趋势延续"}
YES = {"en": "Confirm this strategy", "zh": "确认这个策略"}
RULES = document("DEMO5")


async def introduced(person: Person) -> Answer:
    """In pre_strategy."""
    return await person.tells(ABOUT_ME[person.language])


async def scoped(person: Person) -> Answer:
    """In strategy."""
    await introduced(person)
    await person.tells(SCOPE[person.language])
    return await person.says(FAMILY[person.language])


async def confirmed(person: Person, rules: Any = RULES, **asked: Any) -> dict[str, Any]:
    body = {"session_id": person.session_id, "dsl_json": rules, **asked}
    told: dict[str, Any] = (await person.post("/strategies/confirm", body)).json()
    return told


async def backtested(person: Person) -> str:
    """The id of the strategy, confirmed and with a finished backtest, still in strategy."""
    told = await confirmed(person, auto_start_backtest=True)
    path = f"/backtests/{told['backtest_job_id']}"
    while (await person.get(path)).json()["status"] in ("queued", "pending", "running"):
        await asyncio.sleep(0.1)
    return str(told["strategy_id"])


async def in_stress_test(person: Person) -> str:
    """The id of the strategy."""
    await scoped(person)
    strategy_id = await backtested(person)
    moved = await confirmed(person, advance_to_stress_test=True)
    assert moved["phase"] == "stress_test", moved
    return strategy_id


async def judged(chat: ChatDesk, person: Person, strategy_id: str, ruling: Ruling) -> str:
    """The stress lab has spoken of the strategy's newest version; the report's id."""
    desk, owner_id = chat.desk, await chat.owner_of(person)
    now, store = desk.clock.now(), SqlStress(desk.database)
    plan = await make_stress_plan(desk.strategies, owner_id, StressRequest(strategy_id=strategy_id), now)
    asked = NewStress(Ids(desk.clock).new(), owner_id, plan, now, has_job=False)
    await store.add(asked)
    told: dict[str, Any] = {"verdict": {"ruling": ruling.value, "reasons": []}}
    await store.finish(asked.id, StressResult(StressHeadline(now, ruling, "f" * 64, 1), told, {}))
    return asked.id


async def in_deployment(chat: ChatDesk, person: Person, ruling: Ruling = Ruling.PASS) -> str:
    """The id of the strategy; the stress lab has ruled, and the person wants to deploy."""
    strategy_id = await in_stress_test(person)
    report_id = await judged(chat, person, strategy_id, ruling)
    chat.streamer.plays(
        Calls("stress", "get", {"stress_report_id": report_id}), Says(patch(stress_report_id=report_id))
    )
    await person.says("How did it go?" if person.language == "en" else "结果怎么样")
    moved = await person.says("Deploy it" if person.language == "en" else "去部署")
    assert moved.done["phase"] == "deployment", (moved.done, moved.text)
    return strategy_id
