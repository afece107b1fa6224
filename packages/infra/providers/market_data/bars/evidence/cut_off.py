"""The last line of a file that ends in the middle of a figure."""

from collections.abc import Sequence

CUT_OFF = "cut off"
ENDS_HERE = "the file ends in the middle of this line"
_FEW, _SOME = 20, 50
_SHORTER = 2  # digits fewer than the shortest before


def is_cut_off(last: bytes, before: Sequence[bytes]) -> bool:
    """Whether a figure without a line's end behind it is shorter than all `before`: by some digits, or by a decimal
    where all have as many."""
    if len(before) < _FEW or not all(before):
        return False
    decimals = {len(cell.partition(b".")[2]) for cell in before}
    fewer = len(before) >= _SOME and len(decimals) == 1 and len(last.partition(b".")[2]) < min(decimals)
    return fewer or len(last) <= min(map(len, before)) - _SHORTER
