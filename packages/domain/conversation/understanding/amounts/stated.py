"""An amount as it was spoken: from where to where, and the place in the text that says so."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StatedAmount:
    """From `value` to `most`; `vague` when it was only "a few"."""

    value: float
    start: int
    end: int
    vague: bool = False
    most: float = 0.0

    @property
    def high(self) -> float:
        return max(self.value, self.most)

    def overlaps(self, start: int, end: int) -> bool:
        return start < self.end and self.start < end
