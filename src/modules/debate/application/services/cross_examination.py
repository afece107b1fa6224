"""Cross-examination: an answer to the other side counts only where it quotes what the other side said."""

import re
from typing import TypeVar

from src.modules.debate.domain.dtos import BearArgument, BullArgument
from src.modules.debate.domain.dtos.bull_bear_argument import Argument

SomeArgument = TypeVar("SomeArgument", bound=Argument)
_TAGS = re.compile(r"\s?\[[^\[\]\n]{1,60}\]")
_SPACES = re.compile(r"\s+")
_SHORTEST = 6  # characters: shorter words stand in every text


def cross_examined(argument: SomeArgument, opponent: BullArgument | BearArgument | None) -> SomeArgument:
    """Without rebuttals whose quote the other side has not said; in the first round nobody has said anything yet."""
    heard = _heard(opponent) if opponent is not None else ""
    kept = [one for one in argument.rebuttals if _is_quoted(one.quote, heard)]
    return argument if len(kept) == len(argument.rebuttals) else argument.model_copy(update={"rebuttals": kept})


def _heard(opponent: BullArgument | BearArgument) -> str:
    said = [opponent.core_thesis, *(one.argument for one in opponent.supporting_arguments)]
    return "\n".join(_bare(text) for text in said)


def _is_quoted(quote: str, heard: str) -> bool:
    bare = _bare(quote).strip("“”\"'「」. 。")
    return len(bare) >= _SHORTEST and bare in heard


def _bare(text: str) -> str:
    """Without tags, and with single spaces: what is left of a quotation that was copied by hand."""
    return _SPACES.sub(" ", _TAGS.sub("", text)).strip()
