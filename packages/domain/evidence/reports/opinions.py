"""Marks the sentences of a text that rest on no evidence row, or only in part, as opinions, for whoever reads them."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from packages.core.messages import Language, message, render
from packages.domain.evidence.claims.bare_clauses import has_bare_clause
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.reports.removal import removed_mark

_ROW = lazy_pattern(r"(?:(?P<expert>[a-z_]+):)?(?<![A-Za-z0-9])(?P<row>E\d+)")
_BRACKET = lazy_pattern(r"\[[^\[\]\n]{1,200}\]")
_SENTENCE = lazy_pattern(r".+?(?:[。！？!?]+[”」』）)]*(?!\s?\[)|\.[”)]*(?=\s|$)|$)\s*", re.DOTALL)


def opinion_mark(language: Language) -> str:
    return render(message("evidence.opinion"), language)


def anchor(expert: str, row: str) -> str:
    return f"{expert}-{row}"


def anchors_of(evidence: Mapping[str, Iterable[Mapping[str, Any]]]) -> frozenset[str]:
    """Of the rows of each expert, as the results list them."""
    return frozenset(anchor(expert, str(row["tag"])) for expert, rows in evidence.items() for row in rows)


@dataclass(frozen=True, slots=True)
class OpinionMarks:
    """`anchors`: the rows that there are. A sentence that leads to none of them is an opinion, and so is what says more
    than the numbers that lead there; the mark of what was taken out needs no other."""

    anchors: Collection[str]
    language: Language

    def marked(self, text: str, expert: str = "") -> str:
        """`expert`: whose row a tag without a name is."""
        return "".join(self._sentence(sentence.group(), expert) for sentence in _SENTENCE.finditer(text))

    def marked_fields(self, value: Any, codes: Collection[str], expert: str = "") -> Any:
        """A report as JSON with every text marked but in the fields that are `codes`; the expert of an argument is in
        its `dimension`."""
        match value:
            case str():
                return self.marked(value, expert)
            case Mapping():
                whose = str(value.get("dimension", expert))
                return {
                    name: inner if name in codes else self.marked_fields(inner, codes, whose)
                    for name, inner in value.items()
                }
            case list():
                return [self.marked_fields(inner, codes, expert) for inner in value]
            case _:
                return value

    def _sentence(self, sentence: str, expert: str) -> str:
        if not self._is_opinion(sentence, expert):
            return sentence
        end = sentence.rstrip()
        return f"{end}{opinion_mark(self.language)}{sentence[len(end) :]}"

    def _is_opinion(self, sentence: str, expert: str) -> bool:
        words = sentence.replace(removed_mark(self.language), "").strip(" \n\t-*|.。")
        if not any(letter.isalnum() for letter in words):
            return False
        return not self._leads_somewhere(sentence, expert) or has_bare_clause(words)

    def _leads_somewhere(self, sentence: str, expert: str) -> bool:
        """Also by a derivation, which leads to all of its rows."""
        for bracket in _BRACKET.findall(sentence):
            whose = expert
            for row in _ROW.finditer(bracket):
                whose = row["expert"] or whose
                if anchor(whose, row["row"]) in self.anchors:
                    return True
        return False
