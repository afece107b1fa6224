"""What the figures are called."""

from collections.abc import Mapping

LABELS: Mapping[str, tuple[str, ...]] = {}
