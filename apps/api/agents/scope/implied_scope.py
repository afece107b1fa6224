"""What rules in a person's own words say of the scope, before it is asked."""

from collections.abc import Mapping
from dataclasses import replace

from apps.api.agents.field_answers import WORDS, Settled
from apps.api.agents.scope_offers import MARKET
from apps.api.agents.spoken_rules import idea_in, instrument_of_rules, scope_in, unread_rules
from packages.domain.conversation.understanding.choices import INSTRUMENT
from packages.domain.conversation.understanding.model import Understood


def proposed_with_rules(settled: Settled, before: Mapping[str, str], understood: Understood) -> Settled:
    """Rules of this very message say what would be asked: it is proposed, beside what the person said of it."""
    known = {**before, **settled.values, **settled.proposed}
    implied = {
        name: value
        for name, value in scope_in(understood.idea).items()
        if name not in known and value not in understood.denied.get(name, ())
    }
    by = {**dict.fromkeys(implied, WORDS), **settled.proposed_by}
    return replace(settled, proposed={**settled.proposed, **implied}, proposed_by=by)


def with_idea(understood: Understood, text: str) -> Understood:
    """With the rules that the message tells; the instrument of whole rules names their market, whatever other words of
    theirs may call one."""
    idea = "" if understood.about_person else idea_in(text)
    market = scope_in(idea).get(MARKET)
    answers = {name: value for name, value in understood.answers.items() if name != MARKET or market in (None, value)}
    if INSTRUMENT not in answers and unread_rules(text, understood) and (named := instrument_of_rules(text)):
        answers[INSTRUMENT] = named
    return replace(understood, idea=idea, answers=answers)
