"""What can be chosen for each field of a scope: as far as there is data, and as far as the person's answers allow."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from packages.domain.conversation.constraints import Constraints, check_scope
from packages.domain.conversation.facts import InstrumentFact
from packages.domain.conversation.fields import PRE_STRATEGY, OpportunityFrequency
from packages.domain.conversation.labels import Words
from packages.domain.conversation.model import Language
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.template_paces import PACES, HoldingPeriod

VALUES = {field.name: field.values for field in PRE_STRATEGY}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a value is not taken; `clause` names what it follows from."""

    field: str
    value: str
    clause: str
    words: Words


@dataclass(frozen=True, slots=True)
class Offers:
    """`instruments` are all that have bars."""

    constraints: Constraints
    instruments: Sequence[InstrumentFact]

    def values(self, field: str, scope: Mapping[str, str]) -> tuple[str, ...]:
        """Of a field with a vocabulary, what can be chosen besides what the scope has already."""
        return tuple(value for value in VALUES[field] or () if self.refusal(field, value, scope) is None)

    def tradable(self, scope: Mapping[str, str]) -> tuple[InstrumentFact, ...]:
        """The instruments of the market that can be chosen."""
        return tuple(
            each
            for each in self.instruments
            if each.market == scope.get("target_market", each.market)
            and self.refusal("target_instrument", each.symbol, {}) is None
        )

    def instrument(self, scope: Mapping[str, str]) -> InstrumentFact | None:
        wanted = scope.get("target_instrument")
        return next((each for each in self.instruments if each.symbol == wanted), None)

    def refusal(self, field: str, value: str, scope: Mapping[str, str]) -> Refusal | None:
        broken = next((each for each in check_scope(self.constraints, {field: value})), None)
        if broken is not None:
            return Refusal(field, value, broken.clause, Words(broken.sentence("zh"), broken.sentence("en")))
        return self._without_data(field, value, scope)

    def _without_data(self, field: str, value: str, scope: Mapping[str, str]) -> Refusal | None:
        match field:
            case "target_market" if not any(each.market == value for each in self.instruments):
                return _no_data(field, value, Words("这个市场还没有数据。", "There is no data of this market yet."))
            case "target_instrument" if not any(each.symbol == value for each in self.instruments):
                return without_bars(value)
            case "opportunity_frequency_bucket" | "holding_period_bucket":
                instrument = self.instrument(scope)
                if instrument is not None and not _has_bars_for(field, value, instrument):
                    return _no_data(field, value, _too_fast(instrument))
            case _:
                pass
        return None


def timeframe_of(holding: str, instrument: InstrumentFact) -> str | None:
    """The usual timeframe of the holding period among those that the instrument has bars of."""
    paces = PACES[HoldingPeriod(holding)]
    return next((pace.timeframe.value for pace in paces if pace.timeframe.value in instrument.timeframes), None)


def _has_bars_for(field: str, value: str, instrument: InstrumentFact) -> bool:
    if field == "holding_period_bucket":
        return timeframe_of(value, instrument) is not None
    is_fast = value == OpportunityFrequency.MULTIPLE_PER_DAY
    return not is_fast or any(Timeframe(each).is_intraday for each in instrument.timeframes)


def without_bars(symbol: str) -> Refusal:
    words = Words(
        f"{symbol} 还没有数据：请换一个标的，或先下载它的数据。",
        f"There is no data of {symbol} yet: choose another instrument, or fetch its data first.",
    )
    return _no_data("target_instrument", symbol, words)


def _too_fast(instrument: InstrumentFact) -> Words:
    have = ", ".join(instrument.timeframes)
    return Words(
        f"{instrument.symbol} 只有 {have} 的数据，做不了这么快：请选慢一些的。",
        f"There are only {have} bars of {instrument.symbol}, too slow for that: choose a slower one.",
    )


def _no_data(field: str, value: str, words: Words) -> Refusal:
    return Refusal(field, value, "data", words)


def in_words(refusals: Sequence[Refusal], language: Language) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.words.in_(language) for each in refusals))
