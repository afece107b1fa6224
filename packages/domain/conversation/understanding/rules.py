"""`Understanding` without a model: every part of a message that a phase or the guided answer needs, read once."""

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

from packages.domain.conversation.understanding.about_person import about_person, field_to_change
from packages.domain.conversation.understanding.answers import (
    answer_to,
    denied,
    reopened,
)
from packages.domain.conversation.understanding.asking.questions import asked_term, question_in, subject_of
from packages.domain.conversation.understanding.calling_off import calls_off, without_consent
from packages.domain.conversation.understanding.changes import changes
from packages.domain.conversation.understanding.choices import (
    INSTRUMENT,
    chosen_value,
    is_button,
    pressed_value,
)
from packages.domain.conversation.understanding.consent import runs_again
from packages.domain.conversation.understanding.days import day_named
from packages.domain.conversation.understanding.decisions import DECISIONS, decision_on, is_short_word, named_decision
from packages.domain.conversation.understanding.instruments import lone_symbol, meant_symbols, names_nothing_else
from packages.domain.conversation.understanding.intents import intent_of
from packages.domain.conversation.understanding.just_answered import corrected_number
from packages.domain.conversation.understanding.learned.second_opinion import seconded
from packages.domain.conversation.understanding.message.buttons import fetch_chosen, selection_of
from packages.domain.conversation.understanding.message.utterance import Spelling, Utterance
from packages.domain.conversation.understanding.model import (
    AskedFields,
    MessageIntent,
    OverrideText,
    ProfileTalk,
    ProposalWord,
    Understood,
    Wish,
)
from packages.domain.conversation.understanding.own_words.said_words import SaidWords
from packages.domain.conversation.understanding.plain_decisions import is_plain_decision
from packages.domain.conversation.understanding.proposals import proposal_word
from packages.domain.conversation.understanding.refusals import is_a_mere_never, refused, refuses
from packages.domain.conversation.understanding.rule_edits import edits_rules
from packages.domain.conversation.understanding.several.beside import stated_beside
from packages.domain.conversation.understanding.several.in_passing import said_in_passing
from packages.domain.conversation.understanding.several.named_fields import NamedAnswers, answers_by_name
from packages.domain.conversation.understanding.topics import entangled, may_answer, topics
from packages.domain.conversation.understanding.wishes import LONGEST_SAID, wishes_in
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.strategy.words.reading import rules_in
from packages.domain.trading.deployments.model import OVERRIDE_PHRASES

_LONGEST_QUOTE = 200
LONGEST_IDEA: Final = 2_000
_BESIDE_RULES = " \t\r\n,，.。;；、"
_RULES_AGREED = "strategy_confirmed"
_CALLED_OFF = (_RULES_AGREED, "deployment_confirmation_status")
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
_PARTS = re.compile(r"[,，、;；。]")
_AROUND = ' \t\r\n:：,，.。;；-—"“”「」'


class RuleUnderstanding:
    """Reads Chinese and English by vocabulary and patterns, with a second opinion of a small classifier."""

    def read(self, text: str, asked: AskedFields) -> Understood:
        said = Utterance(text)
        idea = idea_in(text) if asked.keeps_rules and not _only_accepts(said, asked) else ""
        if idea:
            beside, others = beside_rules(text), replace(asked, keeps_rules=False)
            read = replace(self._heard(Utterance(beside), others) if beside else Understood(), idea=idea)
        else:
            read = self._heard(said, asked)
        return replace(read, said=SaidWords(said))

    def _heard(self, said: Utterance, asked: AskedFields) -> Understood:
        text = said.text
        if len(text) > LONGEST_SAID and said.selection is None:
            return Understood(override=override_in(text), day=day_named(text[:LONGEST_SAID]), may_answer=True)
        corrected = corrected_number(said.plain, asked) if asked.answered else None
        if corrected is not None:
            answered = replace(asked, fields=(asked.answered,), open=frozenset({asked.answered}), answered="")
            return replace(self._heard(Utterance(corrected), answered), changes=True, intent=MessageIntent.CORRECT)
        read = self._read(said, asked)
        if calls_off(said.settled):
            read = _changing_nothing(without_consent(read))
        elif _is_read_freely(text, read.wishes):
            read = seconded(said.answering(asked.fields), said.listed_for(asked.fields), asked, read)
        decides = bool(DECISIONS.keys() & set(asked.fields))
        if _AFTER_TEST in read.answers and _only_wants_the_test(said, read):
            read = _without(read, _AFTER_TEST)
        if Wish.UNDO in read.wishes and _RULES_AGREED not in read.named:
            read = _without(read, _RULES_AGREED)
        if is_a_mere_never(said.settled) and not decides:
            read = replace(read, answers=_of_the_question(read.answers, asked))
        elif not read.is_choice and refuses(said.settled) and (asked.pending or decides):
            read = refused(said.settled, read, asked)
        intent = intent_of(said.settled, asked, read)
        return replace(read, intent=read.intent if intent is MessageIntent.UNKNOWN else intent)

    def _read(self, said: Utterance, asked: AskedFields) -> Understood:
        wishes, subject, plain = _wishes(said, asked), subject_of(said.spelled.text), said.answering(asked.fields)
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
            proposal=proposal_word(said.typed, asked.pending) if asked.pending else None,
            question=question,
            asked_term=asked_term(said.typed.text) if question or Wish.RULES in wishes or not answers else "",
            denied={field: values for field in asked.fields if (values := denied(field, plain))},
            topics=topics(said.text.casefold()),
            reopened=reopened(plain, asked.fields),
            changes=changes(plain) or (INSTRUMENT in asked.fields and names_nothing_else(plain, asked)),
            may_answer=answers,
            wishes=wishes,
            subject=subject,
            subjects=meant_symbols(subject),
            research_fetch=fetch_chosen(said.text, for_research=True),
            symbol=lone_symbol(plain) if INSTRUMENT in asked.fields else None,
            meant=_meant(plain, asked),
            fetch=fetch_chosen(said.text) if INSTRUMENT in asked.fields else None,
            override=override_in(said.text),
            quote=said.spelled.text[:_LONGEST_QUOTE] if _RECORDED & set(wishes) else "",
            day=day_named(plain.text),
            about_person={} if is_choice else about_person(plain, asked),
            profile_talk=None if is_choice else _profile_talk(plain, asked),
        )


