"""An edit in words, read into a patch of the document that it is about."""

import re
from dataclasses import dataclass, field, replace

from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_patch import Patch, diff
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.validate import Validator
from packages.domain.strategy.words.backing.edits import is_backed
from packages.domain.strategy.words.edits.amounts import leaves_no_other_reading
from packages.domain.strategy.words.edits.another_strategy import is_another_strategy
from packages.domain.strategy.words.edits.document_parts import EditDraft
from packages.domain.strategy.words.edits.led_amounts import with_side_first, without_ways
from packages.domain.strategy.words.edits.old_values import only_denies, without_old
from packages.domain.strategy.words.edits.part import EditPart
from packages.domain.strategy.words.edits.relative import change_by
from packages.domain.strategy.words.edits.steps import STEPS
from packages.domain.strategy.words.edits.trades import ENTRIES, HOW_OFTEN
from packages.domain.strategy.words.edits.verbs import as_verbs, compares
from packages.domain.strategy.words.grammar.chunks import words_of
from packages.domain.strategy.words.grammar.meanings import Assumed
from packages.domain.strategy.words.lexing.instruments import known_symbol, may_stand_alone
from packages.domain.strategy.words.lexing.lexer import Symbols, cut
from packages.domain.strategy.words.lexing.tokens import Tag, Token
from packages.domain.strategy.words.model import WordedClause, WordedEdit
from packages.domain.strategy.words.reading import is_too_long

_VERBS = (Tag.REMOVE, Tag.REPLACE, Tag.ADD, Tag.SET, Tag.RULE_WORD, Tag.ONLY, Tag.DOUBLE)
_CHANGING = (Tag.REMOVE, Tag.REPLACE, Tag.ADD, Tag.SET, Tag.DOUBLE, Tag.INSTEAD)
_PARTS = (
    Tag.STOP_LOSS, Tag.TAKE_PROFIT, Tag.TRAILING, Tag.HOLD, Tag.SIZE, Tag.RISK, Tag.PORTION, Tag.SETTING, Tag.VOLUME,
    Tag.INDICATOR, Tag.AVERAGE, Tag.FILTER, Tag.TIMEFRAME, Tag.DAY_LINE, Tag.ACTION, Tag.REWARD, Tag.OPPOSITE,
)  # fmt: skip
_AMOUNTS = (Tag.NUMBER, Tag.MULTIPLE, Tag.FRACTION, Tag.DOUBLE, Tag.PERCENT_OF)
_SEPARATORS = (Tag.COMMA, Tag.BREAK, Tag.BULLET)
_EXITS = (Tag.STOP_LOSS, Tag.TAKE_PROFIT, Tag.TRAILING)
_OF_BARS = (Tag.NUMBER, Tag.TIMEFRAME, Tag.DAY_LINE, Tag.PORTION)
_NUMBERS = (Tag.NUMBER, Tag.PERCENT_OF, Tag.SIGN)
# Within words that are not known: 减半, 翻倍; but 一起, 一下.
_AMOUNT = lazy_pattern(r"[二三四六七八九十百半两成倍]|一(?![起下些次个点样直定致共])")
_RELATIVE = ("more", "less", "wider", "tighter")
_SWAPS = (Tag.SET, Tag.REPLACE)
_OF_OLD_RULES = (Tag.REPLACE, Tag.INSTEAD, Tag.DOUBLE, Tag.SAME)
_ANEW = lazy_pattern(r"[设定]|set\b|should", re.IGNORECASE)
_TRADES = lazy_pattern(r"\btrades?\b", re.IGNORECASE)
_CHOOSES = lazy_pattern(r"\b(?:use|trade|try|pick|with)\b|[用做]|交易", re.IGNORECASE)
# No rules sell a part of a position: what asks for it is quoted, and gives its number to nothing else.
_PARTIAL = lazy_pattern(
    r"\b(?:sell|close|take|trim|cover|exit|unload|scale)\b[^,.;]{0,12}"
    r"\b(?:half|(?:a |one )?third|two thirds|(?:a |one )?quarter|part|some|\d+ ?%(?= of))(?!\w)"
    r"|(?:卖|平|抛|出|走)[出掉仓走]{0,2}(?:一半|半仓|三分之[一二]|四分之[一三]|一?部分|一些)|(?:卖|平|抛)[出掉]?[一二三四五六七八]成",
    re.IGNORECASE,
)
_TOO = lazy_pattern(r"太[^阳]|\btoo \w", re.IGNORECASE)


