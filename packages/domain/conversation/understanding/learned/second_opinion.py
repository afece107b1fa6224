"""Rules read first, and a classifier gives a second opinion: it reads what they cannot, and doubts what they misread.

What it reads is never explicit: it is proposed back to the person like everything that was not said word for word.
"""

import re
from collections.abc import Mapping
from dataclasses import replace

from packages.domain.conversation.understanding.amounts.other_subjects import is_beside_the_question
from packages.domain.conversation.understanding.amounts.readings import (
    cannot_bear,
    is_on_the_line,
)
from packages.domain.conversation.understanding.amounts.roles import is_beside_trading
from packages.domain.conversation.understanding.answers import (
    denied,
    is_between_two,
    is_computed,
    is_mentioned,
)
from packages.domain.conversation.understanding.asking.question_kinds import AskedQuestion
from packages.domain.conversation.understanding.clauses import (
    has_if,
    is_torn,
)
from packages.domain.conversation.understanding.corrections import takes_back
from packages.domain.conversation.understanding.learned.certainty import is_certain, is_worked_out
from packages.domain.conversation.understanding.learned.features import is_measured, is_measured_for
from packages.domain.conversation.understanding.learned.labels import ANSWERS, SHARED
from packages.domain.conversation.understanding.learned.reader import odds
from packages.domain.conversation.understanding.lexicon.decision_words import DECISIONS
from packages.domain.conversation.understanding.message.utterance import Spelling
from packages.domain.conversation.understanding.model import AskedFields, MessageIntent, Understood, Wish
from packages.domain.conversation.understanding.several.in_passing import PERSON
from packages.domain.conversation.understanding.several.named_fields import answers_by_name
from packages.domain.evidence.patterns import lazy_pattern

# By hands that were left out (`benchmarks/unseen_hands.py`): a reading that is asked for again costs less than a wrong
# one.
_ENOUGH = 0.7  # to be read where the rules read nothing
_ENOUGH_OF_WORDS = 0.75  # where words are many and alike
_ENOUGH_TO_COMMIT = 0.8  # money is at stake, or the rules have weighed an amount
_CERTAIN = 0.95  # to be read although the rules left it open
_BEYOND_DOUBT = 0.98  # to be believed against an answer of the rules
_SURE = 0.9  # to be believed against a decision of the rules
_MISREAD = 0.7  # so likely, another label takes an answer of the rules away
_NO_ANSWER = 0.4  # so likely, something else than an answer does so too where theirs is less likely than the next
_SLIGHT = 0.2
_UNHEARD = 0.08  # an answer of the rules that is less likely than this goes too
_OUTDONE = 0.1  # and so does one that is less likely than this where another answer has `_MISREAD`
_UNHEARD_AMOUNT = 0.05  # an amount was reckoned with, and says more than the words beside it
_UNHEARD_WISH = 0.2  # "park it" and 放着 wait where a decision was asked, and answer where a field was
_DOUBTED = 0.2  # a decision that is less likely than this is not believed of the rules
_COMMITS = frozenset({"confirm", "deploy", "live", "confirmed"})
_SETS_GOING = _COMMITS | {"run", "start"}
# Beside these a word that would set something going is none: they ask, refuse, put off or make terms.
_RESERVES = lazy_pattern(
    r"\b(?:unless|until|going to say|not before|no deployment|aren't final|isn't final)\b|\bsee\b[^,.]{2,30}\bfirst\b"
    r"|除非|再说|等[我你他她到]|要保证",
    re.IGNORECASE,
)
_MEASURED = frozenset(
    {"trading_years_bucket", "risk_tolerance", "return_expectation"}
    | {"opportunity_frequency_bucket", "holding_period_bucket"}
)
_WORDY = frozenset({"risk_tolerance", "return_expectation", "target_market"})
_COUNTED = lazy_pattern(
    r"第[一二三四五六七八九十\d]|最后一?个|\b(?:first|second|third|fourth|last) (?:one|option|choice)\b"
)
_VALUES = {"strategy_confirmed": {"confirm": "true", "change": "false"}}
_WISHES: Mapping[str, Wish] = {
    "run_backtest": Wish.BACKTEST, "not_yet": Wish.WAIT, "wait": Wish.WAIT, "back": Wish.BACK,
    "run": Wish.STRESS_TEST, "pause": Wish.PAUSE, "stop": Wish.STOP, "start": Wish.CONTINUE,
}  # fmt: skip
# Wishes by which the rules say the same as a label does.
_SAID_BY: Mapping[str, frozenset[Wish]] = {
    "run_backtest": frozenset({Wish.BACKTEST}),
    "not_yet": frozenset({Wish.WAIT}),
    "run": frozenset({Wish.STRESS_TEST, Wish.CONTINUE, Wish.YES}),
    "pause": frozenset({Wish.PAUSE}),
    "stop": frozenset({Wish.STOP}),
    "start": frozenset({Wish.RESUME, Wish.CONTINUE}),
    "back": frozenset({Wish.BACK, Wish.NEW_KYC, Wish.NEW_SCOPE, Wish.REVISE}),
    "wait": frozenset({Wish.WAIT}),
}
_INTENTS: Mapping[str, MessageIntent] = {
    "question": MessageIntent.QUESTION, "small_talk": MessageIntent.SMALL_TALK, "dont_know": MessageIntent.SKIP,
    "refuse": MessageIntent.REFUSE, "help": MessageIntent.HELP, "override": MessageIntent.OVERRIDE,
}  # fmt: skip


