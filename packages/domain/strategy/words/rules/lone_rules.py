"""Conditions without an action, ways in that are only filters, and settings: what they are of in the end."""

from packages.domain.strategy.words.grammar.meanings import Assumed, Meant
from packages.domain.strategy.words.lexing.tokens import Tag
from packages.domain.strategy.words.rules.segments import WordedRule
from packages.domain.strategy.words.rules.sentences import ReadClause, Reading
from packages.domain.strategy.words.rules.sides import LONG, SHORT, other_way


def settle_topics(reading: Reading) -> None:
    """Settings that a rule uses are part of it; those that none uses were not understood."""
    sides = reading.gathered.sides.values()
    rules = [meant for side in sides for _, meant in [*side.entries, *side.filters, *side.exits]]
    used = {str(factor.get("type")) for meant in rules for factor in meant.factors.values()}
    for token in reading.topics:
        if token.value in used:
            reading.clauses.append(ReadClause("", [token]))
        else:
            reading.unread.append([token])


def _meant(entry: tuple[int, Meant]) -> Meant:
    return entry[1]


def settle_conditional(reading: Reading) -> None:
    """`Only when A` is a filter where another way in is said, and else the way in itself."""
    for side in reading.gathered.sides.values():
        given = [each for each in side.entries if each in reading.conditional]
        if given and len(given) < len(side.entries):
            side.entries = [each for each in side.entries if each not in given]
            side.filters = [*given, *side.filters]
            for number, _ in given:
                reading.clauses[number].kind = "filter"


def _side_said(reading: Reading) -> str | None:
    """The side that a heading names, or an action that has no condition of its own: 空它！, `Short only:`."""
    named = {str(each.value) for _, each in reading.gathered.named("direction")}
    return reading.called if reading.called is not None else next(iter(named), None) if len(named) == 1 else None


def _joins_the_others(reading: Reading, rule: WordedRule) -> bool:
    """量能：…；趋势：…。都齐了买: what is listed before an action that names no condition is asked for together."""
    listed = [each for each, _, _ in reading.lone]
    return reading.called is not None and reading.calls_after and rule in listed and len(listed) > 1


def settle_lone(reading: Reading) -> None:
    """Conditions without an action are the entry where none was said, filters where they are called so, a heading
    where they repeat the entry; else they are not understood."""
    sides, side_of = reading.gathered.sides, _side_said(reading)
    for rule, meant, tokens in reading.lone:
        entries = [each for side in sides.values() for _, each in side.entries]
        filters = any(token.kind in (Tag.ONLY, Tag.FILTER, Tag.ADD, Tag.ALSO) for token in rule.words)
        filters = filters or rule.words[0].kind is Tag.AND
        if filters and entries:
            for side in sides.values():
                if side.entries:
                    side.filters.append((reading.clause("filter", tokens), meant))
        elif any(each.json == meant.json for each in entries):
            reading.clauses.append(ReadClause("entry", tokens))
        elif entries and not reading.unread_entry and all(each in map(_meant, reading.conditional) for each in entries):
            sides[side_of or LONG].entries.append((reading.clause("entry", tokens), meant))
        elif not entries and not reading.unread_entry:
            if side_of is None:
                reading.gathered.assumed.append(Assumed("side_long"))
            meant = other_way(meant) if meant.is_neutral and side_of == SHORT else meant
            sides[side_of or LONG].entries.append((reading.clause("entry", tokens), meant))
        elif _joins_the_others(reading, rule):
            sides[side_of or LONG].filters.append((reading.clause("filter", tokens), meant))
        else:
            reading.unread.append(rule.all_tokens)
