"""The question that is due in every phase, after every turn: what leads on, and the way back."""

from collections.abc import Mapping, Sequence

from apps.api.agents.deployment_standing import (
    AGREED_TO,
    CONFIRMATION,
    TARGET,
    DeploymentStanding,
    deployment_standing,
)
from apps.api.agents.held_rules import CHOICE, fit_options, held_in
from apps.api.agents.kyc_answers import kyc_after
from apps.api.agents.phases import Phase
from apps.api.agents.prompts import decision_prompt, with_back
from apps.api.agents.protocol import PhaseBlock, PhaseContext
from apps.api.agents.rule_changes.rule_drafts import TEMPLATE, draft_faults, draft_in
from apps.api.agents.scoping import scope_after
from apps.api.agents.strategy_standing import shown_before, strategy_standing
from apps.api.agents.stress_standing import DECISION, STATUS, has_passed, stress_standing
from packages.contracts.genui import ChoiceOption, ChoicePrompt
from packages.core.messages import Language
from packages.domain.conversation.facts import StrategyFact
from packages.domain.conversation.fetch_option import fetch_option
from packages.domain.conversation.fields import Confirmation, DeploymentState, DeploymentTarget
from packages.domain.conversation.wording import say
from packages.domain.trading.deployments.model import Blocker

_ON, _WATCH, _MEANWHILE, _STOP = "continue", "watch", "meanwhile", "stop_test"
_DEMO = "DEMO"
_NEW = "new_conversation"  # which the page opens
_EXAMPLES = (1, 2)  # of each part that rules can lack
_LONGEST_QUESTION = 400
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
            return _asked(context, _WATCH, await _watching(context))
        case _:
            return None


async def _watching(context: PhaseContext) -> tuple[str, ...]:
    """What can be done with the deployment as it is: one that is paused is resumed, one that has ended only read. Other
    rules take a conversation of their own."""
    block = context.artifacts.get(Phase.DEPLOYMENT, PhaseBlock())
    deployment = (await deployment_standing(context, block)).deployment
    actions = ("status", "positions", "orders")
    if deployment is not None and (deployment.is_stopped or deployment.status == DeploymentState.COMPLETED):
        return (_NEW, *actions)
    return (*actions, "resume" if deployment is not None and deployment.is_paused else "pause", "stop", _NEW)


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
    if not has_passed(context.artifacts):
        others = (each for each in prompt.options if each.id != Confirmation.CONFIRMED)
        prompt = prompt.model_copy(update={"options": (*_options(("override",), language), *others)})
    return with_back(_about(prompt, standing.strategy), language)


async def _of_strategy(context: PhaseContext) -> ChoicePrompt:
    standing = await strategy_standing(context.services.records, context.owner_id, context.block)
    held = held_in(standing.block)
    if held is not None:
        options = fit_options(context, held, has_saved=standing.strategy is not None)
        question = say(context.language, "draft.ask_fit")
        return with_back(ChoicePrompt(choice_id=CHOICE, question=question, options=options), context.language)
    if standing.is_confirmed and standing.backtest is not None and standing.backtest.status in _AT_WORK:
        return with_back(_asked(context, _MEANWHILE, ("false", _STOP)), context.language)
    if standing.strategy is None and (draft := draft_in(context)):
        return with_back(_of_draft(context, draft), context.language)
    if standing.strategy is None:
        return _going_on(context, ("continue",))
    prompt = decision_prompt("strategy_confirmed", context.language)
    prompt = prompt.model_copy(update={"about": shown_before(standing.block)})
    if standing.is_confirmed:
        prompt = _asked(context, _ON, ("continue", "false"))
    more = await _without_bars(context, standing.strategy)
    return with_back(prompt.model_copy(update={"options": (*more, *prompt.options)}), context.language)


