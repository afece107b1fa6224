"""Where the broker and the journal disagree, and the rule for each kind (docs/decisions/0014)."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from packages.core.messages import Language, message, render


class DifferenceKind(StrEnum):
    """What differs."""

    ORDER_STATE = "order_state"
    LOST_ORDER = "lost_order"
    UNMEANT_ORDER = "unmeant_order"
    FOREIGN_ORDER = "foreign_order"
    FOREIGN_POSITION = "foreign_position"
    SHARES = "shares"
    CASH = "cash"

    @property
    def lasts(self) -> bool:
        """No rule resolves it: it stops entries until a person has looked, or, of shares, until they agree again."""
        return self in _LASTING


_LASTING = frozenset({DifferenceKind.FOREIGN_ORDER, DifferenceKind.FOREIGN_POSITION, DifferenceKind.SHARES})


@dataclass(frozen=True, slots=True)
class Difference:
    """One disagreement; `subject` is a client id, a symbol or a currency, `gap` what the broker has more than we."""

    kind: DifferenceKind
    subject: str
    journal: str
    broker: str
    gap: Decimal = Decimal(0)


class DifferenceState(StrEnum):
    """A rule resolved it, it stands, a person has looked at it, or it went away."""

    RESOLVED = "resolved"
    STANDING = "standing"
    LOOKED_AT = "looked_at"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class RecordedDifference:
    """A difference, by its number within the deployment."""

    number: int
    difference: Difference
    state: DifferenceState


def sentences_of(difference: Difference) -> dict[str, str]:
    """One sentence in each language."""
    said = message(
        f"trading.difference.{difference.kind.value}",
        subject=difference.subject,
        journal=difference.journal,
        broker=difference.broker,
    )
    return {language.value: render(said, language) for language in Language}