@dataclass(slots=True)
class _Edits:
    clauses: list[WordedClause] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    leaves_numbers: bool = False
    leaves_entry: bool = False
    denies_trade: bool = False
    wants_part: bool = False
    assumed: list[Assumed] = field(default_factory=list)


def edit_in(text: str, document: Document, *, symbols: Symbols = known_symbol) -> WordedEdit:
    """What a message changes in a document; what it says beside that is quoted."""
    if is_too_long(text):
        return WordedEdit([], (), (text,), (), False)
    draft, found = EditDraft(document), _Edits()
    words = with_side_first(text, without_ways(text, _without_lone_codes(text, words_of(cut(text, symbols)))))
    segments = _with_subjects(text, _segments(as_verbs(text, words)))
    for words in segments:
        _read(text, words, draft, found)
    all_unread = (*(clause.quote for clause in found.clauses), *found.unread)
    unmade = WordedEdit(
        *([], (), all_unread, ()),
        is_edit=bool(found.clauses) or found.wants_part or any(_wants_change(text, words) for words in segments),
        says_amount=any(word.kind in _AMOUNTS for words in segments for word in words),
        no_mirror=draft.no_mirror,
    )
    open_quotes = [quote for quote in found.unread if not _TOO.search(quote)]
    is_of_another = not _changes_rules(text, segments) and (
        found.leaves_entry or is_another_strategy(text, segments, found.unread, symbols)
    )
    if found.leaves_numbers or is_of_another or any(_AMOUNT.search(quote) or compares(quote) for quote in open_quotes):
        return unmade
    operations: Patch = diff(document, draft.tidy())
    read = [word for segment in segments for word in segment if _is_in(word, found.clauses)]
    if operations and not is_backed([word for segment in segments for word in segment], read, document, draft.document):
        return unmade
    problems = Validator(CATALOGUE).document(draft.document).problems if operations else ()
    if not operations or problems:
        return replace(unmade, is_edit=unmade.is_edit or bool(problems), problems=problems)
    return WordedEdit(
        *(operations, tuple(found.clauses), tuple(found.unread), tuple(dict.fromkeys(found.assumed))),
        is_edit=True,
        denies_trade=found.denies_trade,
    )


def _without_lone_codes(text: str, words: list[Token]) -> list[Token]:
    """`LGTM`: what looks like a code, and stands beside no word of rules or of changing, names no instrument."""
    if any(word.kind not in (Tag.SYMBOL, Tag.UNKNOWN, *_SEPARATORS) for word in words) or _CHOOSES.search(text):
        return words
    return [
        replace(word, kind=Tag.UNKNOWN) if word.kind is Tag.SYMBOL and not may_stand_alone(word.value) else word
        for word in words
    ]


def _is_in(word: Token, clauses: list[WordedClause]) -> bool:
    return any(clause.start <= word.start and word.end <= clause.end for clause in clauses)


def _changes_rules(text: str, segments: list[list[Token]]) -> bool:
    """Whether a verb asks for something else than there is: 改成, `widen`, `instead`; 设为 and `set` begin anew."""
    words = [word for segment in segments for word in segment]
    return any(
        word.kind in _OF_OLD_RULES
        or (word.kind is Tag.SET and word.value is not None and not _ANEW.match(text[word.start : word.end]))
        for word in words
    )


