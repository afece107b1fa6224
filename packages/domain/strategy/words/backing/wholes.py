"""Whether a rule is made of all the conditions of its clause and of no others, joined and traded as its words say."""

import json as json_text
from collections.abc import Iterator, Sequence

from packages.domain.strategy.json_tree import Json
from packages.domain.strategy.words.grammar.meanings import Meant, price
from packages.domain.strategy.words.lexing.tokens import Tag, Token
from packages.domain.strategy.words.rules.sentences import Reading
from packages.domain.strategy.words.rules.strictness import rules_of, words_in

_GETTING_IN, _GETTING_OUT = {"buy", "short", "rebuy"}, {"sell", "exit", "cover", "close_long"}
_OPPOSITES = (Tag.OPPOSITE, Tag.OTHERWISE)
_CHOOSING = (Tag.OR, Tag.EITHER)
_DIRECTIVES = ("stop", "target", "trailing", "time", "size", "instrument", "timeframe", "reward")
_PAUSES = (Tag.BREAK, Tag.BULLET, Tag.ALSO, Tag.THEN)
_ENTERING = ("entries", "filters")


def is_whole(tokens: Sequence[Token], meant: Meant, reading: Reading) -> bool:
    """Whether nothing that was read in the clause is missing from the rule, and nothing is in it beside that."""
    said = [token for token in tokens if isinstance(token.value, Meant)]
    of_tokens = {atom for token in said for atom in _atoms(token.value.json)}
    of_rule = set(_atoms(meant.json))
    known = {name: factor for token in said for name, factor in token.value.factors.items()}
    known |= {name: each for _, entry in _entries(reading) for name, each in entry.factors.items() if name not in known}
    if any(known.get(name) != factor for name, factor in meant.factors.items()):
        return False
    if any(token.kind in _OPPOSITES for token in tokens):
        pairs = {atom[0] for _, entry in _entries(reading) for atom in _atoms(entry.json)} | {
            atom[0] for atom in of_tokens
        }
        return {atom[0] for atom in of_rule} <= pairs
    if _turns(tokens):
        return {atom[0] for atom in of_rule} <= {atom[0] for atom in of_tokens}
    explained = any(each.code == "level" for token in said for each in token.value.assumed)
    return of_rule <= of_tokens and (of_tokens <= of_rule or explained)


def _turns(tokens: Sequence[Token]) -> bool:
    """Held as long as it is so, or a cross of which the way is that of the trade: the rule may have the opposite."""
    held = any(token.kind is Tag.HOLD or token.value in ("while", "keep") for token in tokens)
    return held or any(
        isinstance(token.value, Meant) and (token.value.is_neutral or token.value.turns) for token in tokens
    )


def _entries(reading: Reading) -> Iterator[tuple[int, Meant]]:
    for side in reading.gathered.sides.values():
        yield from side.entries


def _atoms(json: Json) -> Iterator[tuple[str, str]]:
    """What is compared, and how; at least and more than are one."""
    if isinstance(json, list):
        for each in json:
            yield from _atoms(each)
    elif isinstance(json, dict) and "op" in json:
        sides = sorted(json_text.dumps(each, sort_keys=True) for key, each in json.items() if key != "op")
        yield " ".join(sides), str(json["op"]).removesuffix("e")
    elif isinstance(json, dict):
        for each in json.values():
            yield from _atoms(each)


def compares_itself(json: Json) -> bool:
    """A value with itself, which is nothing that anybody says."""
    if isinstance(json, list):
        return any(map(compares_itself, json))
    if not isinstance(json, dict):
        return False
    sides = [each for key, each in json.items() if key != "op"] if "op" in json else [0, 1]
    return sides[0] == sides[1] or any(map(compares_itself, json.values()))


def is_joined_as_said(tokens: Sequence[Token], meant: Meant, words: Sequence[Token]) -> bool:
    """Either of several only where the words choose, and all of them only where they do not."""
    said = [token for token in tokens if isinstance(token.value, Meant)]
    if "'any'" in str(meant.json) and not any(word.kind in _CHOOSING for word in words):
        return any(word.kind in _OPPOSITES for word in words)
    if len(said) < 2:
        return True
    start, end = min(token.start for token in said), max(token.end for token in said)
    inside = {word.start for word in words_in(said, list(words))}
    between = [word for word in words if start <= word.start < end and word.start not in inside]
    own = any("'any'" in str(token.value.json) for token in said)
    chooses = any(word.kind in _CHOOSING for word in between)
    is_choice = "'any'" in str(meant.json) and not own
    return is_choice or own or not chooses


def leaves_open_what(token: Token, own: Sequence[Token], reading: Reading) -> bool:
    """EMA10在EMA30之上，跌到EMA30下面: the price, or the line that was compared with it; nobody said which."""
    kinds = {word.kind for word in own}
    meant = token.value
    if kinds & {Tag.FIELD, Tag.PRONOUN} or not {Tag.TOUCH, Tag.PLACE} <= kinds or meant.left != price("close"):
        return False
    pairs = [(other.left, other.right) for _, other in rules_of(reading)]
    return any(left and right and right.json == meant.right.json and left.indicator for left, right in pairs)


def is_split(reading: Reading, words: Sequence[Token]) -> bool:
    """做空：A，B就空: what a heading begins and the same action ends is one rule, of which two were made."""
    for worded in reading.gathered.sides.values():
        for number, _ in worded.entries[:-1]:
            acts = [token for token in reading.clauses[number].tokens if token.kind is Tag.ACTION]
            after = [word for word in words if acts and word.start >= acts[0].end and word.kind is not Tag.SYMBOL]
            ends = max((token.end for token in reading.clauses[worded.entries[-1][0]].tokens), default=0)
            apart = any(word.kind in (*_CHOOSING, *_PAUSES) for word in after if word.start < ends)
            if after and after[0].kind is Tag.COLON and not apart:
                return True
    return False


def is_traded_as_said(role: str, side: str, tokens: Sequence[Token], words: Sequence[Token]) -> bool:
    """Getting in where the words get in, out where they get out, and short only where somebody sells short."""
    acts = {str(word.value) for word in words_in(tokens, list(words)) if word.kind is Tag.ACTION}
    everywhere = {str(word.value) for word in words if word.kind is Tag.ACTION}
    if side == "short" and not everywhere & {"short", "cover"}:
        return False
    if side == "long" and acts & {"short", "cover"} and not acts - {"short", "cover"}:
        return False
    if role in _ENTERING:
        turned = any(word.kind in (Tag.UNLESS, Tag.NOT) for word in words_in(tokens, list(words)))
        return not acts or turned or bool(acts - _GETTING_OUT) or "keep" in everywhere
    bought_back = side == "short" and "short" not in acts
    return not acts or bought_back or bool(acts - _GETTING_IN)


def without_rule(reading: Reading) -> Iterator[int]:
    """The clauses that count as read, and whose conditions are in no rule."""
    known = {atom for _, meant in rules_of(reading) for atom in _atoms(meant.json)}
    pairs = {atom[0] for atom in known}
    directives = {directive.name for _, directive in reading.gathered.directives}
    made = {number for number, _ in [*rules_of(reading), *reading.gathered.directives]}
    for number, clause in enumerate(reading.clauses):
        meant = [token.value for token in clause.tokens if isinstance(token.value, Meant)]
        atoms = {atom for each in meant for atom in _atoms(each.json)}
        is_known = atoms <= known if clause.kind in ("entry", "exit") else {atom[0] for atom in atoms} <= pairs
        is_lost = (clause.kind in _DIRECTIVES and clause.kind not in directives) or not is_known
        if number not in made and is_lost:
            yield number
