"""What the routes reach of the running desk, as FastAPI dependencies."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from packages.core.events import EventLog
from packages.core.jobs import Jobs
from packages.domain.accounts.identity import Identity
from packages.infra.db.engine import Database
from packages.infra.observability.metrics import Metrics
from packages.settings.load import Settings
from src.modules.data_engineering.application.library import MarketLibrary
from src.modules.llm_platform.container import LlmPlatformContainer


@dataclass(frozen=True, slots=True)
class Desk:
    """The running desk: everything that was wired at start-up."""

    settings: Settings
    database: Database
    identity: Identity
    events: EventLog
    jobs: Jobs
    library: MarketLibrary
    llm: LlmPlatformContainer
    metrics: Metrics


def _desk(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


TheDesk = Annotated[Desk, Depends(_desk)]