def _wants_change(text: str, words: list[Token]) -> bool:
    """A verb of edits or a bound beside something that rules have, a new number for buying and selling, or how often
    there may be a trade."""
    kinds = {word.kind for word in words}
    acts = Tag.ACTION in kinds and bool(kinds & set(_AMOUNTS))
    bounds = bool(kinds & {*_CHANGING, Tag.ONLY, Tag.NOT}) and bool(kinds & set(_PARTS))
    said = text[words[0].start : words[-1].end]
    often = bool(kinds & {Tag.DURATION, Tag.TIME_UNIT}) and (_TRADES.search(said) or HOW_OFTEN.search(said))
    return acts or bounds or bool(often)


def _segments(words: list[Token]) -> list[list[Token]]:
    """At commas, and at an `and` that a verb follows."""
    segments: list[list[Token]] = [[]]
    for place, token in enumerate(words):
        following = words[place + 1].kind if place + 1 < len(words) else None
        is_number = (
            token.kind is Tag.COMMA and following is Tag.NUMBER and place and words[place - 1].kind is Tag.NUMBER
        )
        swaps_again = place + 2 < len(words) and words[place + 2].kind in (Tag.SET, Tag.REPLACE)
        is_number = is_number and not (swaps_again and any(word.kind in _SWAPS for word in segments[-1]))
        is_number = is_number or (following in _NUMBERS and _waits(segments[-1]))
        begins = following in _VERBS or _begins_another(segments[-1], words[place + 1 :])
        if (token.kind in _SEPARATORS and not is_number) or (token.kind is Tag.AND and begins):
            segments.append([])
        elif token.kind not in _SEPARATORS or (is_number and words[place - 1].kind is Tag.NUMBER):
            segments[-1].append(token)
    return _with_heads(_with_denials([each for segment in segments if segment for each in _for_each(segment)]))


def _for_each(segment: list[Token]) -> list[list[Token]]:
    """止盈止损都翻倍: what is done to both is done to each."""
    named = [word for word in segment if word.kind in (Tag.STOP_LOSS, Tag.TAKE_PROFIT)]
    kinds = {word.kind for word in segment}
    changes = Tag.DOUBLE in kinds or (Tag.MULTIPLE in kinds and not kinds & {Tag.NUMBER, Tag.INDICATOR})
    changes = changes or any(word.kind is Tag.SET and word.value in _RELATIVE for word in segment)
    if len(named) != 2 or not changes or len({word.kind for word in named}) != 2:
        return [segment]
    rest = [word for word in segment if word not in named and word.kind not in (Tag.AND, Tag.LISTING, Tag.BOTH)]
    return [[word, *rest] for word in named]


def _with_denials(segments: list[list[Token]]) -> list[list[Token]]:
    """`The 100, not the 200`: what a part says it is not any more belongs to the part before it."""
    made: list[list[Token]] = []
    for segment in segments:
        if made and only_denies(segment) and _counts(made[-1]):
            made[-1] = [*made[-1], *segment]
        else:
            made.append(segment)
    return made


def _counts(words: list[Token]) -> bool:
    return any(word.kind in (*_NUMBERS, Tag.FRACTION, Tag.PORTION) for word in words)


def _begins_another(words: list[Token], rest: list[Token]) -> bool:
    """`4 hour chart and ETH rather than BTC`, `swap A for B and go all in`: another thing begins after the `and`."""
    has_symbol = any(word.kind is Tag.SYMBOL for word in words)
    following = rest[0].kind if rest else None
    scales = following in (Tag.MULTIPLE, Tag.FRACTION, Tag.PORTION) and any(word.kind in _NUMBERS for word in words)
    if scales and len(rest) > 1 and rest[1].kind in (*_EXITS, Tag.HOLD, Tag.SIZE, Tag.EQUITY):
        return True
    measured = any(word.kind is Tag.NUMBER for word in rest)
    if following in (*_EXITS, Tag.HOLD) and measured and any(word.kind is Tag.REMOVE for word in words):
        return True
    is_done = any(word.kind in _EXITS for word in words) and any(word.kind in _NUMBERS for word in words)
    if following is Tag.ACTION and is_done and not any(word.kind in (Tag.OVER, Tag.CROSS) for word in words):
        return True
    swapped = any(word.kind is Tag.REPLACE for word in words) and sum(word.kind is Tag.SYMBOL for word in words) > 1
    if following is Tag.UNKNOWN and swapped and not any(word.kind is Tag.SYMBOL for word in rest):
        return True
    return (following is Tag.SYMBOL and not has_symbol and any(word.kind in _OF_BARS for word in words)) or (
        following is Tag.PORTION and has_symbol
    )


