"""What research and debates are asked, as it is typed in a notebook."""

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from packages.core.messages import Language

if TYPE_CHECKING:
    from src.modules.coordinator.domain.dtos.research_dtos import ResearchRequest


@dataclass(frozen=True, slots=True)
class NotebookQuestion:
    """Without experts all of them are asked; without a day it is today."""

    symbol: str
    experts: tuple[str, ...]
    day: str | None
    limit: int
    with_debate: bool
    language: Language

    def body(self) -> dict[str, Any]:
        """As the API takes it."""
        options: dict[str, Any] = (
            {"financial_auditor": {"limit": self.limit}} if self._asks("financial_auditor") else {}
        )
        body: dict[str, Any] = {"symbol": self.symbol, "skip_debate": not self.with_debate, "options": options}
        body |= {"experts": list(self.experts)} if self.experts else {}
        return body | ({"analysis_date": self.day} if self.day else {})

    def request(self) -> "ResearchRequest":
        """As the desk takes it, checked by the rules of the terminal."""
        from apps.cli.research.running import understood
        from src.modules.coordinator.domain.dtos.research_dtos import ResearchRequest
        from src.modules.coordinator.domain.model.enums import ExpertType

        names = ",".join(self.experts) or None
        command = understood(self.symbol, names, self.day, self.limit, self.language.value)
        asked: date | None = command.question.analysis_date
        return ResearchRequest(
            symbol=command.question.symbol,
            experts=[ExpertType(expert.value) for expert in command.experts],
            options={ExpertType.FINANCIAL_AUDITOR.value: {"limit": self.limit}},
            skip_debate=not self.with_debate,
            analysis_date=asked,
        )

    def _asks(self, expert: str) -> bool:
        return not self.experts or expert in self.experts
