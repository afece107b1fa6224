"""What services hand out that is more than a dictionary."""

from collections.abc import Mapping
from dataclasses import dataclass

from src.modules.research.application.running import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalystDetectiveAgentResult:
    """`result` holds the assessment; `catalyst_context` what was found, by topic; `provenance` is what every expert's
    result carries besides (engine, evidence, grounding, leak certificate …)."""

    result: Result
    narrative_report: str
    raw_llm_output: str
    user_prompt: str
    catalyst_context: Result
    provenance: Mapping[str, object]

    def as_dict(self) -> Result:
        """Flat beside the five fields, as the other experts' results are."""
        return {
            "result": self.result,
            "narrative_report": self.narrative_report,
            "raw_llm_output": self.raw_llm_output,
            "user_prompt": self.user_prompt,
            "catalyst_context": self.catalyst_context,
            **self.provenance,
        }
