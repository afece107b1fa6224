"""JSON read by path: what is not there, or of another kind, is None or empty."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Facts:
    """What the state of a session or the result of a tool says."""

    value: object = None

    def at(self, *path: str) -> "Facts":
        found = self.value
        for name in path:
            found = found.get(name) if isinstance(found, Mapping) else None
        return Facts(found)

    def text(self, *path: str) -> str:
        found = self.at(*path).value
        return found if isinstance(found, str) else ""

    def number(self, *path: str) -> float | None:
        """Also one that is written as text, as money is."""
        found = self.at(*path).value
        if isinstance(found, bool):
            return None
        if isinstance(found, str):
            try:
                return float(found)
            except ValueError:
                return None
        return float(found) if isinstance(found, int | float) else None

    def count(self, *path: str) -> int:
        found = self.number(*path)
        return 0 if found is None else int(found)

    def is_true(self, *path: str) -> bool:
        return self.at(*path).value in (True, "true")

    def rows(self, *path: str) -> "list[Facts]":
        found = self.at(*path).value
        if isinstance(found, str) or not isinstance(found, Sequence):
            return []
        return [Facts(each) for each in found]

    def texts(self, *path: str) -> list[str]:
        return [each.value for each in self.rows(*path) if isinstance(each.value, str)]

    def mapping(self, *path: str) -> dict[str, object]:
        found = self.at(*path).value
        return dict(found) if isinstance(found, Mapping) else {}
