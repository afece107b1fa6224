"""The house rules that the analyst reasons by, each a row that its sentences cite."""

from collections.abc import Mapping
from decimal import Decimal

from src.modules.research.domain.rulebook import HouseRule

RULES: Mapping[str, HouseRule] = {
    "catalyst_new_days": HouseRule(
        Decimal("30"),
        "days",
        ("新消息时限", "age limit of fresh news"),
        "our judgement: a market needs about a month to take an event in",
    ),
    "catalyst_old_days": HouseRule(
        Decimal("120"),
        "days",
        ("旧消息时限", "age limit of usable news"),
        "our judgement: a report is followed by the next one within this time",
    ),
}