def _only_accepts(said: Utterance, asked: AskedFields) -> bool:
    """The label of a button that accepts answers, which tells no rules whatever its words sound like."""
    accepts = bool(asked.pending) and proposal_word(said.typed, asked.pending) is ProposalWord.ACCEPT
    return accepts and not rules_in(said.text).clauses


def _meant(said: Spelling, asked: AskedFields) -> tuple[str, ...]:
    """By the whole message, or by one part of it where it was asked what to trade: "Apple, hold for weeks"."""
    if INSTRUMENT not in asked.fields:
        return ()
    whole = meant_symbols(said.text)
    if whole or not {INSTRUMENT, "target_market"} & asked.open:
        return whole
    named = [found for part in _PARTS.split(said.text) if (found := meant_symbols(part))]
    return named[0] if len(named) == 1 else ()


def _wishes(said: Utterance, asked: AskedFields) -> tuple[Wish, ...]:
    """Who takes back what came before, where the rules are asked for, wants their last change undone."""
    wishes = wishes_in(said.wished)
    undoes = _RULES_AGREED in asked.fields and said.settled.only_takes_back
    return (Wish.UNDO, *wishes) if undoes else wishes


def _only_wants_the_test(said: Utterance, read: Understood) -> bool:
    """Once more, or as if there were none yet: nothing was decided by that."""
    if read.is_choice or edits_rules(said.settled):
        return False
    if runs_again(said.text):
        return read.answers[_AFTER_TEST] == "revise"
    return Wish.STRESS_TEST in read.wishes and _AFTER_TEST not in read.named


def _changing_nothing(read: Understood) -> Understood:
    """Who calls rules or a deployment off has not said that they shall be others."""
    return _without(read, *_CALLED_OFF)


def _without(read: Understood, *fields: str) -> Understood:
    return replace(read, answers={name: value for name, value in read.answers.items() if name not in fields})


def _of_the_question(answers: Mapping[str, str], asked: AskedFields) -> dict[str, str]:
    """Without what would answer a field that waits for the person's word while another one was asked."""
    return {field: value for field, value in answers.items() if field in asked.questioned}


def _profile_talk(said: Spelling, asked: AskedFields) -> ProfileTalk | None:
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


def idea_in(text: str) -> str:
    """Rules that are given while there is no scope yet, to be kept for later; the label of a button has none."""
    return text[:LONGEST_IDEA] if selection_of(text) is None and rules_in(text).is_strategy else ""


def beside_rules(text: str) -> str:
    """What a message says beside its rules: nothing about the person is read from `stop 5%`."""
    spans = sorted((each.start, each.end) for each in rules_in(text).clauses)
    rest, place = "", 0
    for start, end in spans:
        rest, place = rest + text[place : max(start, place)], max(end, place)
    return (rest + text[place:]).strip(_BESIDE_RULES)


def wants_rules_of_research(text: str) -> bool:
    """Whether a message asks for what was researched to become a strategy; pasted text asks for nothing."""
    return len(text) <= LONGEST_SAID and Wish.TAKE_UP in wishes_in(Utterance(text).wished)


def _chosen(field: str, said: Utterance, asked: AskedFields) -> str | None:
    if said.selection is not None:
        return pressed_value(field, said.selection, asked)
    return chosen_value(field, said.answering(asked.fields), asked)


def _answers(said: Utterance, asked: AskedFields, wishes: Collection[Wish]) -> dict[str, str]:
    """A pressed button, or an option word for word, is that and nothing else."""
    chosen = {field: value for field in asked.fields if (value := _chosen(field, said, asked)) is not None}
    if chosen or said.selection is not None or not _is_read_freely(said.text, wishes):
        return {} if Wish.TAKE_UP in wishes else chosen
    decides = DECISIONS.keys() & set(asked.fields)
    words = said.answering(asked.fields) if decides else said.listed_for(asked.fields)
    named = answers_by_name(words, asked)
    read = {
        field: decision_on(field, words, asked) if field in DECISIONS else _answer(field, words, asked, named)
        for field in asked.fields
    }
    read |= dict.fromkeys(entangled(words, asked, read))
    read = {**stated_beside(words, asked, read), **{field: read[field] for field in named.answers}}
    read |= said_in_passing(words, asked, read)
    kept = read.keys() - _NOT_OF_RESEARCH if Wish.RESEARCH in wishes else read.keys()
    return {field: value for field, value in read.items() if value is not None and field in kept}


def _answer(field: str, said: Spelling, asked: AskedFields, named: NamedAnswers) -> str | None:
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
        or is_button(said.plain.text, Wish.START_OVER)
        or any(_chosen(field, said, asked) for field in asked.fields)
    )
