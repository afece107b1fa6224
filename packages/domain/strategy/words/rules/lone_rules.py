"""Conditions without an action, ways in that are only filters, and settings: what they are of in the end."""

from packages.domain.strategy.words.grammar.meanings import Assumed, Meant
from packages.domain.strategy.words.lexing.tokens import Tag
from packages.domain.strategy.words.rules.sentences import ReadClause, Reading
from packages.domain.strategy.words.rules.sides import LONG


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


def settle_lone(reading: Reading) -> None:
    """Conditions without an action are the entry where none was said, filters where they are called so, a heading
    where they repeat the entry; else they are not understood."""
    sides = reading.gathered.sides
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
            sides[LONG].entries.append((reading.clause("entry", tokens), meant))
        elif not entries and not reading.unread_entry:
            reading.gathered.assumed.append(Assumed("side_long"))
            sides[LONG].entries.append((reading.clause("entry", tokens), meant))
        else:
            reading.unread.append(rule.all_tokens)
