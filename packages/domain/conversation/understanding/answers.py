"""What a message says of a field, by rules alone: None where it says nothing of it, or more than one thing."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from packages.domain.conversation.understanding.amounts.around import Around
from packages.domain.conversation.understanding.amounts.experience import of_own_trading
from packages.domain.conversation.understanding.amounts.lengths import lengths
from packages.domain.conversation.understanding.amounts.other_subjects import happened_once, is_elsewhere
from packages.domain.conversation.understanding.amounts.rates import rates
from packages.domain.conversation.understanding.amounts.readings import (
    MESSAGE_READINGS,
    READINGS,
    SCALES,
    is_borne,
    lies_between,
)
from packages.domain.conversation.understanding.amounts.scales import HOLD, Hit, read_on
from packages.domain.conversation.understanding.amounts.shares import shares
from packages.domain.conversation.understanding.amounts.steps import stepped, wants_more
from packages.domain.conversation.understanding.amounts.subjects import is_burnt
from packages.domain.conversation.understanding.amounts.trading_years import years_in_turn
from packages.domain.conversation.understanding.changes import CHANGE
from packages.domain.conversation.understanding.choices import INSTRUMENT, chosen_value
from packages.domain.conversation.understanding.clauses import Clause, is_torn
from packages.domain.conversation.understanding.corrections import (
    TAKEN_BACK,
    concludes,
    contented,
    corrects,
    without_refused,
)
from packages.domain.conversation.understanding.instruments import named_instrument
from packages.domain.conversation.understanding.lexicon.middles import middle_answer
from packages.domain.conversation.understanding.lexicon.spelling import plain
from packages.domain.conversation.understanding.message.utterance import Spelling
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.conversation.understanding.ranks import ranked
from packages.domain.conversation.understanding.topics import names_both, topics
from packages.domain.conversation.understanding.vocabulary import (
    ASKED_VOCABULARY,
    ELSEWHERE,
    PHRASE_VOCABULARY,
    TOPICS,
    VOCABULARY,
)
from packages.domain.evidence.patterns import lazy_pattern

_YEARS, _RISK, _RETURN = "trading_years_bucket", "risk_tolerance", "return_expectation"
_ENDS = " .!。！~"
_MOST = 8  # places of a word in one clause that are looked at
_MARKET, _HOLD = "target_market", "holding_period_bucket"
_BY_AMOUNT = (_YEARS, _RETURN, _RISK)  # a number says more than the words beside it
_BUT_NOT = lazy_pattern(
    r"\b(?:but|yet|though|without being) (?:i'm |i am )?(?:not|never|too)\b|但(?:是)?也?不(?:至于|是|会|算|想)?",
    re.IGNORECASE,
)
_OF_RISK = lazy_pattern(r"风险|\brisk", re.IGNORECASE)


def answer_to(field: str, said: Spelling, asked: AskedFields) -> str | None:
    chosen = chosen_value(field, said, asked)
    if chosen is not None:
        return chosen
    words = _words_for(field, said)
    if words.is_taken_back or (field not in (INSTRUMENT, _MARKET) and field in asked.open and is_torn(words.text)):
        return None
    if field == INSTRUMENT:
        return named_instrument(said, asked)
    return _last_said(field, said, asked)


def _words_for(field: str, said: Spelling) -> Spelling:
    """The message, with a mark where it goes on after an amount that will not do."""
    return Spelling(without_refused(contented(said.text))) if field in READINGS else said


def _last_said(field: str, said: Spelling, asked: AskedFields) -> str | None:
    """What a person corrects themselves to counts, and what they said before that does not."""
    stated = _said(field, said, asked)
    if field in asked.open and (middle := middle_answer(field, said.text)):
        return middle
    if not stated:
        return between(field, said.clauses)
    if any(clause.part > max(stated) and _is_another_word(clause) for clause in _words_for(field, said).clauses):
        return None  # it was taken back, and nobody can tell what came instead
    values = stated[max(stated)]
    if len(values) > 1:
        values = _concluded(field, said, asked) or values
    if _is_both_ways(field, said, values):
        return "moderate" if values == {"conservative"} else None
    return next(iter(values)) if len(values) == 1 and ELSEWHERE not in values else None


def _concluded(field: str, said: Spelling, asked: AskedFields) -> set[str]:
    """Of several values, those of the last clause that says what comes of the others: "that's 4, so 8"."""
    ending = [clause for clause in _words_for(field, said).clauses if concludes(clause.text)]
    stated = _said(field, Spelling(plain(ending[-1].text)), asked) if ending else {}
    return stated[max(stated)] if stated else set()


def _is_both_ways(field: str, said: Spelling, values: set[str]) -> bool:
    """Whether a value is wanted by one word and refused by another: "prudent but not timid" is in the middle."""
    if field != _RISK or len(values) != 1 or not _BUT_NOT.search(said.text):
        return False
    words = [(clause, hit) for clause in said.clauses if clause.is_stated for hit in _words(field, clause, asked=True)]
    refused = {hit.value for clause, hit in words if clause.denies(hit.start, hit.end) and not _covered(hit, clause)}
    named = {hit.value for clause, hit in words if not clause.denies(hit.start, hit.end)}
    return values <= refused & named


def _covered(hit: Hit, clause: Clause) -> bool:
    """Whether a word is part of a longer one that says otherwise: the "risk" of "not a fan of risk"."""
    return any(_covers(other, hit) for other in _words(_RISK, clause, asked=True))


def is_named(field: str, text: str) -> bool:
    """Whether all of a message is the name of a value."""
    words = plain(text).strip(_ENDS)
    tables = (VOCABULARY.get(field, {}), ASKED_VOCABULARY.get(field, {}))
    return any(pattern.fullmatch(words) for table in tables for pattern in table.values())


def is_refused(clause: Clause) -> bool:
    """Whether an amount is named and will not do: 10%太少."""
    return any(clause.denies(each.start, each.end) for read in (lengths, rates, shares) for each in read(clause.text))


def _is_another_word(clause: Clause) -> bool:
    return clause.text == TAKEN_BACK or (
        clause.is_stated and any(read(clause.text) for read in (lengths, rates, shares))
    )


def is_mentioned(field: str, said: Spelling, asked: AskedFields) -> bool:
    """Whether a value of the field is named at all, be it denied, between two, or one of several."""
    return bool(_said(field, said, asked)) or any(
        True for clause in said.clauses for _ in _words(field, clause, asked=True)
    )


def _said(field: str, wording: Spelling, asked: AskedFields) -> dict[int, set[str]]:
    """The values of the field, by the part of the message that they stand in."""
    words = _words_for(field, wording)
    if happened_once(field, words.text):
        return {}
    is_alone = field == _YEARS and bool(asked.open) and _HOLD not in asked.fields and corrects(words.text)
    clauses = words.clauses
    around = Around(field in asked.questioned, asked.today, is_alone, _patterns_of(asked.open), len(clauses) > 1)
    counting = of_own_trading(clauses) if field == _YEARS else clauses
    if field == _YEARS and around.asked and years_in_turn(words.text):
        counting = ()
    found = [(clause.part, hit) for clause in counting for hit in _hits(field, clause, around)]
    if field in MESSAGE_READINGS and around.asked and clauses:
        found += [(clauses[-1].part, hit) for hit in MESSAGE_READINGS[field](words.text, around)]
    if field == _RISK and is_burnt(words.text):
        found = [(part, hit) for part, hit in found if hit.is_hint]
    said: dict[int, set[str]] = {}
    for part, hit in found:
        if not hit.is_hint or all(other.is_hint for at, other in found if at == part):
            said.setdefault(part, set()).add(hit.value)
    return said


def is_computed(field: str, said: Spelling, asked: AskedFields) -> bool:
    """Whether what is read of the field comes of an amount, and not of words."""
    words = _words_for(field, said)
    clauses = words.clauses
    around = Around(field in asked.questioned, asked.today, among_others=len(clauses) > 1)
    reading, of_message = READINGS.get(field), MESSAGE_READINGS.get(field)
    by_clause = (hit for clause in clauses for hit in (reading(clause, around) if reading else ()))
    by_message = of_message(words.text, around) if of_message else ()
    return any(not hit.is_hint for hit in (*by_clause, *by_message))


def is_between_two(field: str, said: Spelling, asked: AskedFields) -> bool:
    """Whether a message names two values side by side, or what lies between two: "scalping and swing", 中高风险, "six
    months to a year and a half"."""
    if field == _RISK and any(_is_between(field, clause) for clause in said.stated):
        return True
    if field in SCALES and lies_between(field, said.text):
        return True
    if field not in VOCABULARY:
        return False
    return any(names_both(clause.text, _words(field, clause)) for clause in said.stated)


