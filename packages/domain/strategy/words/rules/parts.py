"""What stands between the joints of a sentence: one condition or outcome each, or words that were not understood."""

from dataclasses import dataclass, replace

from packages.domain.strategy.words.grammar.meanings import Meant, negated
from packages.domain.strategy.words.lexing.tokens import Tag, Token

_SILENT = (
    Tag.ALSO, Tag.WHEN, Tag.ONLY, Tag.EITHER, Tag.AFTER, Tag.FILTER, Tag.ADD, Tag.PER_TRADE, Tag.LINE, Tag.MARK,
    Tag.OPEN, Tag.CLOSE, Tag.BOTH, Tag.APPEARS,
)  # fmt: skip
_SAID = (Tag.CONDITION, Tag.EXIT)
_JOINTS = (Tag.AND, Tag.OR, Tag.UNLESS, Tag.COMMA, Tag.LISTING, Tag.SLASH)
_VAGUE = (
    Tag.MODIFIER,
    Tag.GO,
    Tag.RISE,
    Tag.TREND,
    Tag.OUTLOOK,
    Tag.APPEARS,
    Tag.PRONOUN,
    Tag.STREAK,
    Tag.EXTREME,
    Tag.BREAKOUT,
)
_OF_BARS = {Tag.VALUE, Tag.INDICATOR, Tag.OUTPUT, Tag.EXIT, Tag.GOLDEN, Tag.CROSS, Tag.AVERAGE, Tag.VOLUME}
# Between these and the condition stands what was said of the action.
_BOUNDS = (Tag.WHEN, Tag.MARK, Tag.OPEN, Tag.CLOSE, Tag.EITHER)


@dataclass(slots=True)
class Part:
    """What stands between two joints: one condition or outcome, or words that were not understood. Parts of one
    `group`, said with either or in brackets, are joined before they are joined to others."""

    tokens: list[Token]
    joint: str = ""
    after_comma: bool = False
    group: int = 0
    meant: Meant | None = None
    either: bool = False

    @property
    def understood(self) -> Token | None:
        kept = [token for token in self.tokens if token.kind not in _SILENT]
        if any(token.kind in (*_SAID, Tag.OPPOSITE, Tag.OTHERWISE) for token in kept):
            kept = [token for token in kept if token.kind is not Tag.PRONOUN]
        if self._waits:
            return None
        if [token.kind for token in kept] == [Tag.OTHERWISE, Tag.CONDITION]:
            return kept[1]
        if [token.kind for token in kept] == [Tag.NOT, Tag.CONDITION]:
            return replace(kept[1], value=negated(kept[1].value))
        known = len(kept) == 1 and kept[0].kind in (*_SAID, Tag.OTHERWISE, Tag.OPPOSITE)
        return kept[0] if known or _stands_first(kept) else None

    @property
    def _waits(self) -> bool:
        """One condition after another is an order in time; at the end `after` only means when."""
        places = [place for place, token in enumerate(self.tokens) if token.kind is Tag.AFTER]
        said = [place for place, token in enumerate(self.tokens) if token.kind in _SAID]
        return any(min(said, default=0) < place < max(said, default=0) for place in places)

    @property
    def says_a_condition(self) -> bool:
        token = self.understood
        return token is not None and token.kind is Tag.CONDITION

    @property
    def is_foreign(self) -> bool:
        """Whether it is about something else than bars: words that are not of the trade, and at most a comparison of
        them with a number. Words of the trade that make no condition may belong to the condition beside them, which
        then means something else."""
        kinds = [token.kind for token in self.tokens]
        if Tag.GO in kinds and kinds.count(Tag.PRONOUN) > 1:
            return False  # `it gets it back` is a crossing that was not read
        if Tag.UNKNOWN not in kinds and Tag.SYMBOL not in kinds:
            return all(kind in _VAGUE or kind in _SILENT for kind in kinds)
        said = [place for place, kind in enumerate(kinds) if kind is Tag.CONDITION]
        about_others = len(said) < 2 and all(self._is_of_the_word_before(place) for place in said)
        timed = {token.kind for token in self.tokens if token.kind is Tag.EXIT and token.value.name == "time"}
        begins = kinds[:1] == [Tag.UNKNOWN]
        return about_others and not (set(kinds) - (timed if begins else set())) & _OF_BARS

    def _is_of_the_word_before(self, place: int) -> bool:
        before = self.tokens[place - 1].kind if place else None
        return before in (Tag.UNKNOWN, Tag.SYMBOL) and bool(self.tokens[place].value.is_elided)

    @property
    def explains(self) -> bool:
        """Whether it stands in brackets and measures something, which then belongs to what is before it."""
        kinds = [token.kind for token in self.tokens]
        return kinds[:1] == [Tag.OPEN] and bool({Tag.VALUE, Tag.NUMBER, Tag.DURATION, Tag.PERCENT} & set(kinds))

    @property
    def is_given(self) -> bool:
        return any(token.kind is Tag.ONLY and token.value == "given" for token in self.tokens)

    @property
    def says_nothing(self) -> bool:
        return all(token.kind in _SILENT and token.kind is not Tag.AFTER for token in self.tokens)


