"""Clauses that cite nothing beside a number that does: `gross margin is 27.4%[E7], and the workers are on strike`."""

import re
from collections.abc import Iterator

from packages.domain.evidence.claims.vocabulary.levels import levels_in
from packages.domain.evidence.claims.vocabulary.moves import moves_in
from packages.domain.evidence.claims.vocabulary.ranks import ranks_in
from packages.domain.evidence.derivations import TAG
from packages.domain.evidence.passages import blanked, folded
from packages.domain.evidence.patterns import lazy_pattern

_JOINED = r"(?:and|but|while|whereas|although|though|because|since|so|which|who|after|before|as|with|despite)"
_BREAK = lazy_pattern(
    r"(?<!\d),|,(?!\d)|[;:。!?—\n|)]|\((?!\s?[-+]?\d)|\.(?=\s|$)"
    rf"|\s(?={_JOINED}\b)"
    r"|(?=但|而(?!言|且|成)|因为|由于|所以|因此|意味着|说明|表明)",
    re.IGNORECASE,
)
_CITED = lazy_pattern(r"\d")
_WORD = lazy_pattern(r"[A-Za-z][A-Za-z'’-]*")
_HAN = lazy_pattern(r"[\u4e00-\u9fff]")
# In words and in characters: a clause that stands by itself, and what follows a number in its own clause.
_CLAUSE = (3, 5)
_TAIL = (7, 9)
# `In the year before`, `从估值看`: under what something is said, and nothing that is said.
_ADVERBIAL = lazy_pattern(
    rf"\W*(?:{_JOINED}\s+)?(?:in|on|at|of|by|over|under|from|for|to|during|since|among|per|versus|against|than"
    r"|compared|according|based|measured|adjusted|including|excluding|that is|meanwhile|however|by contrast|overall"
    r"|in other words|on the other hand|at the same time)\b(?!.*\b(?:is|are|was|were|has|have|had|will)\b)"
    r"|\W*(?:从|就|按|以|在|与|和|较|据|对比|相比|同时|其中|此外|另外|截至|根据|作为|不过|总体|整体|综合|尤其|特别)"
    r"[^,;。]*(?:看|言|面|下|中|上|内|后|前|时|比|口径|期间|基准|标准|计算|而论|同时|期|末|初|来说)\W*$"
    r"|\W*(?:与此同时|另一方面|换句话说|也就是说|整体来看|总体来看|综合来看|相比之下)\W*$",
    re.IGNORECASE,
)
_VERB = lazy_pattern(r"\W*(?:is|are|was|were|stands?|sits?|lies?)\b", re.IGNORECASE)
_FORECAST = lazy_pattern(
    r"\b(?:will|shall|certain to|sure to|bound to|going to|set to|about to|next (?:year|quarter|month)|soon)\b"
    r"|将(?!近)|必[将定然会]|一定会|肯定|注定|即将|势必|指日可待",
    re.IGNORECASE,
)


def has_bare_clause(text: str, *, is_decided: bool = True) -> bool:
    """Whether a sentence that states numbers also says something that none of them bears out. `is_decided`: what it
    says by words of direction, level or rank was held to rows."""
    clauses = list(_bare_clauses(folded(text)))
    return any(not ((is_decided or of_number) and _can_be_held(clause)) for clause, of_number in clauses)


def _bare_clauses(plain: str) -> Iterator[tuple[str, bool]]:
    """Each with whether it goes on from a number, whose sign and level it states."""
    tags = [match.span() for match in TAG.finditer(plain)]
    shown = blanked(plain, ((start + 1, end - 1) for start, end in tags))
    cuts = [match.end() for match in _BREAK.finditer(shown)]
    for start, end in zip([0, *cuts], [*cuts, len(plain)], strict=True):
        clause = plain[start:end]
        cited = [match.end() for match in (*TAG.finditer(clause), *_CITED.finditer(clause))]
        rest = clause[max(cited) :] if cited else clause
        if _is_long(rest, *(_TAIL if cited else _CLAUSE)) and not _ADVERBIAL.match(rest):
            yield rest, bool(cited) or _VERB.match(rest) is not None


def _is_long(words: str, latin: int, han: int) -> bool:
    return len(_WORD.findall(words)) >= latin or len(_HAN.findall(words)) >= han


def _can_be_held(clause: str) -> bool:
    if _FORECAST.search(clause):
        return False
    return bool(moves_in(clause, 0) or levels_in(clause, 0)) or any(ranks_in(clause, 0))
