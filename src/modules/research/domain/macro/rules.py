"""The house rules that the analyst reasons by, each a row that its sentences cite."""

from collections.abc import Mapping

from src.modules.research.domain.rulebook import HouseRule

RULES: Mapping[str, HouseRule] = {}