def _patterns_of(fields: Iterable[str]) -> tuple[re.Pattern[str], ...]:
    return tuple(pattern for field in fields for pattern in ASKED_VOCABULARY.get(field, {}).values())


def between(field: str, clauses: Sequence[Clause]) -> str | None:
    """Who is neither careful nor bold is in the middle."""
    denied_here = {
        hit.value
        for clause in clauses
        if clause.is_stated
        for hit in _words(field, clause)
        if clause.denies(hit.start, hit.end)
    }
    is_between = field == _RISK and "conservative" in denied_here and denied_here & {"aggressive", "very_aggressive"}
    return "moderate" if is_between else None


def denied(field: str, said: Spelling, *, asked: bool = False) -> frozenset[str]:
    """The values that the person has spoken against; where the field was asked, by the words for it that count then."""
    return frozenset(
        hit.value
        for clause in said.stated
        for hit in _words(field, clause, asked=asked, stated=False)
        if clause.denies(hit.start, hit.end) or wants_more(field, clause.text[: hit.start])
    )


def reopened(said: Spelling, fields: Iterable[str] = ()) -> frozenset[str]:
    """Fields that the person wants to change, whether or not they say into what; among `fields` also those for which
    the new word may mean two answers: "actually weekly"."""
    return frozenset(
        field
        for clause in said.stated
        if (change := CHANGE.search(clause.text)) and not clause.denies(change.start(), change.end())
        for field in {*TOPICS, *fields}
        if (field in TOPICS and TOPICS[field].search(clause.text)) or (field in fields and _is_between(field, clause))
    )


