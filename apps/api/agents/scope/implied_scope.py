"""What rules in a person's own words say of the scope, before it is asked."""

from collections.abc import Mapping
from dataclasses import replace

from apps.api.agents.field_answers import WORDS, Settled
from apps.api.agents.proposing import pending_sources
from apps.api.agents.protocol import PhaseBlock
from apps.api.agents.scope.early_rules import exit_in, scope_in, unread_rules
from apps.api.agents.scope_offers import MARKET
from packages.core.events import JsonValue
from packages.domain.conversation.understanding.choices import INSTRUMENT
from packages.domain.conversation.understanding.model import Understood
from packages.domain.conversation.understanding.rules import idea_in

BY_RULES = "rules"  # the source of a proposal that the person has not said, and that follows from their rules
_NAMED = frozenset({MARKET, INSTRUMENT})


def proposed_with_rules(
    settled: Settled, before: Mapping[str, str], sources: Mapping[str, str], understood: Understood | None
) -> Settled:
    """Rules of this very message say what would be asked: it is proposed, beside what the person said of it. What
    follows from rules of a message before, by `sources`, goes on doing so."""
    said = understood or Understood()
    again = {name for name in settled.proposed if sources.get(name) == BY_RULES and name not in said.answers}
    known = {**before, **settled.values, **settled.proposed}
    implied = {
        name: value
        for name, value in (scope_in(said.idea) if said.idea else {}).items()
        if name not in known and value not in said.denied.get(name, ())
    }
    by = {name: WORDS if name in _NAMED else BY_RULES for name in implied}
    by |= {**settled.proposed_by, **dict.fromkeys(again, BY_RULES)}
    return replace(settled, proposed={**settled.proposed, **implied}, proposed_by=by)


def follows_from_rules(runtime: Mapping[str, JsonValue]) -> list[str]:
    """What waits for the person's word in a scope, and was concluded from their rules."""
    return [name for name, source in pending_sources(PhaseBlock(runtime=runtime)).items() if source == BY_RULES]


def with_idea(understood: Understood, text: str) -> Understood:
    """With the rules that the message tells; the instrument of whole rules names their market, whatever other words of
    theirs may call one."""
    idea = "" if understood.about_person else idea_in(text) or exit_in(understood)
    market = scope_in(idea).get(MARKET)
    answers = {name: value for name, value in understood.answers.items() if name != MARKET or market in (None, value)}
    if INSTRUMENT not in answers and unread_rules(understood) and (named := understood.said.instrument_of_rules):
        answers[INSTRUMENT] = named
    return replace(understood, idea=idea, answers=answers)
