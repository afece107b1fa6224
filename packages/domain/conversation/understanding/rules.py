"""`Understanding` without a model: every part of a message that a phase or the guided answer needs, read once."""

import re
from collections.abc import Collection, Mapping
from dataclasses import replace

from packages.domain.conversation.understanding.about_person import about_person, field_to_change
from packages.domain.conversation.understanding.answers import (
    answer_to,
    denied,
    reopened,
)
from packages.domain.conversation.understanding.calling_off import calls_off, without_consent
from packages.domain.conversation.understanding.changes import changes
from packages.domain.conversation.understanding.choices import (
    INSTRUMENT,
    chosen_value,
    fetch_chosen,
    is_button,
)
from packages.domain.conversation.understanding.clauses import plain
from packages.domain.conversation.understanding.consent import runs_again
from packages.domain.conversation.understanding.days import day_named
from packages.domain.conversation.understanding.decisions import DECISIONS, decision_on, is_short_word, named_decision
from packages.domain.conversation.understanding.instruments import lone_symbol, meant_symbols, names_nothing_else
from packages.domain.conversation.understanding.intents import intent_of
from packages.domain.conversation.understanding.just_answered import corrected_number
from packages.domain.conversation.understanding.learned.second_opinion import seconded
from packages.domain.conversation.understanding.message.buttons import spelled
from packages.domain.conversation.understanding.message.utterance import Utterance
from packages.domain.conversation.understanding.model import (
    AskedFields,
    MessageIntent,
    OverrideText,
    ProfileTalk,
    Understood,
    Wish,
)
from packages.domain.conversation.understanding.plain_decisions import is_plain_decision
from packages.domain.conversation.understanding.proposals import proposal_word
from packages.domain.conversation.understanding.questions import asked_term, question_in
from packages.domain.conversation.understanding.refusals import is_a_mere_never, refused, refuses
from packages.domain.conversation.understanding.rule_edits import edits_rules
from packages.domain.conversation.understanding.several.beside import stated_beside
from packages.domain.conversation.understanding.several.in_passing import itemised, said_in_passing
from packages.domain.conversation.understanding.several.named_fields import NamedAnswers, answers_by_name
from packages.domain.conversation.understanding.topics import entangled, may_answer, topics
from packages.domain.conversation.understanding.wishes import LONGEST_SAID, subject_of, wishes_in
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.trading.deployments.model import OVERRIDE_PHRASES

_LONGEST_QUOTE = 200
_AFTER_TEST = "stress_test_decision"  # who wants the test again wants no other rules
_JAPANESE = lazy_pattern(r"[\u3041-\u309f\u30a1-\u30fa]")
_NOT_OF_RESEARCH = {INSTRUMENT, "target_market", *DECISIONS}  # "research X" asks to hear of X, and no more
_RECORDED = {Wish.STOP, Wish.PAUSE, Wish.RESUME}  # with the person's words as the reason
# Between the phrase of an override and its reason; other words would make a sentence of the two.
_SETS_APART = re.compile(r"\s*[:：,，.。;；\n—–-]|\s+(?:because|since|as)\b|\s*因为|\s*$", re.IGNORECASE)
_TAKES_BACK = re.compile(
    r"(?:no|not|never|don'?t|do not|i (?:do not|don'?t|would never|will not|won'?t)|is|was|would be)\b"
    r"|不|别|我不|我没|算了|太|才不|怎么|哪",
    re.IGNORECASE,
)
_AROUND = ' \t\r\n:：,，.。;；-—"“”「」'


class RuleUnderstanding:
    """Reads Chinese and English by vocabulary and patterns, with a second opinion of a small classifier."""

    def read(self, text: str, asked: AskedFields) -> Understood:
        said = Utterance(text)
        if len(text) > LONGEST_SAID and said.selection is None:
            return Understood(override=override_in(text), day=day_named(text[:LONGEST_SAID]), may_answer=True)
        corrected = corrected_number(said, asked)
        if corrected is not None:
            answered = replace(asked, fields=(asked.answered,), open=frozenset({asked.answered}), answered="")
            return replace(self.read(corrected, answered), changes=True, intent=MessageIntent.CORRECT)
        read = self._read(said, asked)
        if calls_off(said.settled):
            read = _changing_no_deployment(without_consent(read))
        elif _is_read_freely(text, read.wishes):
            read = seconded(said, asked, read)
        decides = bool(DECISIONS.keys() & set(asked.fields))
        if read.answers.get(_AFTER_TEST) == "revise" and _only_runs_again(said, read):
            read = replace(read, answers={name: value for name, value in read.answers.items() if name != _AFTER_TEST})
        if is_a_mere_never(said.settled) and not decides:
            read = replace(read, answers=_of_the_question(read.answers, asked))
        elif not read.is_choice and refuses(said.settled) and (asked.pending or decides):
            read = refused(said.settled, read, asked)
        intent = intent_of(said.settled, asked, read)
        return replace(read, intent=read.intent if intent is MessageIntent.UNKNOWN else intent)

    def _read(self, said: Utterance, asked: AskedFields) -> Understood:
        wishes, subject, plain = wishes_in(said.wished), subject_of(said.text), said.plain
        is_choice, question, answers = _is_choice(said, asked), question_in(plain), may_answer(plain)
        return Understood(
            answers=_answers(said, asked, wishes),
            is_choice=is_choice,
            is_explicit=is_choice or is_short_word(said.settled, asked) or is_plain_decision(said.settled, asked),
            named={
                field: value
                for field in asked.fields
                if field in DECISIONS and (value := named_decision(field, said.settled.clauses)) is not None
            },
            proposal=proposal_word(said, asked.pending),
            question=question,
            asked_term=asked_term(plain) if question or Wish.RULES in wishes or not answers else "",
            denied={field: values for field in asked.fields if (values := denied(field, plain))},
            topics=topics(said.text),
            reopened=reopened(plain, asked.fields),
            changes=changes(plain) or (INSTRUMENT in asked.fields and names_nothing_else(plain, asked)),
            may_answer=answers,
            wishes=wishes,
            subject=subject,
            subjects=meant_symbols(subject),
            research_fetch=fetch_chosen(said, for_research=True),
            symbol=lone_symbol(plain) if INSTRUMENT in asked.fields else None,
            meant=meant_symbols(plain.text) if INSTRUMENT in asked.fields else (),
            fetch=fetch_chosen(said) if INSTRUMENT in asked.fields else None,
            override=override_in(said.text),
            quote=_quote(said.text) if _RECORDED & set(wishes) else "",
            day=day_named(plain.text),
            about_person={} if is_choice else about_person(said, asked),
            profile_talk=None if is_choice else _profile_talk(said, asked),
        )


