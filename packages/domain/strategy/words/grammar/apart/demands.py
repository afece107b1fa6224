"""Words that ask for more than was asked before: `the close must be above the 200 day when buying`."""

from dataclasses import replace

from packages.domain.strategy.words.lexing.lexer import Lexer
from packages.domain.strategy.words.lexing.tokens import Tag, Token, last_said

DEMANDS = "demands"  # of the mark that such a word becomes
AT_ENTRY = "at entry"  # of the mark after the word for getting in: 买的时候
_DEMANDING = frozenset(
    {
        "must", "must be", "must have", "has to", "has to be", "have to", "have to be", "need", "needs", "need to",
        "need to be", "needs to be", "required", "requires", "required to be", "ought to", "必须", "务必", "必", "须",
        "得", "得要", "一定要", "需", "要求",
    }
)  # fmt: skip
_TIMES = frozenset({"时", "时候", "的时候", "之时", "之际", "的时候就", "时就", "当时", "那一刻"})


def with_demands(lexer: Lexer, tokens: list[Token]) -> list[Token]:
    """The words that demand something as marks, so that they are not lost with the other fillers."""
    made: list[Token] = []
    for token in tokens:
        last = next(iter(last_said(made, 1)), None)
        written = lexer.written(token).casefold()
        enters = last is not None and last.kind is Tag.ACTION and last.value in ("buy", "short")
        if token.kind is Tag.FILLER and written in _DEMANDING:
            made.append(replace(token, kind=Tag.MARK, value=DEMANDS))
        elif token.kind is Tag.MARK and enters and written in _TIMES:
            made.append(replace(token, value=AT_ENTRY))
        else:
            made.append(token)
    return made
