"""Texts of a report cut at their citations: numbers lead to rows that exist, and what rests on no row is marked."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

# A number right before its tags, or a tag by itself; a tag may carry its expert's name, as in a debate. The figures
# of a name (the 14 of RSI14) are no number, and no unit begins with a figure.
_CITED = re.compile(
    r"(?P<number>(?<![A-Za-z0-9_.])[-−+$¥￥]?\d[\d,]*(?:\.\d+)?(?:\s(?:trillion|billion|million|thousand))?"
    r"(?:\s?[^\s\d\[\]，。；、,;()（）“”][^\s\[\]，。；、,;()（）“”]{0,11})?)?"
    r"\s?(?P<tags>(?:\[[^\[\]\n]{1,60}\])+)"
)
_TAG = re.compile(r"\[(?:(?P<expert>[a-z_]+):)?(?P<row>E\d+)\]")
_ROW = re.compile(r"(?:(?P<expert>[a-z_]+):)?(?<![A-Za-z0-9])(?P<row>E\d+)")
_SENTENCE = re.compile(r".+?(?:[。！？!?]+[”」』）)]*(?!\s?\[)|\.[”)]*(?=\s|$)|$)\s*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class TextSpan:
    """A piece of text; with `anchor`, it leads to an evidence row."""

    text: str
    anchor: str | None = None


@dataclass(frozen=True, slots=True)
class Citing:
    """`anchors`: the rows that the report has. `opinion`: the mark of a sentence that rests on none of them; `removed`:
    the mark of what was taken out, which needs no other."""

    anchors: Collection[str]
    opinion: str
    removed: str

    def spans(self, text: str, expert: str = "", *, by_rules: bool) -> tuple[TextSpan, ...]:
        """`by_rules`: a program's own sentences are no opinions."""
        marked = text if by_rules else self.marked(text, expert)
        return cited(marked, expert, self.anchors)

    def marked(self, text: str, expert: str = "") -> str:
        return "".join(self._sentence(sentence, expert) for sentence in _sentences(text))

    def _sentence(self, sentence: str, expert: str) -> str:
        words = sentence.replace(self.removed, "").strip(" \n\t-*|.。")
        if not any(letter.isalnum() for letter in words) or self._leads_somewhere(sentence, expert):
            return sentence
        end = sentence.rstrip()
        return f"{end}{self.opinion}{sentence[len(end) :]}"

    def _leads_somewhere(self, sentence: str, expert: str) -> bool:
        """Also by a derivation, which leads to all of its rows."""
        for bracket in re.findall(r"\[[^\[\]\n]{1,200}\]", sentence):
            whose = expert
            for row in _ROW.finditer(bracket):
                whose = row["expert"] or whose
                if anchor(whose, row["row"]) in self.anchors:
                    return True
        return False


def cited(text: str, expert: str, anchors: Collection[str] | None = None) -> tuple[TextSpan, ...]:
    """The text cut at its citations: `12.3%[E7]` is the number, leading to the row. What leads to none of `anchors`
    stays as it is written; None: every row is there."""
    spans: list[TextSpan] = []
    end = 0
    for match in _CITED.finditer(text):
        tag = _TAG.match(match["tags"])
        if tag is None:
            continue
        place = anchor(tag["expert"] or expert, tag["row"])
        if anchors is not None and place not in anchors:
            continue
        start = match.start("number") if match["number"] else match.start("tags")
        shown = (match["number"] or f"[{tag['row']}]").strip()
        spans += [TextSpan(text[end:start]), TextSpan(shown, place)]
        end = match.end()
    spans.append(TextSpan(text[end:]))
    return tuple(span for span in spans if span.text)


def anchor(expert: str, row: str) -> str:
    return f"{expert}-{row}"


def without_tags(text: str) -> str:
    return _TAG.sub("", text)


def _sentences(text: str) -> Iterator[str]:
    yield from (match.group() for match in _SENTENCE.finditer(text))
