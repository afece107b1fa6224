"""Prompts of the debate: versioned Markdown with declared inputs; texts from outside stand between marks."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packages.core.messages import Language
from src.modules.debate.domain.dtos import BearArgument, BullArgument, DebateInput, ExpertSummary
from src.modules.debate.domain.language import language_of, language_of_experts
from src.modules.debate.domain.lean import in_order
from src.modules.llm_platform.application.prompt_files import Prompt, load_prompt

_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class DebatePrompts:
    """The system message and the question of one agent."""

    system: Prompt
    user: Prompt

    @classmethod
    def of(cls, agent: str, folder: Path = _FOLDER) -> "DebatePrompts":
        here = folder / agent / "prompts"
        return cls(load_prompt(here / "system.md"), load_prompt(here / "user.md"))

    def filled(self, values: Mapping[str, str]) -> tuple[str, str]:
        return self.system.filled(values), self.user.filled(values)


# Of those that a summary does not cite: enough to check a claim against, few enough to be read.
_OTHER_ROWS = 20
_TAG = re.compile(r"\[(E\d+)\]")
_LANGUAGE = {Language.ZH: "Simplified Chinese (简体中文)", Language.EN: "English"}


def named_rows(expert: str, text: str) -> str:
    """`[E7]` of an expert as `[technical_analyst:E7]`: two experts may use the same tag."""
    return _TAG.sub(lambda tag: f"[{expert}:{tag[1]}]", text)


def unmarked(text: str) -> str:
    """The text without any character that could open or close a mark."""
    return text.replace("<", "‹").replace(">", "›")


def experts_text(debate_input: DebateInput) -> str:
    """In the order of `EXPERTS`: how the caller's dictionary is sorted changes no word of the question."""
    summaries = debate_input.expert_summaries
    shares = debate_input.bound_shares
    return "\n".join(_expert(name, summaries[name], shares.get(name)) for name in in_order(summaries)) or "(none)"


def evidence_text(debate_input: DebateInput) -> str:
    """The rows of each expert: first those that its summary cites, then others, as many as help and no more."""
    summaries = debate_input.expert_summaries
    tables = [
        _rows(name, debate_input.evidence[name], f"{summaries[name].reasoning}{summaries[name].risk_warning}")
        for name in in_order(summaries)
        if debate_input.evidence.get(name)
    ]
    return "\n".join(tables) or "(none)"


def _rows(expert: str, rows: Sequence[Mapping[str, Any]], cited_in: str) -> str:
    tagged = [(str(row.get("tag", "")), row) for row in rows if row.get("value") is not None]
    cited = [one for one in tagged if f"[{one[0]}]" in cited_in]
    others = [one for one in tagged if f"[{one[0]}]" not in cited_in]
    lines = [_row(expert, tag, row) for tag, row in (*cited, *others[:_OTHER_ROWS])]
    return "\n".join(lines)


def _row(expert: str, tag: str, row: Mapping[str, Any]) -> str:
    figure = f"{row.get('metric', '')} = {row['value']} {row.get('unit', '')} | {row.get('period', '')}"
    return f"[{_attribute(expert)}:{_attribute(tag)}] {_attribute(figure)}"


def argument_text(argument: BullArgument | BearArgument) -> str:
    """As JSON, between marks that are named for its side."""
    side = "bull" if isinstance(argument, BullArgument) else "bear"
    return f"<{side}_case>\n{unmarked(argument.model_dump_json(indent=1))}\n</{side}_case>"


def complaints_text(complaints: Sequence[str]) -> str:
    return "\n".join(f"- {unmarked(one)}" for one in complaints) or "(none)"


def language_name(debate_input: DebateInput) -> str:
    return _LANGUAGE[language_of_experts(debate_input)]


def language_name_of(*arguments: BullArgument | BearArgument) -> str:
    texts = [
        text for one in arguments for text in (one.core_thesis, *(each.argument for each in one.supporting_arguments))
    ]
    return _LANGUAGE[language_of(texts)]


def _expert(name: str, summary: ExpertSummary, share: float | None) -> str:
    shown, bound = _attribute(name), "" if share is None else f' bound="{share:.0%}"'
    reasoning, risks = (unmarked(named_rows(name, text)) for text in (summary.reasoning, summary.risk_warning))
    return "\n".join(
        [
            f'<expert name="{shown}" signal="{_attribute(summary.signal)}" confidence="{summary.confidence:g}"{bound}>',
            f"<reasoning>{reasoning}</reasoning>",
            f"<risks>{risks}</risks>",
            "</expert>",
        ]
    )


def _attribute(text: str) -> str:
    return " ".join(unmarked(text).replace('"', "'").split())
