"""Rules that were understood and shown, and that the person's limits do not let be saved yet: they wait, with one
number to tap that makes them fit, until they fit, are changed, or are given up."""

from collections.abc import Sequence

from apps.api.agents.protocol import PhaseBlock, PhaseContext
from packages.contracts.genui import ChoiceOption, GenUi, StrategyCard, StrategyRef
from packages.core.events import JsonObject, JsonValue
from packages.core.messages import Language
from packages.domain.conversation.bounds import constraints_of
from packages.domain.conversation.constraints import check_document, percent_text
from packages.domain.conversation.fitting import Fit, fits
from packages.domain.conversation.understanding.model import Understood, Wish
from packages.domain.conversation.wording import say
from packages.domain.strategy.build import build
from packages.domain.strategy.explain.strategy import explain
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.reading import read_value

HELD = "held_rules"  # in the runtime of the strategy's block
CHOICE = "fit"
_WISHED = {Wish.SMALLER: ("size", "risk"), Wish.TIGHTER: ("stop", "new_stop")}


def held_in(block: PhaseBlock) -> Document | None:
    held = read_value(block.runtime.get(HELD)).document
    return held if isinstance(held, dict) else None


def held_after(context: PhaseContext, before: PhaseBlock, cards: Sequence[GenUi]) -> JsonValue:
    """By the rules that were shown last: those that nobody saved wait, as long as a limit is what keeps them."""
    shown = [card for card in cards if isinstance(card, StrategyCard | StrategyRef)]
    if not shown:
        return before.runtime.get(HELD)
    last = shown[-1]
    if not isinstance(last, StrategyCard) or last.strategy_id is not None:
        return None
    return last.dsl_json if check_document(constraints_of(context.profile), last.dsl_json) else None


def over_limits(context: PhaseContext, document: Document) -> JsonObject:
    """What the rules break, in words, with the rules as sentences; empty where they keep every limit."""
    broken = check_document(constraints_of(context.profile), document)
    if not broken:
        return {}
    sentences = [each.text for each in explain(build(document), CATALOGUE, context.language)]
    return {
        "refused": list(dict.fromkeys(each.sentence(context.language) for each in broken)),
        "fits": bool(fits(constraints_of(context.profile), document)),
        "sentences": sentences,
    }


def fit_options(context: PhaseContext, document: Document, *, has_saved: bool) -> tuple[ChoiceOption, ...]:
    """One for each number that makes the rules fit, then a change, then the old rules where there are any."""
    found = fits(constraints_of(context.profile), document)
    offered = [ChoiceOption(id=f"fit_{fit.part}", label=_label(fit, context.language)) for fit in found]
    change = ChoiceOption(id="false", label=say(context.language, "option.false"))
    keep = (ChoiceOption(id="keep_rules", label=say(context.language, "draft.keep")),) if has_saved else ()
    return (*offered, change, *keep)


def chosen_fit(context: PhaseContext, document: Document, text: str, understood: Understood) -> Fit | None:
    """The one whose button was pressed, or that the person asks for in words."""
    found = fits(constraints_of(context.profile), document)
    pressed = next((fit for fit in found if _is_said(text, *(_label(fit, each) for each in Language))), None)
    if pressed is not None:
        return pressed
    wished = [part for wish in understood.wishes for part in _WISHED.get(wish, ())]
    if Wish.YES in understood.wishes and len(found) == 1:
        return found[0]
    return next((fit for fit in found if fit.part in wished), None)


def keeps_rules(text: str) -> bool:
    return _is_said(text, *(say(each, "draft.keep") for each in Language))


def _label(fit: Fit, language: Language) -> str:
    return say(language, f"draft.fit_{fit.part}", share=percent_text(fit.value))


def _is_said(text: str, *labels: str) -> bool:
    return text.strip().casefold() in {label.casefold() for label in labels}
