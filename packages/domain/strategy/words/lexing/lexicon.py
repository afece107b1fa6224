"""The words of the trade in Chinese and English, as a tree that the lexer walks.

A table says for each meaning how people write it: alternatives stand between bars, and `(cross/crosses) above` is
short for `cross above|crosses above`, as `{cross} above` is with all forms of the verb.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

from packages.domain.strategy.words.lexing.tokens import Table, Tag
from packages.domain.strategy.words.lexing.vocabulary import (
    actions,
    conditions,
    edits,
    everyday,
    indicators,
    jargon,
    links,
    motion,
    relations,
    slang,
    states,
    trades,
)

UNIT = re.compile(
    r"(?<=\d)x(?=[a-z])|[a-z]+(?:'[a-z]+)?|\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d+(?:\.\d+)?|\.\d+|>=|<=|=>|=<|==|[^\s\w]|[^\sa-z0-9]"
)
VERBS = {
    "cross": "(cross/crosses/crossed/crossing)",
    "break": "(break/breaks/broke/breaking)",
    "rise": "(rise/rises/rising/move/moves/moving/climb/climbs/go/goes/going/get/gets/push/pushes/jump/jumps)",
    "fall": "(fall/falls/falling/drop/drops/dropping/dip/dips/dipping/slip/slips/move/moves/go/goes/going/get/gets"
    "/sink/sinks/decline/declines/slide/slides)",
    "close": "(close/closes/closing/closed/finish/finishes/finished/finishing/settle/settles/settled/end/ends/ended)",
    "stay": "(stay/stays/hold/holds/remain/remains/trade/trades/sit/sits/trading/holding)",
}
_CHOICE = re.compile(r"\(([^()]*)\)")
_VERB = re.compile(r"\{([a-z]+)\}")


class Node:
    """A place in the tree: what may follow, and what ends here."""

    __slots__ = ("ends", "following")

    def __init__(self) -> None:
        self.following: dict[str, Node] = {}
        self.ends: tuple[Tag, Any] | None = None


def units_of(phrase: str) -> list[str]:
    """The letters, digits and characters of a phrase as the lexer sees them; a hyphen joins words as a space does."""
    return UNIT.findall(re.sub(r"(?<=[a-z])-(?=[a-z])", " ", phrase.casefold()))


def phrases_of(text: str) -> Iterator[str]:
    for alternative in text.split("|"):
        pieces = _CHOICE.split(_VERB.sub(lambda verb: VERBS[verb[1]], alternative.strip()))
        choices = [piece.split("/") if index % 2 else [piece] for index, piece in enumerate(pieces)]
        yield from ("".join(chosen) for chosen in product(*choices))


def grown(tables: tuple[Table, ...]) -> Node:
    """The tree of some tables; of two meanings of the same words the first one stands."""
    root = Node()
    for table in tables:
        for kind, meanings in table.items():
            for value, text in meanings.items():
                for phrase in phrases_of(text):
                    _plant(root, phrase, kind, value)
    return root


def _plant(root: Node, phrase: str, kind: Tag, value: Any) -> None:
    node = root
    for unit in units_of(phrase):
        node = node.following.setdefault(unit, Node())
    if node is not root and node.ends is None:
        node.ends = (kind, value)


@cache
def lexicon() -> Node:
    """All words that are known, planted once."""
    return grown(
        (
            links.WORDS,
            conditions.WORDS,
            states.WORDS,
            trades.WORDS,
            actions.WORDS,
            motion.WORDS,
            relations.WORDS,
            indicators.words(),
            edits.WORDS,
            edits.FILLERS,
            everyday.WORDS,
            slang.WORDS,
            jargon.WORDS,
        )
    )
