"""Which fields a turn settles: by the person's own words, and by a model's patch only as a reading of those words.

A patch never speaks before the person, against them, or of what their message does not touch. Where the rules can read
the words, the words count. Where they cannot, and the message is about the field (it was asked, or named), the model's
reading is taken. A pressed button is that button and nothing else. What is refused is told to the model.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from apps.api.agents.answers import Listening, chosen_value, denied, selection_of, understand_all
from apps.api.agents.phases import Phase
from apps.api.agents.proposals import proposed
from apps.api.agents.wording.clauses import clauses, is_question, plain
from apps.api.agents.wording.topics import TOPICS
from packages.core.events import JsonObject
from packages.domain.conversation.fields import FIELDS

CHOICE, WORDS, MODEL = "choice", "words", "model"
_CHANGE = re.compile(
    r"改|换|更正|重新选|重选|说错|其实|不对"
    r"|\b(?:change|switch|actually|instead|correct|rather|update|make it|redo)\b",
    re.IGNORECASE,
)
# Greetings, hums, and words of who does not know or wants to hear more: nothing that a model could read an answer from.
_NO_ANSWER = re.compile(
    r"(?:你好|您好|嗨|哈喽|在吗|继续|嗯+|哦+|噢|啊|呃|好吧?|再?(?:说说|讲讲|看看)看?|我?(?:不懂|不明白|没懂|没看懂|不理解|不知道|不清楚|不确定)"
    r"|什么意思|随便|hi|hello|hey|good (?:morning|evening)|continue|ok(?:ay)?|h+m+|u+h+|um+|well"
    r"|(?:please )?tell me more|go on|(?:i )?(?:do not|don'?t|did not|didn'?t) (?:understand|know|get (?:it|that))"
    r"|idk|(?:i am |i'm )?not sure|no idea|whatever)"
    r"[\s!.。！,，…]*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Heard:
    """What a turn says: values with where they come from, fields that the person wants to answer anew, and notes."""

    values: Mapping[str, str]
    sources: Mapping[str, str]
    reopened: frozenset[str]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """What is settled before the turn; `listening` takes the next question for asked, `asked` is what was really
    asked. `closed` fields take no patch."""

    phase: Phase
    settled: Mapping[str, str]
    listening: Listening
    asked: object = None
    closed: Collection[str] = ()


def hear(standing: Standing, said: str, patches: Sequence[JsonObject]) -> Heard:
    read = _read(standing, said)
    taken, notes = _readings_of_model(standing, said, read, patches)
    is_choice = selection_of(said) is not None or is_pure_choice(standing, said)
    sources = dict.fromkeys(read, CHOICE if is_choice else WORDS) | dict.fromkeys(taken, MODEL)
    values = {**read, **taken}
    return Heard(values, sources, _reopened(standing, said).difference(values), notes)


def is_pure_choice(standing: Standing, said: str) -> bool:
    """An option word for word, or a button."""
    names = [field.name for field in FIELDS[standing.phase.value]]
    return selection_of(said) is not None or any(chosen_value(name, said, standing.listening) for name in names)


def _read(standing: Standing, said: str) -> dict[str, str]:
    """What is settled stays unless the person chooses anew or says that it changes."""
    names = [field.name for field in FIELDS[standing.phase.value]]
    changes = _CHANGE.search(said) is not None or is_pure_choice(standing, said)
    wanted = [name for name in names if changes or name not in standing.settled]
    return understand_all(wanted, said, standing.listening)


def _readings_of_model(
    standing: Standing, said: str, read: Mapping[str, str], patches: Sequence[JsonObject]
) -> tuple[dict[str, str], tuple[str, ...]]:
    takes = [field.name for field in FIELDS[standing.phase.value]]
    proposals = proposed(standing.phase, patches, takes)
    taken: dict[str, str] = {}
    notes = list(proposals.notes)
    for name, value in proposals.values.items():
        if value in (read.get(name), standing.settled.get(name)):
            continue
        refusal = _refusal(standing, said, read, name, value)
        if refusal is None:
            taken[name] = value
        else:
            notes.append(refusal)
    return taken, tuple(notes)


def _refusal(standing: Standing, said: str, read: Mapping[str, str], name: str, value: str) -> str | None:
    if name in read:
        return f"{name} is {read[name]}: that is what the person said, and not {value}."
    if name in standing.closed:
        return f"{name} is not asked yet: leave it out of the patch."
    if is_pure_choice(standing, said):
        return f"{name} was not spoken of: the person answered another question with a choice."
    if value in denied(name, said):
        return f"{name} is not {value}: the person said so."
    if name in standing.settled and not _CHANGE.search(said):
        return f"{name} is {standing.settled[name]}, and the person did not change it."
    if not _is_about(standing, said, read, name):
        return f"{name} was not spoken of in this message: ask the person for it."
    return None


def _is_about(standing: Standing, said: str, read: Mapping[str, str], name: str) -> bool:
    """It is named, or it was asked and the message says nothing else."""
    if is_question(said) or _NO_ANSWER.fullmatch(plain(said).strip()):
        return False
    was_answered = standing.asked == name and not read
    return was_answered or bool(TOPICS[name].search(said))


def _reopened(standing: Standing, said: str) -> frozenset[str]:
    """Settled fields that the person wants to change without saying into what."""
    return frozenset(
        name
        for name in standing.settled
        for clause in clauses(plain(said))
        if (change := _CHANGE.search(clause.text))
        and not clause.denies(change.start(), change.end())
        and TOPICS[name].search(clause.text)
    )
