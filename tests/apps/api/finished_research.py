"""Research that has ended with a verdict to buy, put into a desk's store by hand."""

from dataclasses import replace
from typing import Any

from fastapi import FastAPI

from apps.api.services import AppContext
from packages.core.messages import Language
from packages.domain.accounts.model import LOCAL_OWNER_ID
from src.modules.coordinator.domain.dtos.research_dtos import ExpertResultItem, ResearchRequest, ResearchResult
from src.modules.coordinator.domain.model.enums import ExpertType, ResearchStatus
from src.modules.coordinator.domain.session import ResearchSession
from tests.packages.domain.strategy.from_research.handmade import ROWS

TECHNICAL = ExpertType.TECHNICAL_ANALYST
TAGS = {row.metric: row.tag for row in ROWS.values() if row.expert == TECHNICAL}


def verdict_at(price: float, **changes: object) -> dict[str, Any]:
    def level(metric: str, value: float) -> dict[str, object]:
        rows = [{"tag": TAGS[metric], "id": metric}]
        return {"value": str(value), "unit": "USD", "expert": TECHNICAL.value, "rule": "row", "rows": rows}

    return {
        "action": "BUY",
        "probability": 0.62,
        "position_percent": 24.0,
        "stop_loss": level("support_1", 95.0),
        "take_profit": level("resistance_1", 112.0),
        "time_horizon": 60,
        "as_of": "2026-03-02T21:00:00+00:00",
        "base_price": {"value": str(price)},
        "invalidation_triggers": [f"A close below support 95.00 [{TECHNICAL.value}:{TAGS['support_1']}]."],
        **changes,
    }


def result_of(price: float = 100.0, **changes: object) -> ResearchResult:
    values = {row.metric: row.value for row in ROWS.values() if row.expert == TECHNICAL} | {"close": price}
    rows = [{"tag": TAGS[name], "id": name, "metric": name, "value": value} for name, value in values.items()]
    cited = " ".join(f"[{TECHNICAL.value}:{TAGS[name]}]" for name in ("plus_di14", "minus_di14"))
    argument = {"argument": f"PDI is above MDI {cited}.", "evidence": ""}
    return ResearchResult(
        symbol="DEMO5",
        overall_status="completed",
        expert_results=[ExpertResultItem(expert_type=TECHNICAL, status="success", result={"evidence": rows})],
        debate_outcome={"bull_case": {"supporting_arguments": [argument]}},
        verdict=verdict_at(price, **changes),
    )


async def store_research(app: FastAPI, session_id: str, result: ResearchResult, owner: str = LOCAL_OWNER_ID) -> None:
    services: AppContext = app.state.services
    now, store = services.clock.now(), services.sessions.services.store
    session = ResearchSession(
        id=session_id,
        owner_id=owner,
        request=ResearchRequest(symbol="DEMO5", experts=[TECHNICAL]),
        language=Language.EN,
        status=ResearchStatus.RUNNING,
        attempt=1,
        thread=session_id,
        created_at=now,
        started_at=now,
    )
    await store.add(session)
    await store.end(_ended(session, result))


def _ended(session: ResearchSession, result: ResearchResult) -> ResearchSession:
    return replace(session, status=ResearchStatus.COMPLETED, finished_at=session.created_at, result=result)
