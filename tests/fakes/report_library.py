"""A report library that holds what a test puts into it."""

from dataclasses import dataclass
from datetime import datetime

from src.modules.coordinator.domain.report_material import NO_MATERIAL, ReportMaterial


@dataclass(frozen=True, slots=True)
class FakeReportLibrary:
    holds: ReportMaterial = NO_MATERIAL

    async def material(self, symbol: str, benchmark: str | None, as_of: datetime) -> ReportMaterial:
        return self.holds