def _only_runs_again(said: Utterance, read: Understood) -> bool:
    return not read.is_choice and runs_again(said.text) and not edits_rules(said.settled)


def _changing_no_deployment(read: Understood) -> Understood:
    """Who calls a deployment off has not said that it shall be another."""
    kept = {name: value for name, value in read.answers.items() if name != "deployment_confirmation_status"}
    return replace(read, answers=kept)


def _of_the_question(answers: Mapping[str, str], asked: AskedFields) -> dict[str, str]:
    """Without what would answer a field that waits for the person's word while another one was asked."""
    return {field: value for field, value in answers.items() if field in asked.questioned}


def _profile_talk(said: Utterance, asked: AskedFields) -> ProfileTalk | None:
    field = field_to_change(said, asked)
    return ProfileTalk(asked=field) if field else None


def override_in(text: str) -> OverrideText | None:
    """The phrase of an override at the very beginning of a message, set apart from a reason that follows; whoever asks
    about it, denies it or quotes somebody has not typed it."""
    typed = text.strip()
    phrase = next((each for each in OVERRIDE_PHRASES.values() if typed.casefold().startswith(each)), None)
    if phrase is None or "?" in typed or "？" in typed:
        return None
    after = typed[len(phrase) :]
    reason = after.strip(_AROUND)
    if (after and not _SETS_APART.match(after)) or _TAKES_BACK.match(reason):
        return None
    return OverrideText(phrase, reason)


def speaks_of_override(text: str) -> bool:
    """Whether its phrase stands anywhere in a message."""
    return any(each in text.casefold() for each in OVERRIDE_PHRASES.values())


def _quote(text: str) -> str:
    return " ".join(plain(spelled(text)).split())[:_LONGEST_QUOTE]


def _answers(said: Utterance, asked: AskedFields, wishes: Collection[Wish]) -> dict[str, str]:
    """A pressed button, or an option word for word, is that and nothing else."""
    chosen = {field: value for field in asked.fields if (value := chosen_value(field, said, asked)) is not None}
    if chosen or said.selection is not None or not _is_read_freely(said.text, wishes):
        return {} if Wish.TAKE_UP in wishes else chosen
    if not DECISIONS.keys() & set(asked.fields):
        said = Utterance(itemised(said.text))
    named = answers_by_name(said.plain, asked)
    read = {
        field: decision_on(field, said, asked) if field in DECISIONS else _answer(field, said, asked, named)
        for field in asked.fields
    }
    read |= dict.fromkeys(entangled(said.plain, asked, read))
    read = {**stated_beside(said.plain, asked, read), **{field: read[field] for field in named.answers}}
    read |= said_in_passing(said.plain, asked, read)
    kept = read.keys() - _NOT_OF_RESEARCH if Wish.RESEARCH in wishes else read.keys()
    return {field: value for field, value in read.items() if value is not None and field in kept}


def _answer(field: str, said: Utterance, asked: AskedFields, named: NamedAnswers) -> str | None:
    """By the whole message where the field was asked, and by its name before that where another one was."""
    by_name = named.answers.get(field)
    if by_name is not None and field not in asked.questioned:
        return by_name
    return answer_to(field, named.left_for(field, said), asked) or by_name


def _is_read_freely(text: str, wishes: Collection[Wish]) -> bool:
    """Not who wants other rules, and says nothing of these; nor Japanese, whose kanji say other things."""
    return Wish.TAKE_UP not in wishes and not _JAPANESE.search(text)


def _is_choice(said: Utterance, asked: AskedFields) -> bool:
    return (
        said.selection is not None
        or is_button(said.text, Wish.START_OVER)
        or any(chosen_value(field, said, asked) for field in asked.fields)
    )
