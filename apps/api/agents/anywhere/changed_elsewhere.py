"""Answers about the person that changed in another place since this conversation last answered: reported once.

They bind in every conversation of the person, so who comes back to one hears why its limits are others.
"""

from collections.abc import Mapping
from typing import Final

from apps.api.agents.kyc_answers import answers_in
from packages.core.events import JsonObject
from packages.core.messages import Language
from packages.domain.accounts.profile import Profile
from packages.domain.conversation.wording import field_named, label_of, say

SEEN: Final = "kyc_seen"  # in a session's metadata: the answers as its last turn had them


def describe_changed_elsewhere(metadata: JsonObject, profile: Profile, language: Language) -> tuple[str, ...]:
    """One sentence, or none; `profile` is the person's as the turn began."""
    seen = metadata.get(SEEN)
    if not isinstance(seen, Mapping):
        return ()
    changed = {name: value for name, value in answers_in(profile).items() if seen.get(name) != value}
    if not changed:
        return ()
    named = [
        say(language, "proposal.field", field=field_named(name), label=label_of(name, value, language))
        for name, value in changed.items()
    ]
    return (say(language, "profile.changed_elsewhere", answers=say(language, "comma").join(named)),)


def seen_now(profile: Profile) -> JsonObject:
    """For the metadata after a turn."""
    seen: JsonObject = {**answers_in(profile)}
    return {SEEN: dict(seen)}