def hits_of(field: str, clause: Clause, asked: AskedFields) -> list[tuple[int, int]]:
    """Where a clause says something of a field that was not asked."""
    return [(each.start, each.end) for each in _hits(field, clause, Around(today=asked.today))]


def _is_between(field: str, clause: Clause) -> bool:
    return any(hit.value == ELSEWHERE for hit in _words(field, clause))


def _hits(field: str, clause: Clause, around: Around) -> Iterator[Hit]:
    if not clause.is_stated and not (field == _RISK and is_borne(clause)):
        return
    if clause.is_past and field != _YEARS:
        return
    if not around.asked and around.is_taken(clause.text):
        return
    if is_elsewhere(field, clause.text):
        return
    amounts = _amounts(field, clause, around)
    everything = _words(field, clause, asked=around.asked)
    stated = [hit for hit in everything if not clause.denies(hit.start, hit.end)] if clause.is_stated else []
    stated = [moved for hit in stated if (moved := stepped(field, clause.text, hit)) is not None]
    stated = [hit for hit in stated if not wants_more(field, clause.text[: hit.start])]
    if field == _RETURN and not around.asked and _OF_RISK.search(clause.text):
        stated = []  # "high risk, high return" tells of the risk
    if field in _BY_AMOUNT and amounts:
        stated, everything = [], []
    if field == _HOLD:  # the unit of an amount that is between two answers says no more than the amount
        exact = (each for each in lengths(clause.text) if not each.vague)
        unclear = [each for each in exact if not any(True for _ in read_on(HOLD, each))]
        stated = [hit for hit in stated if not any(each.overlaps(hit.start, hit.end) for each in unclear)]
    everything = [*everything, *amounts]
    for hit in (*stated, *amounts):
        if not any(_covers(other, hit) for other in everything):
            yield hit


def _amounts(field: str, clause: Clause, around: Around) -> list[Hit]:
    """Amounts, and where they were asked for, places among the options."""
    amounts = list(READINGS[field](clause, around)) if field in READINGS else []
    is_of_another = bool(topics(clause.text) - {field})  # 风险选最高那档, where the return was asked
    ranks = ranked(field, clause.text) if around.asked and clause.is_stated and not is_of_another else ()
    return [*amounts, *(hit for hit in ranks if not clause.denies(hit.start, hit.end))]


def _words(field: str, clause: Clause, *, asked: bool = False, stated: bool = True) -> list[Hit]:
    tables = [VOCABULARY, *([ASKED_VOCABULARY] if asked else []), *([PHRASE_VOCABULARY] if asked and stated else [])]
    return [
        Hit(value, match.start(), match.end(), field in _BY_AMOUNT or table is PHRASE_VOCABULARY)
        for table in tables
        for value, pattern in table.get(field, {}).items()
        for match in islice(pattern.finditer(clause.text), _MOST)
    ]


def _covers(longer: Hit, hit: Hit) -> bool:
    is_longer = longer.end - longer.start > hit.end - hit.start
    return is_longer and longer.start <= hit.start and hit.end <= longer.end
