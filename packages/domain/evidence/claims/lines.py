"""Which house line the words mean: the overbought or the oversold one, the good line or the warning line."""

import re
from collections.abc import Iterator

from packages.domain.evidence.claims.quantities import Quantity
from packages.domain.evidence.claims.scene import ClaimOutcome, ClaimScene, ClaimVerdict
from packages.domain.evidence.patterns import lazy_pattern

_LINE = r"[^,;。\d]{0,10}?(?:线|\b(?:line|threshold|mark|level|hurdle|limit)\b)"
# Words, and how the names of the rows end; `good` lines are those of the rulebook, `weak` ones its warnings.
_KINDS = tuple(
    (lazy_pattern(rf"(?:{words}){_LINE}", re.IGNORECASE), ends)
    for words, ends in (
        (r"超买|\boverbought", ("_overbought",)),
        (r"超卖|\boversold", ("_oversold",)),
        (r"放量|\b(?:heavy|high)[- ]volume", ("volume_heavy",)),
        (r"缩量|\b(?:light|thin|low)[- ]volume", ("volume_light",)),
        (r"优良|良好|\bgood\b", ("_good",)),
        (r"警戒|预警|\b(?:warning|alert|danger)\b", ("_weak", "macro_cpi_high")),
        (r"历史高位|高位|\bhigh[- ]percentile", ("percentile_high",)),
        (r"历史低位|低位|\blow[- ]percentile", ("percentile_low",)),
        (r"中(?=线|轴)|\bmid(?:dle|point)?\b|\bneutral\b", ("_middle", "signal_neutral")),
        (r"荣枯|\b(?:expansion|boom-bust)\b", ("macro_pmi_line",)),
    )
)
_OPPOSITE = (
    ("_overbought", "_oversold"), ("volume_heavy", "volume_light"), ("_good", "_weak"),
    ("percentile_high", "percentile_low"), ("_overbought", "_middle"), ("_oversold", "_middle"),
)  # fmt: skip


def line_kinds(text: str, left: int, right: int) -> tuple[str, ...]:
    """How the names of the lines end that a stretch speaks of; empty for a line without a kind."""
    return tuple(end for pattern, ends in _KINDS if pattern.search(text, left, right) for end in ends)


def misnamed_lines(scene: ClaimScene) -> Iterator[ClaimVerdict]:
    """The oversold line of 70[E32], where E32 is the overbought one."""
    for one in scene.quantities:
        if one.number is not None and one.whole and one.row.metric.startswith("rule."):
            kinds = _attached(scene, one)
            if kinds and not one.row.metric.endswith(kinds) and _contrary(one.row.metric, kinds):
                yield ClaimVerdict(ClaimOutcome.CONTRADICTED, one.tag, one.row.metric.removeprefix("rule."))


_LEAD = lazy_pattern(r"[\s(]*(?:of|at|is|was|set at|为|是|在|\()?[\s(]*$", re.IGNORECASE)
_TAIL = lazy_pattern(r"\s*(?:的|x|times|天|倍)?\s*", re.IGNORECASE)


def _attached(scene: ClaimScene, one: Quantity) -> tuple[str, ...]:
    """The kinds of a line whose name ends right before the number, or begins right behind it."""
    number_end = one.number.end if one.number else one.stop
    for pattern, ends in _KINDS:
        for match in pattern.finditer(scene.words, scene.own):
            before = match.end() <= one.place and _LEAD.fullmatch(scene.words, match.end(), one.place)
            behind = match.start() >= number_end and _TAIL.fullmatch(scene.words, number_end, match.start())
            if before or behind:
                return ends
    return ()


def _contrary(metric: str, kinds: tuple[str, ...]) -> bool:
    return any((a in kinds and metric.endswith(b)) or (b in kinds and metric.endswith(a)) for a, b in _OPPOSITE)
