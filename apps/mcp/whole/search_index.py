"""Finds tools by what somebody wants done: BM25 over their names and descriptions, Chinese and English."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping

_PIECE = re.compile(r"[a-z0-9]+|[\u4e00-\u9fff]+")
_COMMON_WORDS = (
    "a an the of to in on at for with by from into and or is are was were be been it its this that these those i me my "
    "we our us you your they them do does did have has had can could would should will what which why how when who let "
    "please show give tell get as if so than then there all any some much many not no now still just up out"
)
_COMMON = frozenset(_COMMON_WORDS.split())
_SATURATION, _LENGTH = 1.2, 0.75


class ToolIndex:
    """`texts`: what is read of each tool, by its name."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._counts = {name: Counter(tokens(f"{name} {text}")) for name, text in texts.items()}
        lengths = {name: sum(counted.values()) for name, counted in self._counts.items()}
        mean = sum(lengths.values()) / max(len(lengths), 1)
        self._longer = {name: 1 - _LENGTH + _LENGTH * length / mean for name, length in lengths.items()}
        self._found_in = Counter(token for counted in self._counts.values() for token in counted)

    def search(self, query: str, limit: int) -> list[str]:
        """The best first; what shares no word with the query is left out."""
        wanted = set(tokens(query))
        scored = {name: self._score(name, wanted) for name in self._counts}
        best = sorted((name for name in scored if scored[name] > 0), key=lambda name: -scored[name])
        return best[:limit]

    def _score(self, name: str, wanted: Iterable[str]) -> float:
        counted, score = self._counts[name], 0.0
        for token in wanted:
            if count := counted[token]:
                weight = count * (_SATURATION + 1) / (count + _SATURATION * self._longer[name])
                score += self._rarity(token) * weight
        return score

    def _rarity(self, token: str) -> float:
        among = self._found_in[token]
        return math.log(1 + (len(self._counts) - among + 0.5) / (among + 0.5))


def tokens(text: str) -> list[str]:
    """English words without their endings, Chinese as pairs of characters."""
    found: list[str] = []
    for piece in _PIECE.findall(text.lower()):
        if piece[0] >= "\u4e00":
            found += [piece[at : at + 2] for at in range(len(piece) - 1)] or [piece]
        elif piece not in _COMMON:
            found.append(_stem(piece))
    return found


def _stem(word: str) -> str:
    for ending in ("ies", "ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            return word[: -len(ending)] + ("y" if ending == "ies" else "")
    return word