def question_of(asked: AskedFields) -> str | None:
    """The one question that a message answers, where it is one that was learned."""
    questions = asked.questioned or ({asked.occasion} if asked.occasion else set())
    return next(iter(questions)) if len(questions) == 1 and questions <= ANSWERS.keys() else None


def seconded(said: Spelling, listed: Spelling, asked: AskedFields, read: Understood) -> Understood:
    """What the rules read, as the second opinion leaves it; `listed` is the message with the parts of a list apart."""
    question = question_of(asked)
    if question is None or _is_settled(read) or _is_of_another(question, read):
        return read
    shares = {label.rpartition("=")[2]: share for label, share in odds(question, said.text, asked.today).items()}
    likeliest = max(shares, key=lambda each: shares[each])
    by_rules = label_by(question, read)
    if by_rules is None and question in read.answers:  # a value that it was never taught
        return read
    if by_rules == likeliest:
        return _alone(question, said, listed, asked, read) if shares[likeliest] >= _SURE else read
    is_decision = question in DECISIONS or question == asked.occasion
    if (
        by_rules in ("wait", "back")
        and not is_decision
        and (shares[by_rules] < _UNHEARD_WISH or _is_of_an_amount(question, said, asked))
    ):
        read, by_rules = _without(question, read), None
    if by_rules is None or (by_rules in SHARED and not is_decision):
        may_be = _may_be(question, likeliest, shares[likeliest], said, asked, read)
        return _taken_for(question, likeliest, said, read) if may_be else read
    if not is_decision:
        return _doubted(question, said, asked, read, shares)
    if shares[likeliest] >= _SURE:
        return _taken_for(question, likeliest, said, read)
    return _without(question, read) if shares[by_rules] < _DOUBTED else read


def _doubted(
    question: str, said: Spelling, asked: AskedFields, read: Understood, shares: Mapping[str, float]
) -> Understood:
    """An answer of the rules that the classifier takes for something else: it stays, or goes, or gives way."""
    likeliest = max(shares, key=lambda each: shares[each])
    is_answer = likeliest in ANSWERS[question]
    by_rules = label_by(question, read) or ""
    is_no_answer = not is_answer and shares[likeliest] >= _NO_ANSWER and shares[by_rules] < _SLIGHT
    if is_answer and is_computed(question, said, asked):
        is_misread = shares[by_rules] < _UNHEARD_AMOUNT
    else:
        is_outdone = shares[likeliest] >= _MISREAD and (not is_answer or shares[by_rules] < _OUTDONE)
        is_misread = is_outdone or shares[by_rules] < _UNHEARD or is_no_answer
    stays = is_certain(question, said, asked, read) or (is_answer and is_worked_out(question, said, asked))
    if not is_misread or stays:
        return read
    if is_answer and shares[likeliest] >= _BEYOND_DOUBT:
        return _taken_for(question, likeliest, said, read)
    return _without(question, read)


def _is_of_an_amount(question: str, said: Spelling, asked: AskedFields) -> bool:
    """Whether a wish was read from one clause of a message that answers in another: 想想老婆的脸，20%吧."""
    return len(said.clauses) > 1 and is_measured_for(question, said.text, asked.today)


def _may_be(question: str, label: str, share: float, said: Spelling, asked: AskedFields, read: Understood) -> bool:
    """Whether a label is likely enough to be read where the rules read nothing."""
    by_rules = label_by(question, read)
    enough = _ENOUGH_OF_WORDS if question in _WORDY else _ENOUGH
    if share < (_ENOUGH_TO_COMMIT if by_rules or label in _COMMITS else enough):
        return False
    if label in SHARED:
        return True
    if is_beside_the_question(question, said.text):
        return False
    if label in _SETS_GOING and share < _CERTAIN and _RESERVES.search(said.text):
        return False
    if question in ANSWERS and is_between_two(question, said, asked):
        return False
    if _is_left_open(question, said, asked):
        return share >= _CERTAIN and _is_left_for_words(question, said, asked)
    return share >= _ENOUGH_TO_COMMIT or not _is_weighed(question, said, asked)


