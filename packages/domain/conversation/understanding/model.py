"""The port of understanding: a message goes in with what was asked, and what it says comes out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Final, Protocol

from packages.core.messages import Message
from packages.domain.conversation.facts import InstrumentFact
from packages.domain.conversation.understanding.asking.question_kinds import AskedQuestion
from packages.domain.conversation.understanding.message_words import NothingSaid, OwnWords


class Wish(StrEnum):
    """What a person can ask for, beside answering questions and deciding."""

    HELP = "help"
    RESEARCH_STATUS = "research_status"
    RESEARCH_ANOTHER = "research_another"
    WRITE_RULES = "write_rules"
    RESEARCH = "research"
    TIGHTER = "tighter"
    WIDER = "wider"
    SMALLER = "smaller"
    LARGER = "larger"
    LONGER = "longer"
    SHORTER = "shorter"
    NEW_KYC = "new_kyc"
    NEW_SCOPE = "new_scope"
    START_OVER = "start_over"
    UNDO = "undo"
    REVISE = "revise"
    FLATTEN = "flatten"
    KEEP = "keep"
    PAUSE = "pause"
    RESUME = "resume"
    STOP = "stop"
    REPLAY = "replay"
    POSITIONS = "positions"
    ORDERS = "orders"
    AGAIN = "again"
    RULES = "rules"
    TAKE_UP = "take_up"
    BACKTEST = "backtest"
    STRESS_TEST = "stress_test"
    BACK = "back"
    WAIT = "wait"
    OVERRIDE = "override"
    CONTINUE = "continue"
    YES = "yes"
    CANCEL = "cancel"


# Wishes for one of the usual changes of the rules at hand.
CHANGE_RULES: Final = frozenset({Wish.TIGHTER, Wish.WIDER, Wish.SMALLER, Wish.LARGER, Wish.LONGER, Wish.SHORTER})


class MessageIntent(StrEnum):
    """What a message is, as a whole."""

    ANSWER = "answer"
    DECIDE = "decide"
    CORRECT = "correct"
    BACK = "back"
    QUESTION = "question"
    SMALL_TALK = "small_talk"
    RESEARCH = "research"
    HELP = "help"
    SKIP = "skip"
    REFUSE = "refuse"
    WAIT = "wait"
    OVERRIDE = "override"
    EDIT_RULES = "edit_rules"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class AskedFields:
    """What a message may answer: `fields` are those to read, `open` those that were asked, `options` the ids that were
    offered, `instruments` those that can be named, `today` what "since 2015" is counted from, `pending` what was
    understood and waits for the person's word, and `occasion` what a message may be about where no field was asked:
    "run_stress_test" before the test, "running" while a deployment trades. `answered` is the field that was answered
    last, which a correction by a bare number is about. Where it `keeps_rules`, rules that are told before their time
    are kept as an idea, and what is asked is read beside them."""

    fields: tuple[str, ...] = ()
    open: frozenset[str] = frozenset()
    options: tuple[str, ...] = ()
    instruments: Sequence[InstrumentFact] = ()
    market: str | None = None
    today: date | None = None
    pending: Mapping[str, str] = field(default_factory=dict)
    occasion: str = ""
    answered: str = ""
    keeps_rules: bool = False

    @property
    def questioned(self) -> frozenset[str]:
        """What the question is about: not what only waits for a word beside it."""
        return self.open.difference(self.pending) or self.open


class ProposalWord(StrEnum):
    """A person's word on what was understood of them."""

    ACCEPT = "accept"
    CHANGE = "change"


@dataclass(frozen=True, slots=True)
class OverrideText:
    """A typed override: the phrase word by word, and the person's reason beside it."""

    phrase: str
    reason: str


@dataclass(frozen=True, slots=True)
class FailedFetch:
    """A fetch of data that the conversation waited for and that brought nothing, or that could not be begun, for a
    `reason`."""

    job_id: str
    symbol: str
    for_research: bool = False
    reason: Message | None = None


@dataclass(frozen=True, slots=True)
class ProfileTalk:
    """What a message says of answers about the person that were given before: new ones that are `proposed`, those that
    the person `accepted`, or the one field that is `asked` again."""

    proposed: Mapping[str, str] = field(default_factory=dict)
    accepted: Mapping[str, str] = field(default_factory=dict)
    asked: str = ""