def _is_pattern(token: Token) -> bool:
    """`A morning star at support`: a candle is as good as the place where it is seen."""
    left = token.value.left
    return left is not None and bool(left.indicator.startswith("candle_"))


def _are_both_elided(one: Token, other: Token) -> bool:
    return one.kind is Tag.CONDITION and bool(one.value.is_elided) and bool(other.value.is_elided)


def _stands_first(kept: list[Token]) -> bool:
    """A condition that names what it is about stands, though words after it were not read; those are told."""
    first = kept[0] if kept else None
    whole = first is not None and first.kind is Tag.CONDITION and not _is_pattern(first)
    if first is not None and whole and len(kept) > 1 and _is_usual(first) and kept[1].start <= first.end:
        return False  # 放大咕哝倍: the word right after it may say how much
    if first is not None and whole and first.value.ends_bare and len(kept) > 1 and kept[1].start <= first.end + 1:
        return False
    return whole and all(token.kind is Tag.UNKNOWN for token in kept[1:])


def _is_usual(token: Token) -> bool:
    return any(each.code in ("volume_average", "level") for each in token.value.assumed)


class _Parts:
    """The parts of some tokens while they are read."""

    def __init__(self) -> None:
        self.done: list[Part] = []
        self.current = Part([])
        self._groups = 0
        self._excepts = False

    def take(self, token: Token) -> None:
        if token.kind is Tag.OTHERWISE and self._excepts:
            self._next()
        elif token.kind in _JOINTS:
            self._joint(token.kind)
            # `A and B or when C`: the last begins anew.
            self.current.after_comma = self.current.after_comma or (token.kind, token.value) == (Tag.OR, "when")
        elif token.kind in _BOUNDS:
            self._bound(token)
            if token.kind is Tag.WHEN and self.current.joint == "or":
                self.current.after_comma = True
        elif self._begins(token):
            self._next()
            self.current = Part([token], "", True, self.current.group, either=self.current.either)
        else:
            self.current.tokens.append(token)

    def _begins(self, token: Token) -> bool:
        current = self.current
        ends = (Tag.AFTER, Tag.UNKNOWN)
        if token.kind is Tag.CONDITION and current.tokens and _are_both_elided(current.tokens[-1], token):
            return False  # `crossing of A over B` is one condition that was not read as one
        return token.kind in _SAID and current.understood is not None and current.tokens[-1].kind not in ends

    def _joint(self, kind: Tag) -> None:
        self._next()
        if kind in (Tag.COMMA, Tag.LISTING, Tag.SLASH):
            self.current.after_comma = True
            if kind is Tag.COMMA and any(part.joint == "or" for part in self.done if part.group == self.current.group):
                self.current.group = 0
            if kind is Tag.SLASH:
                self.current.joint = self.current.joint or "or"
        else:
            self.current.joint = kind.value
            self._excepts = self._excepts or kind is Tag.UNLESS

    def _bound(self, token: Token) -> None:
        self._next()
        self.current.tokens.append(token)
        if token.kind in (Tag.EITHER, Tag.OPEN):
            self._groups += 1
            self.current.group = self._groups
            self.current.either = token.kind is Tag.EITHER
        elif token.kind is Tag.CLOSE:
            self.current.group = 0

    def _next(self) -> None:
        """A part that says nothing yet goes on, with its joint."""
        current = self.current
        if current.says_nothing:
            self.current = Part([], current.joint, current.after_comma, current.group, either=current.either)
        else:
            self.done.append(current)
            self.current = Part([], group=current.group, either=current.either)


def parts_of(tokens: list[Token]) -> list[Part]:
    """The parts with the joint before each: `and`, `or`, `unless`, or a comma alone; 任意一个 after them is of all."""
    parts = _Parts()
    for token in tokens:
        parts.take(token)
    if parts.current.says_nothing and parts.current.either and not any(part.either for part in parts.done):
        for part in parts.done:
            part.either = not part.is_given
    return [*parts.done, parts.current] if not parts.current.says_nothing else parts.done