def _is_left_open(question: str, said: Spelling, asked: AskedFields) -> bool:
    """Whether the rules know why they read nothing: it was taken back, wants two things at once, hangs on an if, is
    told of somebody else, counts the options, denies values, or names an amount of the kind that answers."""
    words = said.settled.text
    is_decision = question in DECISIONS or question == asked.occasion
    if said.settled.is_taken_back or (takes_back(words) and not is_decision):
        return True
    if is_torn(words) or has_if(words) or not said.settled.stated:
        return True
    if _COUNTED.search(words) or (question == "trading_years_bucket" and asked.today is None):
        return True
    return bool(denied(question, said, asked=True)) or is_measured_for(question, words, asked.today)


def _is_left_for_words(question: str, said: Spelling, asked: AskedFields) -> bool:
    """Whether a message was left open only since its amount, its if or its somebody else cannot be reckoned with."""
    words = said.settled.text
    if question in DECISIONS or question == asked.occasion or asked.today is None:
        return False
    if said.settled.only_asks:
        return False
    if takes_back(words) or is_torn(words) or _COUNTED.search(words) or denied(question, said, asked=True):
        return False
    if question == "risk_tolerance" and is_on_the_line(words):
        return False
    return not is_beside_trading(words) and not cannot_bear(words)


def _is_weighed(question: str, said: Spelling, asked: AskedFields) -> bool:
    """Whether the rules have weighed what the message names, values or an amount, and chose none."""
    if question in DECISIONS or question == asked.occasion:
        return False
    if is_mentioned(question, said, asked):
        return True
    return question in _MEASURED and is_measured(said.settled.text, asked.today)


def _is_settled(read: Understood) -> bool:
    """Whether there is nothing to add: a choice, a word for what was proposed, research, an override, or where somebody
    wants to go in so many words ("another instrument")."""
    if read.is_choice or read.is_explicit or read.proposal or read.override or read.fetch or read.research_fetch:
        return True
    named = {Wish.RESEARCH, Wish.RESEARCH_STATUS, Wish.HELP, Wish.NEW_SCOPE, Wish.NEW_KYC}
    return bool(named & set(read.wishes))


def _is_of_another(question: str, read: Understood) -> bool:
    """Whether a message answers, or changes, another field than the one that was asked."""
    return bool(read.about_person) or (
        bool((read.answers.keys() | read.reopened) - {question}) and question not in read.answers
    )


def label_by(question: str, read: Understood) -> str | None:
    """The label that the rules give a message."""
    value = read.answers.get(question)
    if value is not None:
        names = {held: label for label, held in _VALUES.get(question, {}).items()}
        label = names.get(value, value)
        return label if label in ANSWERS[question] else None
    wishes = set(read.wishes)
    possible = [label for label in (*ANSWERS[question], "back", "wait") if _SAID_BY.get(label, frozenset()) & wishes]
    return possible[0] if possible else None


def _taken_for(question: str, label: str, said: Spelling, read: Understood) -> Understood:
    """With a label of its own; what the rules said to the same question goes."""
    kept = _without(question, read)
    if label in _WISHES:
        return replace(kept, wishes=tuple(dict.fromkeys((_WISHES[label], *kept.wishes))))
    if label in _INTENTS:
        asks = label == "question" and not read.question
        return replace(kept, intent=_INTENTS[label], question=AskedQuestion(said.text) if asks else read.question)
    if label in SHARED:
        return kept
    value = _VALUES.get(question, {}).get(label, label)
    return replace(kept, answers={**kept.answers, question: value}, may_answer=True)


def _alone(question: str, said: Spelling, listed: Spelling, asked: AskedFields, read: Understood) -> Understood:
    """One clause that answers the question for certain answers no other question beside it that it does not name."""
    # A list answers the questions about the person; a mark between two markets or instruments makes none.
    parts = listed.clauses if question in PERSON else said.clauses
    if len(read.answers) < 2 or len(parts) > 1 or question not in read.answers:
        return read
    return replace(read, answers={question: read.answers[question], **answers_by_name(said, asked).answers})


def _without(question: str, read: Understood) -> Understood:
    """Without what the rules said to the question."""
    label = label_by(question, read)
    gone = _SAID_BY.get(label, frozenset()) if label and question not in read.answers else frozenset()
    return replace(
        read,
        answers={name: value for name, value in read.answers.items() if name != question},
        wishes=tuple(wish for wish in read.wishes if wish not in gone),
    )
