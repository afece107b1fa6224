"""Conditions joined by and, or and unless, as one condition; what cannot be joined for sure is not joined."""

from dataclasses import dataclass, replace

from packages.domain.strategy.words.grammar.meanings import Meant, joined, negated
from packages.domain.strategy.words.lexing.tokens import Tag, Token

_SILENT = (Tag.ALSO, Tag.WHEN, Tag.ONLY, Tag.EITHER, Tag.AFTER, Tag.FILTER, Tag.ADD, Tag.PER_TRADE, Tag.LINE, Tag.MARK)
_SAID = (Tag.CONDITION, Tag.EXIT)
_JOINTS = (Tag.AND, Tag.OR, Tag.UNLESS, Tag.COMMA, Tag.LISTING, Tag.SLASH)


@dataclass(slots=True)
class Part:
    """What stands between two joints: one condition or outcome, or words that were not understood."""

    tokens: list[Token]
    joint: str = ""
    after_comma: bool = False

    @property
    def understood(self) -> Token | None:
        kept = [token for token in self.tokens if token.kind not in _SILENT]
        if any(token.kind in (Tag.OPPOSITE, Tag.OTHERWISE) for token in kept):
            kept = [token for token in kept if token.kind is not Tag.PRONOUN]
        if self._waits:
            return None
        if [token.kind for token in kept] == [Tag.NOT, Tag.CONDITION]:
            return replace(kept[1], value=negated(kept[1].value))
        known = len(kept) == 1 and kept[0].kind in (*_SAID, Tag.OTHERWISE, Tag.OPPOSITE)
        return kept[0] if known else None

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
        """Whether it has words that are not of the trade. Words that are, and still make no condition, may belong to
        the condition beside them, which then means something else."""
        return any(token.kind is Tag.UNKNOWN for token in self.tokens)

    @property
    def says_nothing(self) -> bool:
        return all(token.kind in _SILENT and token.kind is not Tag.AFTER for token in self.tokens)


def parts_of(tokens: list[Token]) -> list[Part]:
    """The parts with the joint before each: `and`, `or`, `unless`, or a comma alone."""
    parts, current = list[Part](), Part([])
    for token in tokens:
        if token.kind in _JOINTS:
            if not current.says_nothing:
                parts.append(current)
                current = Part([])
            else:
                current = Part([], current.joint, current.after_comma)
            _note(current, token.kind)
        elif token.kind in _SAID and current.understood is not None and current.tokens[-1].kind is not Tag.AFTER:
            parts.append(current)
            current = Part([token], "", True)
        else:
            current.tokens.append(token)
    return [*parts, current] if not current.says_nothing else parts


def _note(part: Part, kind: Tag) -> None:
    if kind in (Tag.COMMA, Tag.LISTING, Tag.SLASH):
        part.after_comma = True
        if kind is Tag.SLASH:
            part.joint = part.joint or "or"
    else:
        part.joint = kind.value


def combined(parts: list[Part]) -> Meant | None:
    """One condition of several understood ones; None where and and or stand side by side without a comma."""
    groups: list[list[Part]] = [[]]
    joints = {part.joint for part in parts[1:] if part.joint}
    is_mixed = {"and", "or"} <= joints
    outer = ""
    for place, part in enumerate(parts):
        if is_mixed and place and part.after_comma and part.joint:
            groups.append([])
            outer = outer or part.joint
            if part.joint != outer:
                return None
        groups[-1].append(part)
    if is_mixed and len(groups) == 1:
        return None
    made = [_of_one_kind(group) for group in groups]
    known = [meant for meant in made if meant is not None]
    if len(known) != len(made):
        return None
    return joined("any" if outer == "or" else "all", known)


def _of_one_kind(parts: list[Part]) -> Meant | None:
    joints = {part.joint for part in parts[1:] if part.joint and part.joint != "unless"}
    if len(joints) > 1:
        return None
    plain = _meant([part for place, part in enumerate(parts) if part.joint != "unless" or not place])
    without = [negated(each) for each in _meant([part for part in parts[1:] if part.joint == "unless"])]
    if without and "or" in joints:
        return None
    whole = joined("any" if joints == {"or"} else "all", plain)
    return joined("all", [whole, *without]) if without else whole


def _meant(parts: list[Part]) -> list[Meant]:
    tokens = [part.understood for part in parts]
    return [token.value for token in tokens if token is not None and isinstance(token.value, Meant)]
