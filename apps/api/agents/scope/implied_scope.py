"""What rules in a person's own words say of the scope, before it is asked."""

from collections.abc import Mapping
from dataclasses import replace

from apps.api.agents.field_answers import WORDS, Settled
from apps.api.agents.spoken_rules import scope_in
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
