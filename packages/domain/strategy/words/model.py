"""What reading rules or an edit in words gives back."""

from dataclasses import dataclass

from packages.domain.strategy.json_patch import Patch
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.problems import Problem
from packages.domain.strategy.words.grammar.meanings import Assumed


@dataclass(frozen=True, slots=True)
class WordedClause:
    """A part of the text that was understood: its exact words, what it became, and where in the document it is.

    `kind` is entry, exit, filter, stop, target, trailing, time, reward, size, instrument, timeframe or direction; of an
    edit also replace, remove and setting. The pointer is empty while there is no document.
    """

    quote: str
    kind: str
    pointer: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class WordedRules:
    """`document` is None without a complete entry, without an instrument, or when the validator refuses it (then
    `problems` says why). `missing` names what a document would need: `entry`, `instrument`, `timeframe`. `understood`
    has the parts of a document that the words gave, without what was assumed. What is in `not_understood` are exact
    quotes."""

    document: Document | None
    understood: Document
    clauses: tuple[WordedClause, ...]
    not_understood: tuple[str, ...]
    assumed: tuple[Assumed, ...]
    is_strategy: bool
    missing: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class WordedEdit:
    """`operations` is a patch (RFC 6902) of the document; empty when nothing was understood. `is_edit` also where the
    words want a change of these rules that was not read; `says_amount` where they say how much. `no_mirror` is the
    condition that has no other way round, of rules that shall be reversed.
    `denies_trade` where `don't sell` was read as an exit that goes."""

    operations: Patch
    clauses: tuple[WordedClause, ...]
    not_understood: tuple[str, ...]
    assumed: tuple[Assumed, ...]
    is_edit: bool
    problems: tuple[Problem, ...] = ()
    says_amount: bool = False
    no_mirror: Document | None = None
    denies_trade: bool = False

    @property
    def asks_first(self) -> bool:
        """Whether it takes something away by no more than a denial of trading, or beside words that were not read."""
        removes = any(clause.kind == "remove" for clause in self.clauses)
        return bool(self.operations) and removes and (self.denies_trade or bool(self.not_understood))
