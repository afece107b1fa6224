"""Where the broker and the journal disagree, and the rule for each kind (docs/decisions/0014)."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum


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
class ToldDifference:
    """A difference, by its number within the deployment."""

    number: int
    difference: Difference
    state: DifferenceState


_WORDS = {
    DifferenceKind.ORDER_STATE: (
        "委托 {subject}：我方记录为 {journal}，券商为 {broker}，已以券商为准。",
        "Order {subject}: {journal} with us, {broker} at the broker. The broker's word was taken.",
    ),
    DifferenceKind.LOST_ORDER: (
        "委托 {subject}（{journal}）券商查无此单，也无成交，已记为失效。",
        "Order {subject} ({journal}) is not at the broker and has no fills. It has lapsed.",
    ),
    DifferenceKind.UNMEANT_ORDER: (
        "委托 {subject} 在券商处为 {broker}，我方已不再需要，已撤单。",
        "Order {subject} is {broker} at the broker and nobody means it any more. It was cancelled.",
    ),
    DifferenceKind.FOREIGN_ORDER: (
        "账户里有一笔并非本系统发出的委托 {subject}（{broker}）。未作处理；在您查看之前不再开仓。",
        "The account has an order that is not ours: {subject} ({broker}). It was left alone. No entries until you have "
        "looked.",
    ),
    DifferenceKind.FOREIGN_POSITION: (
        "账户里有一笔并非本系统建立的持仓：{subject} {broker}。未作处理；在您查看之前不再开仓。",
        "The account has a position that is not ours: {broker} of {subject}. It was left alone. No entries until you "
        "have looked.",
    ),
    DifferenceKind.SHARES: (
        "{subject}：我方记录 {journal}，券商 {broker}，重读全部成交后仍不一致。停止开仓；平仓以券商的数量为准。",
        "{subject}: {journal} with us, {broker} at the broker, also after all fills were read again. Entries stop, "
        "exits go on with what the broker has.",
    ),
    DifferenceKind.CASH: (
        "现金：我方 {journal}，券商 {broker}，券商的明细未说明差额。差额已记入其他收支。",
        "Cash: {journal} with us, {broker} at the broker, and no row of the broker's tells why. The difference was "
        "booked as other cash.",
    ),
}


def told(difference: Difference) -> dict[str, str]:
    """One sentence in each language."""
    named = {"subject": difference.subject, "journal": difference.journal, "broker": difference.broker}
    zh, en = _WORDS[difference.kind]
    return {"zh": zh.format(**named), "en": en.format(**named)}
