"""What an expert says as one text: texts as they are, lists of texts joined, catalysts as sentences."""

from collections.abc import Mapping

from packages.core.messages import Message, Phrases, message
from src.modules.debate.domain.language import language_of

_BETWEEN = "；"
_ENDS = "。.；;，, "
_LEVELS = ("HIGH", "MEDIUM", "LOW")
_DETAILS = ("expected_impact", "timeframe", "probability")


class NotText(ValueError):
    """Neither a text nor a list of texts; `said` is what it is instead."""

    def __init__(self, said: Message) -> None:
        super().__init__(str(said))
        self.said = said


def joined(value: object) -> str:
    """A text as it is, a list of texts as one; None is an empty text."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if not isinstance(value, list | tuple):
        raise NotText(message("debate.unusable.not_texts", kind=type(value).__name__))
    for one in value:
        if not isinstance(one, str):
            raise NotText(message("debate.unusable.list_holds", kind=type(one).__name__))
    return _BETWEEN.join(one for one in value if one.strip())


def catalysts_text(value: object) -> str:
    """As `joined`, with each catalyst of the list as a sentence."""
    if not isinstance(value, list | tuple):
        return joined(value)
    return joined([catalyst_sentence(one) if isinstance(one, Mapping) else one for one in value])


def catalyst_sentence(catalyst: Mapping[str, object]) -> str:
    parts = {key: _part(catalyst.get(key)) for key in ("event", *_DETAILS)}
    # The report's own words show the language: a Chinese report quotes English headlines as they are.
    own_words = [parts[key] for key in _DETAILS[:2] if parts[key]] or [parts["event"]]
    phrases = Phrases(language_of(own_words), "debate.catalyst")
    level = parts["probability"].upper()
    if level in _LEVELS:
        parts["probability"] = phrases.word("level", level)
    details = [phrases.say(key, value=parts[key]) for key in _DETAILS if parts[key]]
    return phrases.say("comma").join([*([parts["event"]] if parts["event"] else []), *details])


def _part(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:g}"
    if not isinstance(value, str):
        raise NotText(message("debate.unusable.catalyst_holds", kind=type(value).__name__))
    return value.strip().rstrip(_ENDS)
