"""Texts of a report cut at their citations: numbers lead to rows that exist, and what rests on no row is marked."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from packages.domain.evidence.reports.opinions import OpinionMarks, anchor
from src.modules.coordinator.application.export.model import TextSpan

# A number right before its tags, or a tag by itself; a tag may carry its expert's name, as in a debate. The figures
# of a name (the 14 of RSI14) are no number, and no unit begins with a figure.
_CITED = re.compile(
    r"(?P<number>(?<![A-Za-z0-9_.])[-−+$¥￥]?\d[\d,]*(?:\.\d+)?(?:\s(?:trillion|billion|million|thousand))?"
    r"(?:\s?[^\s\d\[\]，。；、,;()（）“”][^\s\[\]，。；、,;()（）“”]{0,11})?)?"
    r"\s?(?P<tags>(?:\[[^\[\]\n]{1,60}\])+)"
)
_TAG = re.compile(r"\[(?:(?P<expert>[a-z_]+):)?(?P<row>E\d+)\]")


@dataclass(frozen=True, slots=True)
class Citing:
    """`marks` know the rows that the report has."""

    marks: OpinionMarks

    def spans(self, text: str, expert: str = "", *, by_rules: bool) -> tuple[TextSpan, ...]:
        """`by_rules`: a program's own sentences are no opinions."""
        marked = text if by_rules else self.marks.marked(text, expert)
        return cited(marked, expert, self.marks.anchors)


def cited(text: str, expert: str, anchors: Collection[str] | None = None) -> tuple[TextSpan, ...]:
    """The text cut at its citations: `12.3%[E7]` is the number, leading to the row; a tag by itself
    is a span without a text. What leads to none of `anchors`
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
        shown = (match["number"] or "").strip()
        spans += [TextSpan(text[end:start]), TextSpan(shown, place)]
        end = match.end()
    spans.append(TextSpan(text[end:]))
    return tuple(span for span in spans if span.text or span.anchor)
