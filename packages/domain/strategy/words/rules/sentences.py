"""The tokens of a text as sentences, with what is said of the whole strategy taken out of them."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from packages.domain.strategy.words.grammar.meanings import Directive, Meant
from packages.domain.strategy.words.lexing.tokens import Tag, Token
from packages.domain.strategy.words.rules.beside import (
    beside_names,
    buys_by_size,
    has_exits,
    has_words_left,
    in_order_of_time,
    is_another_way_out,
    only_manages,
)
from packages.domain.strategy.words.rules.segments import WordedRule
from packages.domain.strategy.words.rules.sides import GatheredRules

_AS_ACTION = {Tag.STOP_LOSS: "exit", Tag.TAKE_PROFIT: "exit", Tag.HOLD: "keep", Tag.RULE_WORD: "trade"}


HEADING, TITLE = "heading", "title"  # of a colon after an action, and of another
MANAGED = "managed"  # of the word for a stop whose distance was not read
_SEPARATORS = (Tag.COMMA, Tag.BREAK, Tag.BULLET)
# A stop beside these has a distance that was not read, and is no way out for the conditions around it.
_DISTANCES = (Tag.UNKNOWN, Tag.MODIFIER, Tag.NUMBER, Tag.PERCENT, Tag.PERCENT_SIGN, Tag.TENTHS, Tag.MULTIPLE)
_FROM_THE_ENTRY = ("stop", "target", "trailing")  # directives that are a distance from it
# What may stand beside a stop or a size and is no part of it.
PREDICATES = (Tag.CONDITION, Tag.EXIT, Tag.OTHERWISE, Tag.OPPOSITE)
_SAYS_WHEN = (Tag.EXIT, Tag.WHEN, Tag.AFTER, Tag.CONDITION)
_BEGINS = (Tag.CONDITION, Tag.DIRECTIVE, Tag.COLON, Tag.WHEN, Tag.VALUE)


@dataclass(slots=True)
class ReadClause:
    """What became of some tokens."""

    kind: str
    tokens: list[Token]


@dataclass(slots=True)
class Reading:
    """The clauses by number, what they say together, and the tokens of what was not understood."""

    words: list[Token] = field(default_factory=list)
    gathered: GatheredRules = field(default_factory=GatheredRules)
    clauses: list[ReadClause] = field(default_factory=list)
    unread: list[list[Token]] = field(default_factory=list)
    lone: list[tuple[WordedRule, Meant, list[Token]]] = field(default_factory=list)
    topics: list[Token] = field(default_factory=list)
    conditional: list[tuple[int, Meant]] = field(default_factory=list)
    unread_entry: bool = False
    is_partial: bool = False
    has_unread_rule: bool = False
    called: str | None = None  # the side of an action that named no condition
    calls_after: bool = False  # and whether conditions without an action stood before it

    def clause(self, kind: str, tokens: list[Token]) -> int:
        self.clauses.append(ReadClause(kind, tokens))
        return len(self.clauses) - 1


def prepared(tokens: list[Token]) -> list[Token]:
    """Colons separate; a stop without a distance is a way out, and holding without a time is a way in."""
    made: list[Token] = []
    for place, token in enumerate(tokens):
        beside = tokens[max(0, place - 1) : place + 2]
        if token.kind is Tag.COLON and place and tokens[place - 1].kind is Tag.OTHERWISE:
            continue
        following = tokens[place + 1].kind if place + 1 < len(tokens) else None
        if _heads_trades(tokens, place):
            made.extend([token, Token(Tag.COMMA, None, token.end, token.end)])
            continue
        if token.kind is Tag.ACTION and following is Tag.COLON and place:
            made.append(replace(token, kind=Tag.COMMA, value=None, end=token.start))
        beyond = tokens[place + 2].kind if place + 2 < len(tokens) else None
        if token.kind is Tag.OTHERWISE and following is Tag.COLON and beyond is Tag.ACTION:
            made.append(token)
            continue
        acts = token.kind is Tag.OTHERWISE and place + 1 < len(tokens)
        anew = following is Tag.ACTION and (tokens[place + 1].value == "buy" or beyond in _SAYS_WHEN)
        if (
            (acts and (following in _BEGINS or anew))
            or token.kind is Tag.COLON
            or (token.kind is Tag.OVER and token.value == "eq" and any(each.kind is Tag.ACTION for each in beside))
        ) or (
            token.kind is Tag.LISTING and place and tokens[place - 1].kind is Tag.ACTION and _has_action(tokens[place:])
        ):
            heads = token.kind is Tag.COLON and place > 0 and tokens[place - 1].kind is Tag.ACTION
            made.append(replace(token, kind=Tag.COMMA, value=_role_of(tokens, place, heads)))
        elif token.kind is Tag.SIGN and token.value > 0:
            made.append(replace(token, kind=Tag.AND, value=None))
        elif _has_amount_left(token, following, beside):
            made.append(replace(token, kind=Tag.UNKNOWN, value=MANAGED))
        elif token.kind in _AS_ACTION:
            made.append(replace(token, kind=Tag.ACTION, value=_AS_ACTION[token.kind]))
        else:
            made.append(token)
    return made


def _heads_trades(tokens: list[Token], place: int) -> bool:
    """做空黄金 RSI上穿70进 下穿50出: the first action says what is traded, and the others when."""
    if tokens[place].kind is not Tag.ACTION or tokens[place].value not in ("short", "buy"):
        return False
    ends = (at for at in range(place + 1, len(tokens)) if tokens[at].kind in (*_SEPARATORS, Tag.COLON, Tag.WHEN))
    rest = tokens[place + 1 : next(ends, len(tokens))]
    acts = [(at, each.value) for at, each in enumerate(rest) if each.kind is Tag.ACTION]
    if len(acts) != 2:
        return False
    (first, enters), (second, leaves) = acts
    said = [[each.kind for each in part].count(Tag.CONDITION) for part in (rest[:first], rest[first + 1 : second])]
    return said == [1, 1] and enters == "buy" and leaves in ("sell", "exit", "cover", "close_long")


def _role_of(tokens: list[Token], place: int, heads: bool) -> str | None:
    """A title names nothing that is traded: beside that, words that are not known may name the bars."""
    start = next((at + 1 for at in range(place - 1, -1, -1) if tokens[at].kind in _SEPARATORS), 0)
    names = any(token.kind is Tag.DIRECTIVE for token in tokens[start:place])
    return HEADING if heads else TITLE if tokens[place].kind is Tag.COLON and not names else None


def _has_action(tokens: list[Token]) -> bool:
    """买入、翻空卖出: whether what follows in the sentence has an action of its own."""
    ends = next((place for place, token in enumerate(tokens) if token.kind in (Tag.COMMA, Tag.BREAK)), len(tokens))
    return any(token.kind is Tag.ACTION for token in tokens[:ends])


def _has_amount_left(token: Token, following: Tag | None, beside: list[Token]) -> bool:
    """A time to hold or a distance of a stop that was not read: the word is no action for the conditions around it."""
    if token.kind is Tag.HOLD:
        return following in (Tag.NUMBER, Tag.DURATION, Tag.AT_MOST, Tag.AT_LEAST, Tag.OVER)
    return token.kind in (Tag.STOP_LOSS, Tag.TAKE_PROFIT) and any(each.kind in _DISTANCES for each in beside)


def without_distances_from_levels(tokens: list[Token], words: list[Token]) -> list[Token]:
    """`Stop 3% under the 50-day average` is measured from a level that moves, not from the entry: it is told."""
    said = [word for word in words if word.kind is not Tag.FILLER]
    kept: list[Token] = []
    for token in tokens:
        is_distance = token.kind is Tag.DIRECTIVE and token.value.name in _FROM_THE_ENTRY
        beyond = next((word for word in said if word.start >= token.end), None) if is_distance else None
        from_level = beyond is not None and beyond.kind is Tag.OVER
        kept.append(replace(token, kind=Tag.UNKNOWN) if from_level else token)
    return kept


def without_directives(tokens: list[Token], reading: Reading) -> list[Token]:
    """A part of a position that is sold cannot be said, so a size beside a way out is not understood."""
    rest: list[Token] = []
    acts = any(token.kind in (Tag.ACTION, Tag.HOLD) for token in tokens)
    manages_before = False
    for segment in _segments(tokens):
        segment = in_order_of_time(segment)
        if manages_before and is_another_way_out(segment):
            _note_all([token for token in segment if token.kind is Tag.EXIT], reading)
            continue
        manages_before = has_exits(segment)
        buys = buys_by_size(segment if acts else [*rest, *segment])
        rest.extend(_left_of(segment, buys, reading))
    return rest


def _left_of(segment: list[Token], buys: Token | None, reading: Reading) -> Iterator[Token]:
    """What of a part of a sentence is no directive; the action that a size says stands before it."""
    actions = {token.value for token in segment if token.kind is Tag.ACTION}
    sells_a_part = bool(actions) and not actions & {"buy", "short", "trade", "keep"}
    manages = sells_a_part and only_manages(segment)
    described = beside_names(segment)
    for token in segment:
        if token is buys:
            yield Token(Tag.ACTION, "buy", token.start, token.start)
        if token in described:
            reading.unread.append([token])
        elif token.kind is Tag.TOPIC:
            reading.topics.append(token)
        elif token.kind is Tag.ACTION and manages:
            reading.clauses.append(ReadClause("", [token]))
        elif token.kind is not Tag.DIRECTIVE:
            yield token
        elif (sells_a_part and token.value.name == "size") or has_words_left(segment, token):
            yield replace(token, kind=Tag.UNKNOWN)
        else:
            note(token, reading)


def _note_all(tokens: list[Token], reading: Reading) -> None:
    for token in tokens:
        note(token, reading)


def note(token: Token, reading: Reading) -> None:
    """The first stop, target or size stands; a second one that differs is not understood."""
    directive: Directive = token.value
    if directive.name == "bracket":
        for name in ("stop", "target"):
            note(replace(token, value=replace(directive, name=name)), reading)
        return
    said = [each for _, each in reading.gathered.named(directive.name)]
    if said and directive.name != "instrument" and said[0].value != directive.value:
        reading.unread.append([token])
        return
    number = reading.clause(directive.name, [token])
    if not said or directive.name == "instrument":
        reading.gathered.directives.append((number, directive))


def _segments(tokens: list[Token]) -> list[list[Token]]:
    segments: list[list[Token]] = [[]]
    for token in tokens:
        segments[-1].append(token)
        if token.kind in _SEPARATORS:
            segments.append([])
    return segments


def sentences_of(tokens: list[Token]) -> list[list[Token]]:
    """Sentences, with the items of a list in that of their heading: `Entry:` and what is listed below it."""
    sentences: list[list[Token]] = []
    lists = False
    for is_item, sentence in _cut(tokens):
        acts = any(token.kind is Tag.ACTION for token in sentence)
        last = sentences[-1] if sentences else []
        is_arrow = sentence[0].kind is Tag.COMMA and sentence[0].end > sentence[0].start
        goes_on = len(last) > 1 and last[-1].kind in (Tag.OR, Tag.AND) and last[-2].kind is not Tag.ACTION
        led = is_arrow and not any(token.kind is Tag.ACTION for token in last)
        if last and (led or goes_on):
            last.extend(sentence)
        elif last and not acts and _is_listed(last, sentence):
            last.extend([_joint_of(last, sentence[0]), *sentence])
        elif (
            last
            and lists
            and ((is_item and not acts and not _acts(last)) or (_is_heading(sentence) and not _acts(last)))
        ) or (last and not acts and (_is_heading(last) or (is_item and _acts_first(last)))):
            last.extend([_comma_at(sentence[0]), *sentence])
        else:
            sentences.append(sentence)
        lists = is_item
    return sentences


def _is_listed(heading: list[Token], sentence: list[Token]) -> bool:
    """卖出：A；B；C: after a heading with its first condition, more of them with nothing else."""
    opened = next((place for place, token in enumerate(heading) if token.value == HEADING), None)
    if opened is None or sum(token.kind is Tag.ACTION for token in heading) > 1:
        return False
    silent = (Tag.AND, Tag.OR, Tag.COMMA, Tag.ALSO, Tag.LISTING, Tag.MARK, Tag.PRONOUN)
    said = [token.kind for token in sentence if token.kind not in silent]
    return bool(said) and set(said) <= {Tag.CONDITION, Tag.EXIT} and any(t.kind in PREDICATES for t in heading[opened:])


def _joint_of(heading: list[Token], first: Token) -> Token:
    """Ways out that are listed are each enough by itself."""
    leaves = any(
        token.kind is Tag.ACTION and token.value in ("sell", "exit", "cover", "close_long") for token in heading
    )
    return replace(_comma_at(first), kind=Tag.OR) if leaves else _comma_at(first)


def _acts(sentence: list[Token]) -> bool:
    return any(token.kind is Tag.ACTION for token in sentence)


def _cut(tokens: list[Token]) -> Iterator[tuple[bool, list[Token]]]:
    """Each sentence, and whether a bullet or a number stands before it."""
    current, is_item = list[Token](), False
    for token in tokens:
        if token.kind not in (Tag.BREAK, Tag.BULLET):
            current.append(token)
            continue
        if current:
            yield is_item, current
            current, is_item = [], False
        is_item = token.kind is Tag.BULLET
    if current:
        yield is_item, current


def _comma_at(token: Token) -> Token:
    return Token(Tag.COMMA, None, token.start, token.start)


def _is_heading(sentence: list[Token]) -> bool:
    """An action with nothing that says when."""
    kinds = {token.kind for token in sentence}
    return Tag.ACTION in kinds and not kinds & {*PREDICATES, Tag.NUMBER, Tag.VALUE}


def _acts_first(sentence: list[Token]) -> bool:
    first = next((token.kind for token in sentence if token.kind in (Tag.ACTION, *PREDICATES)), None)
    return first is Tag.ACTION