def _with_heads(segments: list[list[Token]]) -> list[list[Token]]:
    """加个过滤，价格要在EMA200上面: a head without anything to add belongs to what follows it."""
    made: list[list[Token]] = []
    head: list[Token] = []
    for segment in segments:
        kinds = {word.kind for word in segment}
        if Tag.ADD in kinds and kinds <= {Tag.ADD, Tag.FILTER, Tag.RULE_WORD, Tag.ALSO}:
            head = [*head, *segment]
            continue
        made.append([*head, *segment])
        head = []
    return [*made, head] if head else made


def _with_subjects(text: str, segments: list[list[Token]]) -> list[list[Token]]:
    """三成仓太重了，一成就够: what a complaint is about is what the next part gives a new value of."""
    made: list[list[Token]] = []
    for place, segment in enumerate(segments):
        before = segments[place - 1] if place else []
        complains = bool(before) and _is_complaint(text, before) and not any(word.kind in _PARTS for word in segment)
        about = [word for word in before if word.kind in (*_EXITS, Tag.HOLD, Tag.SIZE) or word.value == "atr"][:1]
        about = about if complains else []
        made.append([*about, *segment])
    return made


def _is_complaint(text: str, words: list[Token]) -> bool:
    return _TOO.search(text[words[0].start : words[-1].end]) is not None


def _waits(words: list[Token]) -> bool:
    """加个止盈，两成: the number comes after the comma."""
    waits = (*_EXITS, Tag.HOLD)
    done = (*_NUMBERS, Tag.REMOVE, Tag.NOT, Tag.SAME)
    return any(word.kind in waits for word in words) and not any(word.kind in done for word in words)


def _read(text: str, words: list[Token], draft: EditDraft, found: _Edits) -> None:
    is_taken_back = all(word.kind is Tag.CORRECTION for word in words) and not found.clauses and not found.unread
    if is_taken_back or (only_denies(words) and found.clauses):
        return
    if _PARTIAL.search(text[words[0].start : words[-1].end]):
        found.unread.append(text[words[0].start : words[-1].end])
        found.wants_part = True
        return
    new = without_old(words)
    old = tuple(word.value for word in words if word.kind is Tag.NUMBER and word not in new)
    part = EditPart(new, draft, text, old)
    for step in (change_by,) if leaves_no_other_reading(part) else STEPS:
        done = step(part)
        if done is not None:
            start, end = words[0].start, words[-1].end
            found.clauses.append(WordedClause(text[start:end], done.kind, done.pointer, start, end))
            found.assumed.extend(done.assumed)
            found.denies_trade = found.denies_trade or (done.kind == "remove" and _only_denies_a_trade(words))
            unknown = [text[word.start : word.end] for word in words if word.kind in (Tag.UNKNOWN, Tag.MODIFIER)]
            found.unread.extend([*done.unread, *(each for each in unknown if not any(each in u for u in done.unread))])
            return
    found.unread.append(text[words[0].start : words[-1].end])
    # A number that was not read may be one of the parts that were.
    counts = any(word.kind in _NUMBERS for word in words) and not _is_complaint(text, words)
    found.leaves_numbers = found.leaves_numbers or counts
    # What is said beside a way in that was not read is of that one, and not of the rules that there are.
    enters = any(word.kind is Tag.ACTION and word.value in ENTRIES for word in words)
    found.leaves_entry = found.leaves_entry or enters


def _only_denies_a_trade(words: list[Token]) -> bool:
    """别卖, `don't sell`: it names no rule, and asks for none to go."""
    kinds = {word.kind for word in words}
    return Tag.ACTION in kinds and Tag.NOT in kinds and not kinds & {Tag.REMOVE, Tag.RULE_WORD, Tag.INDICATOR}
