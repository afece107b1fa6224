"""The question that is due in every phase, after every turn: what leads on, and the way back."""

from collections.abc import Sequence

from apps.api.agents.deployment_standing import CONFIRMATION, TARGET, DeploymentStanding, deployment_standing
from apps.api.agents.kyc_answers import kyc_after
from apps.api.agents.phases import Phase
from apps.api.agents.prompts import decision_prompt, with_back
from apps.api.agents.protocol import PhaseBlock, PhaseContext
from apps.api.agents.scoping import scope_after
from apps.api.agents.strategy_standing import shown_before, strategy_standing
from apps.api.agents.stress_standing import DECISION, stress_standing
from packages.contracts.genui import ChoiceOption, ChoicePrompt
from packages.core.messages import Language
from packages.domain.conversation.fields import Confirmation, DeploymentTarget
from packages.domain.conversation.wording import say

_PASSED = "pass"
_ON, _WATCH, _MEANWHILE = "continue", "watch", "meanwhile"
_AT_WORK = frozenset({"pending", "running"})


async def due_prompt(context: PhaseContext) -> ChoicePrompt | None:
    """None where the conversation has ended in an error."""
    match context.phase:
        case Phase.KYC:
            return kyc_after(context.block, context.language, earlier=context.profile).prompt
        case Phase.PRE_STRATEGY:
            scope = await scope_after(context)
            return scope.prompt
        case Phase.STRATEGY:
            return await _of_strategy(context)
        case Phase.STRESS_TEST:
            return await _of_stress(context)
        case Phase.DEPLOYMENT:
            standing = await deployment_standing(context, context.block)
            return deployment_prompt(context, standing) or _going_on(context, ("continue",))
        case Phase.COMPLETED:
            return _asked(context, _WATCH, ("status", "positions", "orders", "pause", "stop"))
        case _:
            return None


def deployment_prompt(context: PhaseContext, standing: DeploymentStanding) -> ChoicePrompt | None:
    """Where to trade, then the person's yes. What the lab has not passed cannot just be confirmed: it is revised, or
    the person overrules the verdict, in words that they type. None when all is said."""
    language, target = context.language, standing.block.profile.get(TARGET)
    if not target:
        return with_back(decision_prompt(TARGET, language), language)
    if target == DeploymentTarget.LIVE and not standing.is_at_work:
        prompt = decision_prompt(TARGET, language)
        paper = tuple(each for each in prompt.options if each.id == DeploymentTarget.PAPER)
        return with_back(prompt.model_copy(update={"options": paper}), language)
    if standing.is_confirmed:
        return None
    prompt = decision_prompt(CONFIRMATION, language)
    if not _has_passed(context):
        others = (each for each in prompt.options if each.id != Confirmation.CONFIRMED)
        prompt = prompt.model_copy(update={"options": (*_options(("override",), language), *others)})
    content = None if standing.strategy is None else standing.strategy.content_hash
    return with_back(prompt.model_copy(update={"about": content}), language)


def _has_passed(context: PhaseContext) -> bool:
    """By the last report of these rules that the conversation saw; where it saw none, the desk will tell."""
    verdict = context.artifacts.get(Phase.STRESS_TEST, PhaseBlock()).runtime.get("verdict")
    return verdict in (None, _PASSED)


async def _of_strategy(context: PhaseContext) -> ChoicePrompt:
    standing = await strategy_standing(context.services.facts, context.owner_id, context.block)
    if standing.is_confirmed and standing.backtest is not None and standing.backtest.status in _AT_WORK:
        return with_back(_asked(context, _MEANWHILE, ("false",)), context.language)
    if standing.strategy is None or standing.is_confirmed:
        more = ("continue",) if standing.strategy is None else ("continue", "false")
        return _going_on(context, more)
    prompt = with_back(decision_prompt("strategy_confirmed", context.language), context.language)
    return prompt.model_copy(update={"about": shown_before(standing.block)})


async def _of_stress(context: PhaseContext) -> ChoicePrompt:
    standing = await stress_standing(context, context.block)
    if standing.is_done:
        content = None if standing.strategy is None else standing.strategy.content_hash
        return decision_prompt(DECISION, context.language).model_copy(update={"about": content})
    if standing.report is not None and standing.report.status in _AT_WORK:
        return _asked(context, _MEANWHILE, ("revise",))
    return _going_on(context, ("continue", "revise"))


def _going_on(context: PhaseContext, options: Sequence[str]) -> ChoicePrompt:
    return with_back(_asked(context, _ON, options), context.language)


def _asked(context: PhaseContext, choice_id: str, options: Sequence[str]) -> ChoicePrompt:
    question = say(context.language, f"ask.{choice_id}")
    return ChoicePrompt(choice_id=choice_id, question=question, options=_options(options, context.language))


def _options(ids: Sequence[str], language: Language) -> tuple[ChoiceOption, ...]:
    return tuple(ChoiceOption(id=each, label=say(language, f"option.{each}")) for each in ids)