async def _without_bars(context: PhaseContext, strategy: StrategyFact) -> tuple[ChoiceOption, ...]:
    """For rules without bars, or whose deployment was blocked by them: fetch them, or trade something else. Nobody has
    more bars of the demo companies than the desk itself."""
    stored = {each.symbol for each in await context.services.records.instruments()}
    if stored.issuperset(strategy.tickers) and not _is_blocked(context, strategy):
        return ()
    fetches = [fetch_option(each, context.language) for each in strategy.tickers if not each.startswith(_DEMO)]
    options = tuple(ChoiceOption(id=each.id, label=each.label, subtitle=each.subtitle) for each in fetches)
    return (*options, *_options(("new_scope",), context.language))


def _is_blocked(context: PhaseContext, strategy: StrategyFact) -> bool:
    runtime = context.artifacts.get(Phase.DEPLOYMENT, PhaseBlock()).runtime
    agreed = runtime.get(AGREED_TO)
    is_theirs = isinstance(agreed, Mapping) and agreed.get("content_hash") == strategy.content_hash
    return is_theirs and runtime.get("blocker") == Blocker.DATA_MISSING


def _of_draft(context: PhaseContext, draft: str) -> ChoicePrompt:
    """Rules in words that are no strategy yet: what they lack, with examples of it; or a template; or back."""
    language = context.language
    missing, wrong = draft_faults(context, draft)
    examples = tuple(_example(part, number, language) for part in missing for number in _EXAMPLES)
    if missing:
        named = say(language, "comma").join(say(language, f"rule_part.{part}") for part in missing)
        question = say(language, "ask.rules_draft.missing", missing=named)
    else:
        question = say(language, "ask.rules_draft.wrong", problem=wrong) if wrong else say(language, "ask.rules_draft")
    own = () if missing or wrong else (ChoiceOption(id=_ON, label=say(language, "option.own_rules")),)
    options = (*examples, *own, *_options((TEMPLATE,), language))
    return ChoicePrompt(choice_id="rules_draft", question=question[:_LONGEST_QUESTION], options=options)


def _example(part: str, number: int, language: Language) -> ChoiceOption:
    """A button that says what its label says."""
    return ChoiceOption(id=f"say_{part}_{number}", label=say(language, f"example.{part}.{number}"))


async def _of_stress(context: PhaseContext) -> ChoicePrompt:
    standing = await stress_standing(context, context.block)
    is_running = context.block.runtime.get(STATUS) in _AT_WORK  # as the turn told it
    if standing.is_done and not is_running:
        return _about(standing.ordered(decision_prompt(DECISION, context.language)), standing.strategy)
    if standing.report is not None and (is_running or standing.report.status in _AT_WORK):
        return _asked(context, _MEANWHILE, ("revise", _STOP))
    if await _never_traded(context):
        prompt = _going_on(context, ("revise", "new_scope", "continue"))
        return prompt.model_copy(update={"question": say(context.language, "ask.never_traded")})
    prompt = _going_on(context, ("continue", "revise"))
    return prompt.model_copy(update={"question": say(context.language, "ask.after_backtest")})


async def _never_traded(context: PhaseContext) -> bool:
    """Whether the backtest of the rules at hand closed no trade: there is nothing to stress then."""
    block = context.artifacts.get(Phase.STRATEGY, PhaseBlock())
    backtest = (await strategy_standing(context.services.records, context.owner_id, block)).backtest
    return backtest is not None and backtest.status == "done" and backtest.trades == 0


def _about(prompt: ChoicePrompt, strategy: StrategyFact | None) -> ChoicePrompt:
    """With the rules that an answer is about, so that none binds others."""
    return prompt.model_copy(update={"about": None if strategy is None else strategy.content_hash})


def _going_on(context: PhaseContext, options: Sequence[str]) -> ChoicePrompt:
    return with_back(_asked(context, _ON, options), context.language)


def _asked(context: PhaseContext, choice_id: str, options: Sequence[str]) -> ChoicePrompt:
    question = say(context.language, f"ask.{choice_id}")
    return ChoicePrompt(choice_id=choice_id, question=question, options=_options(options, context.language))


def _options(ids: Sequence[str], language: Language) -> tuple[ChoiceOption, ...]:
    return tuple(ChoiceOption(id=each, label=say(language, f"option.{each}")) for each in ids)
