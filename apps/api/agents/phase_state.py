"""The state of a session that a model or the guided answers get in the phases from the strategy on."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, PhaseContext
from packages.contracts.genui import ChoicePrompt
from packages.core.events import JsonObject, JsonValue
from packages.core.messages import Language
from packages.domain.conversation.constraints import constraint_sentences, constraints_of
from packages.domain.conversation.facts import BacktestFact, DeploymentFact, StrategyFact, StressFact
from packages.domain.conversation.wording import label_of

Fact = StrategyFact | BacktestFact | StressFact | DeploymentFact


def state_of(
    context: PhaseContext,
    block: PhaseBlock,
    stage: str,
    understood: dict[str, str],
    prompt: ChoicePrompt | None,
    *,
    proposed: Mapping[str, str] | None = None,
    **parts: Fact | None,
) -> JsonObject:
    """`understood` is what the person's message just settled, `proposed` what waits for their word; `parts` are what
    the database has."""
    scope = context.artifacts.get(Phase.PRE_STRATEGY, PhaseBlock())
    return {
        "phase": context.phase.value,
        "stage": stage,
        "language": context.language.value,
        "block": block.as_json(),
        "missing_fields": list(block.missing_fields),
        "kyc": {name: answer.value for name, answer in asdict(context.profile).items() if answer is not None},
        "scope": dict(scope.profile),
        "constraints": list(constraint_sentences(constraints_of(context.profile), context.language)),
        "understood": understood_rows(understood, context.language),
        "proposed": understood_rows(dict(proposed or {}), context.language),
        "next_prompt": None if prompt is None else prompt.model_dump(mode="json"),
        **{name: fact_json(fact) for name, fact in parts.items()},
    }


def understood_rows(understood: dict[str, str], language: Language) -> list[JsonValue]:
    return [
        {"field": field, "value": value, "label": label_of(field, value, language)}
        for field, value in understood.items()
    ]


def fact_json(fact: Fact | None) -> JsonValue:
    """A strategy without its rules: the tools read those."""
    if fact is None:
        return None
    return {name: value for name, value in asdict(fact).items() if name != "dsl_json"}


def skill_inputs(context: PhaseContext) -> dict[str, str]:
    """What skills have places for: what binds the person, and what was settled before."""
    scope = context.artifacts.get(Phase.PRE_STRATEGY, PhaseBlock())
    settled = [f"{name}: {value}" for name, value in scope.profile.items()]
    return {
        "constraints": _listed(constraint_sentences(constraints_of(context.profile), context.language)),
        "scope": _listed(settled),
    }


def _listed(sentences: Sequence[str]) -> str:
    return "\n".join(f"- {each}" for each in sentences) or "-"