@dataclass(frozen=True, slots=True)
class InstrumentTalk:
    """What a message says of another instrument once the scope is settled: with its market `proposed`, or `accepted`,
    be there rules already or not; else the one that is `kept`, because the other was not wanted or has no bars."""

    proposed: Mapping[str, str] = field(default_factory=dict)
    accepted: Mapping[str, str] = field(default_factory=dict)
    has_rules: bool = False
    kept: str = ""
    without_bars: str = ""


@dataclass(frozen=True, slots=True)
class Understood:
    """What a message says. Nothing here was decided by a model.

    `answers` are values of fields, decisions among them; `denied` are values that the person spoke against. `is_choice`
    means a pressed button or an option word for word: that and nothing else. `topics` are the fields that it is about,
    `reopened` those that the person wants to change, and `changes` whether anything shall change at all.
    `may_answer` is False for questions, greetings and people who do not know. `wishes` come the more particular first;
    `subject` is the instrument to research as it was named, `subjects` every real one that this may stand for,
    `research_fetch` the one whose data a person wants to be fetched for it, `symbol` that of a message that is a symbol
    and nothing else, `meant` every real instrument that such a message, or a well-known name alone, may stand for,
    `fetch` the symbol of an offer to fetch its data that was accepted. `quote` is the message in one short line where
    it stops, pauses or resumes a deployment: the reason on record. `day` is the one day that it names.
    `intent` is what the message is as a whole. `is_explicit` means that the person chose for certain: a pressed button,
    an option word for word or by its number, a decision named and nothing else, or a plain yes or no to the decision
    that was asked; all else is proposed back, and `proposal` is the person's word on what was. `named` are decisions
    in words of their own, which is more than an order for what comes after them. `question` is what it
    asks, and `asked_term` the term that "what is X?" asks about. `idea` are rules in words that come before their
    time; `about_person` are answers about the person of a message that says nothing else, where others were asked, and
    `profile_talk` what the desk makes of them; `instrument_talk` is of another instrument than the
    settled one; `for_later` are answers to questions that come later. `is_outdated`
    means an answer to a question that the conversation has left, which was therefore not taken; `fetch_failed` is what
    a turn tells that nobody spoke in; `stopped` the test, "backtest" or "stress_test", that the desk stopped on it.
    `said` are the message's own words, for who needs more of them than was read."""

    answers: Mapping[str, str] = field(default_factory=dict)
    is_choice: bool = False
    denied: Mapping[str, frozenset[str]] = field(default_factory=dict)
    topics: frozenset[str] = frozenset()
    reopened: frozenset[str] = frozenset()
    changes: bool = False
    may_answer: bool = False
    wishes: tuple[Wish, ...] = ()
    subject: str = ""
    subjects: tuple[str, ...] = ()
    research_fetch: str | None = None
    symbol: str | None = None
    meant: tuple[str, ...] = ()
    fetch: str | None = None
    override: OverrideText | None = None
    quote: str = ""
    day: date | None = None
    intent: MessageIntent = MessageIntent.UNKNOWN
    is_explicit: bool = False
    named: Mapping[str, str] = field(default_factory=dict)
    question: AskedQuestion | None = None
    asked_term: str = ""
    proposal: ProposalWord | None = None
    idea: str = ""
    about_person: Mapping[str, str] = field(default_factory=dict)
    profile_talk: ProfileTalk | None = None
    instrument_talk: InstrumentTalk | None = None
    for_later: Mapping[str, str] = field(default_factory=dict)
    is_outdated: bool = False
    fetch_failed: FailedFetch | None = None
    said: OwnWords = field(default=NothingSaid(), compare=False, repr=False)
    stopped: str = ""

    @property
    def wish(self) -> Wish | None:
        """The most particular one."""
        return self.wishes[0] if self.wishes else None

    @property
    def goes_back(self) -> bool:
        """One step; who wants to go back to the strategy, or to its last version, says so."""
        return Wish.BACK in self.wishes and not {Wish.REVISE, Wish.UNDO} & set(self.wishes)

    @property
    def goes_on(self) -> bool:
        return Wish.CONTINUE in self.wishes or Wish.YES in self.wishes


class Understanding(Protocol):
    """Reads what a person said."""

    def read(self, text: str, asked: AskedFields) -> Understood: ...
