"""How texts and questions are cut into tokens: words and numbers whole, Chinese by pairs of characters.

A token consists of lower-case letters, digits and `.`, `-`, `=` or `^` between them: it has no meaning in any query
language, so that a question made of tokens cannot smuggle an operator in.
"""

import re
import unicodedata
from collections.abc import Iterator

_LONGEST_TOKEN = 64
_LONGEST_TEXT = 20_000
_MOST_IN_A_QUESTION = 32
# Chinese, Japanese and Korean: written without spaces, so a pair of characters stands for a word.
_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
_WORD = rf"(?:(?![{_CJK}])[^\W_])+"
_PIECE = re.compile(rf"(?P<run>[{_CJK}]+)|(?P<word>{_WORD}(?:[.\-=^]{_WORD})*)")
_JOINT = re.compile(r"[.\-=^]")
_CHINESE = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_EMPTY_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a an and are as at be by for from has have how in is it its of on or s that the this to was were what when "
        "which who will with 的 了 和 与 及 在 是",
    )
)


def is_chinese(text: str) -> bool:
    return _CHINESE.search(text) is not None


def tokens_of_text(*texts: str) -> list[str]:
    """Every token by which a text can be found, each once: also single characters, and the parts of `000001.sz`."""
    found: dict[str, None] = {}
    for text in texts:
        for run, word in _pieces(text[:_LONGEST_TEXT]):
            found.update(dict.fromkeys((*run, *_pairs(run)) if run else (word, *_JOINT.split(word))))
    return [token for token in found if len(token) <= _LONGEST_TOKEN]


def tokens_of_question(text: str) -> list[str]:
    """The tokens that a fitting text should carry, each once; a symbol stays whole, empty words are left out."""
    found: dict[str, None] = {}
    for run, word in _pieces(text):
        if run:
            found.update(dict.fromkeys(_pairs(run) or [run]))
        else:
            found.update(dict.fromkeys([word] if _is_whole(word) else _JOINT.split(word)))
    asked = [token for token in found if len(token) <= _LONGEST_TOKEN]
    return ([token for token in asked if token not in _EMPTY_WORDS] or asked)[:_MOST_IN_A_QUESTION]


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    plain = unicodedata.normalize("NFKC", text).lower()
    return ((match["run"] or "", match["word"] or "") for match in _PIECE.finditer(plain))


def _pairs(run: str) -> list[str]:
    return [run[at : at + 2] for at in range(len(run) - 1)]


def _is_whole(word: str) -> bool:
    """`000001.sz`, `demo8-usd` and `3.5` mean something only as a whole; `year-on-year` does not."""
    return "." in word or any(character.isdigit() for character in word)
