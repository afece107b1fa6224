"""What was found out about a file, why, and what else it could be; a guess that may be wrong is a question."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from packages.core.messages import Message, Sentence, message
from packages.domain.market_data.errors import BadRows

_SCALES = (
    "ones", "thousands", "10_thousands", "millions", "10_millions", "100_millions", "billions", "trillions",
)  # fmt: skip
FIXED = {
    "decimal": ("point", "comma"),
    "label": ("start", "end"),
    "prices": ("raw", "adjusted"),
    "volume": ("shares", "lots", "10k_shares", "10k_lots", "thousands", "millions", "100_millions", "billions"),
    "columns": ("ohlc", "ochl", "cohl", "chlo"),
    "price_flips": ("scale", "leave_out", "keep"),
    "volume_steps": ("scale", "leave_out", "keep"),
    "odd_figures": ("leave_out", "keep"),
    "unit": _SCALES,
    "share_unit": _SCALES,
}


@dataclass(frozen=True, slots=True)
class Guess:
    """`asks`: nothing is stored until a person has answered; `offers`: stored as it is, but worth a look."""

    what: str
    value: str
    why: str
    alternatives: tuple[str, ...] = ()
    asks: bool = False
    offers: bool = False


@dataclass(frozen=True, slots=True)
class Answers:
    """What a person said of a file, by what was asked: `symbol`, `timeframe`, `timezone`, `label`, `decimal`, `dates`,
    `prices`, `price_unit`, `price_flips`, `odd_figures`, `volume`, `volume_steps`, `columns`, and `split` (for all
    days) or `split:2024-06-10`. Of statements: `unit` and `share_unit`, for all figures or as `unit:thousands` for
    those that seem to be counted so."""

    given: Mapping[str, str]

    def get(self, what: str) -> str | None:
        answer = self.given.get(what)
        known = FIXED.get(what.partition(":")[0])
        if answer is not None and known is not None and answer not in known:
            raise BadRows("market_data.bad_answer", what=what, text=answer[:40], known=list(known))
        return answer

    def choose(self, what: str, found: str, reason: Message, others: Sequence[str], *, asks: bool = False) -> Guess:
        """The person's word where there is one, else what was found; only the latter can be a question."""
        answer = self.get(what)
        if answer is None:
            return Guess(what, found, Sentence(reason), tuple(one for one in others if one != found), asks)
        return Guess(what, answer, Sentence(message("market_data.import.answered", what=what, value=answer)))


def with_answers(asked: Answers, more: Mapping[str, str]) -> Answers:
    return Answers({**asked.given, **more})
