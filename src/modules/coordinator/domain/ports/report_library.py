"""Port: where a report finds what the run's answer does not hold."""

from datetime import datetime
from typing import Protocol

from src.modules.coordinator.domain.report_material import ReportMaterial


class IReportLibrary(Protocol):
    """Nothing that became known after the instant comes out."""

    async def material(self, symbol: str, benchmark: str | None, as_of: datetime) -> ReportMaterial: ...
