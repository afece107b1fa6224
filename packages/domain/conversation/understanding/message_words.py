"""The port of a message's own words, and those of nobody."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from packages.domain.conversation.understanding.model import AskedFields, ProposalWord, Wish


class OwnWords(Protocol):
    """What else a message says, beside the answers, decisions and wishes that were read of it."""

    @property
    def quote(self) -> str:
        """The message in one short line."""
        ...

    @property
    def asks(self) -> bool:
        """Whether there is a question mark anywhere."""
        ...

    @property
    def is_reason(self) -> bool:
        """Whether it begins as a reason does: "because …", 因为…."""
        ...

    @property
    def takes_back(self) -> bool:
        """Whether it begins by taking something back: "no, wait", 算了."""
        ...

    @property
    def names_override(self) -> bool:
        """Whether the phrase of an override stands anywhere in it."""
        ...

    @property
    def calls_off(self) -> bool:
        """Whether it does nothing but call something off."""
        ...

    @property
    def wants_another_strategy(self) -> bool:
        """Whether it asks for another strategy, another conversation, or other rules."""
        ...

    @property
    def positions(self) -> "Wish | None":
        """What shall become of the positions of a deployment that is stopped."""
        ...

    @property
    def orders_change(self) -> bool:
        """Whether it is an order to change something, where it could only name it."""
        ...

    @property
    def wants_deployment(self) -> bool:
        """Whether it asks for what comes after the tests, and agrees to nothing."""
        ...

    @property
    def wanted_back(self) -> str:
        """The indicator that it wants back, as the catalogue names it; "" where there is none, or more."""
        ...

    @property
    def version(self) -> int | None:
        """The version of the rules that it wants back, by its number."""
        ...

    @property
    def exit_given(self) -> str:
        """The message, where it tells a way out of a position; "" else."""
        ...

    @property
    def unread_rules(self) -> Sequence[str]:
        """The parts that trade on a condition and could not be read."""
        ...

    @property
    def instrument_of_rules(self) -> str:
        """The one that it tells rules of; "" where there is none, or more."""
        ...

    def decision(self, field: str, asked: "AskedFields") -> str | None:
        """What the words themselves decide, without a second opinion."""
        ...

    def word_on(self, waiting: Mapping[str, str]) -> "ProposalWord | None":
        """The word on what waits."""
        ...

    def unread_parts(self, asked: "AskedFields") -> Sequence[str]:
        """The parts of a message that says several things of which nothing was read."""
        ...


@dataclass(frozen=True, slots=True)
class NothingSaid:
    """`OwnWords` of a turn in which nobody spoke."""

    quote: str = ""
    asks: bool = False
    is_reason: bool = False
    takes_back: bool = False
    names_override: bool = False
    calls_off: bool = False
    wants_another_strategy: bool = False
    positions: "Wish | None" = None
    orders_change: bool = False
    wants_deployment: bool = False
    wanted_back: str = ""
    version: int | None = None
    exit_given: str = ""
    unread_rules: Sequence[str] = ()
    instrument_of_rules: str = ""

    def decision(self, field: str, asked: "AskedFields") -> str | None:
        return None

    def word_on(self, waiting: Mapping[str, str]) -> "ProposalWord | None":
        return None

    def unread_parts(self, asked: "AskedFields") -> Sequence[str]:
        return ()
