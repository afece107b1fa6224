"""Chinese that is typed in Latin letters: "mao tai", "liang nian", "wo xuan bao shou"; kept as data (`pinyin.tsv`)."""

from functools import cache
from importlib import resources


def from_pinyin(letters: str) -> str:
    """The characters, where the small letters of a message are words of this trade in pinyin; "" where they are not."""
    words = _segmented(letters)
    is_chinese = any(len(each) > 1 or each in "年天周次" for each in words)
    return "".join(words) if is_chinese else ""


def _segmented(letters: str) -> tuple[str, ...]:
    """In the fewest words; nothing where a letter is left over."""
    best: list[tuple[str, ...] | None] = [()] + [None] * len(letters)
    for end in range(1, len(letters) + 1):
        for start in range(max(0, end - _longest_word()), end):
            before, word = best[start], _words().get(letters[start:end])
            if before is None or word is None:
                continue
            now = best[end]
            if now is None or len(before) + 1 < len(now):
                best[end] = (*before, word)
    return best[-1] or ()


@cache
def _words() -> dict[str, str]:
    lines = resources.files(__package__).joinpath("pinyin.tsv").read_text("utf-8").splitlines()
    return {spelt: word for word, spelt in (line.split("\t") for line in reversed(lines))}


@cache
def _longest_word() -> int:
    return max(map(len, _words()))
