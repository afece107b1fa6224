"""Marks the sentences of a text that rest on no evidence row as opinions, for whoever reads them."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from packages.core.messages import Language, message, render
from packages.domain.evidence.reports.removal import removed_mark

_ROW = re.compile(r"(?:(?P<expert>[a-z_]+):)?(?<![A-Za-z0-9])(?P<row>E\d+)")
_BRACKET = re.compile(r"\[[^\[\]\n]{1,200}\]")
_SENTENCE = re.compile(r".+?(?:[。！？!?]+[”」』）)]*(?!\s?\[)|\.[”)]*(?=\s|$)|$)\s*", re.DOTALL)


def opinion_mark(language: Language) -> str:
    return render(message("evidence.opinion"), language)


def anchor(expert: str, row: str) -> str:
    return f"{expert}-{row}"


@dataclass(frozen=True, slots=True)
class OpinionMarks:
    """`anchors`: the rows that there are. A sentence that leads to none of them is an opinion; the mark of what was
    taken out needs no other."""

    anchors: Collection[str]
    language: Language

    def marked(self, text: str, expert: str = "") -> str:
        """`expert`: whose row a tag without a name is."""
        return "".join(self._sentence(sentence.group(), expert) for sentence in _SENTENCE.finditer(text))

    def opinions(self, text: str, expert: str = "") -> Iterator[str]:
        for sentence in _SENTENCE.finditer(text):
            if self._is_opinion(sentence.group(), expert):
                yield sentence.group().strip()

    def _sentence(self, sentence: str, expert: str) -> str:
        if not self._is_opinion(sentence, expert):
            return sentence
        end = sentence.rstrip()
        return f"{end}{opinion_mark(self.language)}{sentence[len(end) :]}"

    def _is_opinion(self, sentence: str, expert: str) -> bool:
        words = sentence.replace(removed_mark(self.language), "").strip(" \n\t-*|.。")
        return any(letter.isalnum() for letter in words) and not self._leads_somewhere(sentence, expert)

    def _leads_somewhere(self, sentence: str, expert: str) -> bool:
        """Also by a derivation, which leads to all of its rows."""
        for bracket in _BRACKET.findall(sentence):
            whose = expert
            for row in _ROW.finditer(bracket):
                whose = row["expert"] or whose
                if anchor(whose, row["row"]) in self.anchors:
                    return True
        return False
