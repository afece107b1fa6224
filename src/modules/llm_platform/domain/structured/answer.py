"""An answer taken apart: its reasoning left out, the JSON in it, and the prose around that."""

import re
from dataclasses import dataclass, field

from src.modules.llm_platform.domain.errors import ModelOutputUnusable
from src.modules.llm_platform.domain.structured.parser import OPENERS, Parsed, parse_json, skip_space
from src.modules.llm_platform.domain.structured.values import BrokenJson, read_string

_MOST_VALUES = 50

_TAG = re.compile(r"<(/?)(think|thinking|reasoning)\s*>", re.IGNORECASE)
# The quote before a JSON value that was encoded once more, as a string.
_ENCODED = r'"(?=(?:\s|\\[nrt]){0,99}(?:[{\[｛［][{\[｛［\s]*\\|\\uff[35]b))'
_MARK = re.compile(rf"{_TAG.pattern}|[{{}}\[\]｛｝［］]|{_ENCODED}", re.IGNORECASE)
_MOST_DRAFTS = 10

# Brackets of prose, `{symbol}` or `[1]`: nothing in them could be a field.
_PROSE_BRACES = re.compile(r"""[{｛][^{}\[\]｛｝［］"'“”‘’＂:：<]*[}｝]""")
_PROSE_BRACKETS = re.compile(r"[\[［](?:[^{}\[\]｛｝［］<]*[\]］]|[\d.,%\s-]*\))")
_PROSE_WORD = re.compile(r"""[\[［]\s*[^\W\d][^{}\[\]｛｝［］"'“”‘’＂<]*[\]］]""")

_KEY_BEFORE = re.compile(r"""["'”’＂]\s{0,9}[:：]\Z""")
_MORE_AFTER = re.compile(r"""\s*[,，:：]\s*["'“‘＂{\[]""")


@dataclass(slots=True)
class SplitAnswer:
    """What is left of a text when its reasoning is gone."""

    values: list[Parsed] = field(default_factory=list)
    prose: list[str] = field(default_factory=list)

    def forget(self) -> None:
        self.values.clear()
        self.prose.clear()


def take_apart(text: str, *, arrays: bool) -> SplitAnswer:
    """Every JSON value outside reasoning; `arrays`: whether an array alone could be the answer."""
    return _Reader(text, arrays=arrays).read()


class _Reader:
    def __init__(self, text: str, *, arrays: bool) -> None:
        self._text = text
        self._arrays = arrays
        self._answer = SplitAnswer()
        self._prose_from = 0
        self._drafts_left = _MOST_DRAFTS

    def read(self) -> SplitAnswer:
        at = 0
        while mark := _MARK.search(self._text, at):
            try:
                at = self._take(mark)
            except BrokenJson:
                # The opening tag of reasoning may be missing: what stands before a closing one was a draft.
                end = self._next_reasoning_end(mark.start())
                if end is None:
                    raise
                at = self._end_reasoning(end)
        self._keep_prose(len(self._text))
        return self._answer

    def _take(self, mark: re.Match[str]) -> int:
        start, sign = mark.start(), mark.group()
        if sign.startswith("</"):
            return self._end_reasoning(mark.end())
        if sign.startswith("<"):
            return self._skip_reasoning(mark)
        if sign == '"':
            return self._add(self._encoded(start))
        if sign not in OPENERS:
            raise BrokenJson.found(self._text, start, "this bracket closes nothing that is open")
        if end := self._end_of_prose_bracket(start, sign):
            return end
        return self._add(parse_json(self._text, start))

    def _end_reasoning(self, end: int) -> int:
        self._answer.forget()
        self._prose_from = end
        return end

    def _next_reasoning_end(self, start: int) -> int | None:
        self._drafts_left -= 1
        if self._drafts_left < 0:
            return None
        return next((tag.end() for tag in _TAG.finditer(self._text, start) if tag.group(1)), None)

    def _skip_reasoning(self, opening: re.Match[str]) -> int:
        self._keep_prose(opening.start())
        depth = 0
        for tag in _TAG.finditer(self._text, opening.start()):
            if tag.group(2).lower() == opening.group(2).lower():
                depth += -1 if tag.group(1) else 1
            if depth == 0:
                self._prose_from = tag.end()
                return tag.end()
        raise ModelOutputUnusable(
            "llm_platform.answer_inside_reasoning",
            ["The reasoning was never closed. Answer with the JSON alone."],
        )

    def _encoded(self, start: int) -> Parsed:
        content, end = read_string(self._text, start)
        inner = parse_json(content, skip_space(content, 0))
        if skip_space(content, inner.end) != len(content):
            raise BrokenJson.found(self._text, start, "this string holds more than one JSON value")
        return Parsed(inner.value, start, end, inner.comments)

    def _end_of_prose_bracket(self, start: int, sign: str) -> int | None:
        if sign in "{｛":
            found = _PROSE_BRACES.match(self._text, start)
            return found.end() if found and found.group()[1:-1].strip() else None
        pattern = _PROSE_WORD if self._arrays else _PROSE_BRACKETS
        found = pattern.match(self._text, start)
        return found.end() if found else None

    def _add(self, found: Parsed) -> int:
        self._refuse_pieces(found)
        self._keep_prose(found.start)
        self._answer.prose.extend(found.comments)
        self._answer.values.append(found)
        if len(self._answer.values) > _MOST_VALUES:
            raise BrokenJson.found(self._text, found.start, "the answer holds too many JSON values; write only one")
        self._prose_from = found.end
        return found.end

    def _refuse_pieces(self, found: Parsed) -> None:
        """Refuses a value that seems to be part of something larger, or of a string literal of another language."""
        before = self._text[self._prose_from : found.start]
        if _KEY_BEFORE.search(before.rstrip()[-20:]) or _MORE_AFTER.match(self._text, found.end):
            raise BrokenJson.found(self._text, found.start, "this value is a piece of JSON whose rest is missing")
        is_quoted = before.endswith(("'", '"')) and self._text.startswith(before[-1], found.end)
        if is_quoted and "\\" in self._text[found.start : found.end]:
            raise BrokenJson.found(self._text, found.start, "JSON inside quotes leaves open what its backslashes mean")

    def _keep_prose(self, end: int) -> None:
        if self._text[self._prose_from : end].strip():
            self._answer.prose.append(self._text[self._prose_from : end])
