"""What can be chosen for each field of a scope, as far as data, limits and the market regime allow."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from apps.api.agents.protocol import RegimeSnapshots
from packages.core.errors import ParleyError
from packages.core.events import JsonObject, JsonValue
from packages.core.messages import Language, Message, render
from packages.domain.conversation.constraints import Constraints, check_scope
from packages.domain.conversation.facts import InstrumentFact
from packages.domain.conversation.fields import PRE_STRATEGY, OpportunityFrequency
from packages.domain.conversation.understanding.model import Understood
from packages.domain.conversation.wording import labelled, say, worded
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.templates import PACES, HoldingPeriod

_KEPT = ("symbol", "timeframe", "as_of", "bars", "first", "last", "is_demo", "speaks_for", "summary_zh", "summary_en")
NO_DATA = "data"
MARKET = "target_market"
VALUES = {field.name: field.values for field in PRE_STRATEGY}


@dataclass(frozen=True, slots=True)
class ScopeRefusal:
    """Why a value is not taken; `clause` names what it follows from."""

    field: str
    value: str
    clause: str
    message: Message


@dataclass(frozen=True, slots=True)
class Offers:
    """`instruments` are all that have bars."""

    constraints: Constraints
    instruments: Sequence[InstrumentFact]

    def values(self, field: str, scope: Mapping[str, str]) -> tuple[str, ...]:
        """Of a field with a vocabulary, what can be chosen besides what the scope has already."""
        return tuple(value for value in VALUES[field] or () if self.refusal(field, value, scope) is None)

    def tradable(self, scope: Mapping[str, str]) -> tuple[InstrumentFact, ...]:
        """The instruments of the market that can be chosen, those that were delisted last."""
        chosen = (
            each
            for each in self.instruments
            if each.market == scope.get("target_market", each.market)
            and self.refusal("target_instrument", each.symbol, {}) is None
        )
        return tuple(sorted(chosen, key=lambda each: each.delisted_on is not None))

    def instrument(self, scope: Mapping[str, str]) -> InstrumentFact | None:
        wanted = scope.get("target_instrument")
        return next((each for each in self.instruments if each.symbol == wanted), None)

    def refusal(self, field: str, value: str, scope: Mapping[str, str]) -> ScopeRefusal | None:
        broken = next((each for each in check_scope(self.constraints, {field: value})), None)
        if broken is not None:
            return ScopeRefusal(field, value, broken.clause, broken.message)
        return self._without_data(field, value, scope)

    def _without_data(self, field: str, value: str, scope: Mapping[str, str]) -> ScopeRefusal | None:
        match field:
            case "target_market" if not any(each.market == value for each in self.instruments):
                return _no_data(field, value, worded("refused.market"))
            case "target_instrument" if not any(each.symbol == value for each in self.instruments):
                return without_bars([value])
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


def without_bars(symbols: Sequence[str]) -> ScopeRefusal:
    """One that has no bars, or several that a text may mean and of which none has."""
    code = "refused.no_bars" if len(symbols) == 1 else "refused.several_without_bars"
    return _no_data("target_instrument", symbols[0], worded(code, symbol=", ".join(symbols)))


def of_another_market(instrument: InstrumentFact, chosen: str) -> ScopeRefusal:
    """Not refused for good: it is proposed together with its market."""
    markets = {"market": labelled("target_market", instrument.market), "chosen": labelled("target_market", chosen)}
    words = worded("refused.other_market", symbol=instrument.symbol, **markets)
    return ScopeRefusal("target_instrument", instrument.symbol, "market", words)


def fetch_begun(symbol: str) -> ScopeRefusal:
    return ScopeRefusal("target_instrument", symbol, "fetch", worded("fetch_begun", symbol=symbol))


def fetch_refused(symbol: str, reason: Message) -> ScopeRefusal:
    """With what its source, or the lack of one, says."""
    return ScopeRefusal("target_instrument", symbol, "fetch", worded("fetch_failed", symbol=symbol, reason=reason))


def _too_fast(instrument: InstrumentFact) -> Message:
    return worded("refused.too_fast", symbol=instrument.symbol, bars=", ".join(instrument.timeframes))


def _no_data(field: str, value: str, message: Message) -> ScopeRefusal:
    return ScopeRefusal(field, value, NO_DATA, message)


def in_words(refusals: Sequence[ScopeRefusal], language: Language) -> tuple[str, ...]:
    return tuple(dict.fromkeys(render(each.message, language) for each in refusals))


async def regime_for(regimes: RegimeSnapshots, symbol: str, timeframe: str, known: object) -> JsonObject:
    """`known` where it is of the same instrument and timeframe; `unavailable` says why there is none."""
    if isinstance(known, Mapping) and (known.get("symbol"), known.get("timeframe")) == (symbol, timeframe):
        return known
    try:
        taken = await regimes.of(symbol, timeframe)
    except ParleyError as error:
        return {"symbol": symbol, "timeframe": timeframe, "unavailable": error.message}
    kept: dict[str, JsonValue] = {name: taken.get(name) for name in _KEPT}
    return {**kept, "support": taken.get("support", []), "findings": taken.get("findings", [])}


def summary_of(regime: object, language: Language) -> str:
    """A sentence on what the numbers speak for, or on why there are none."""
    if not isinstance(regime, Mapping):
        return ""
    missing = regime.get("unavailable")
    if missing is not None:
        return say(language, "regime.missing", reason=str(missing)) + " "
    return f"{regime.get(f'summary_{language}') or ''} "


def reason_for(regime: object, family: str, language: Language) -> str | None:
    """How many rules speak for a family, and the first of them; None without a snapshot."""
    support = next((row for row in _rows(regime, "support") if row.get("family") == family), None)
    if support is None:
        return None
    holds = worded("regime.support", holding=str(support.get("holding")), tried=str(support.get("tried")))
    because = next((row.get(language.value) for row in _rows(regime, "findings") if _supports(row, family)), None)
    if because is None:
        return render(holds, language)
    return say(language, "regime.support_because", support=holds, reason=str(because))


def supported_family(regime: object) -> str | None:
    family = regime.get("speaks_for") if isinstance(regime, Mapping) else None
    return family if isinstance(family, str) else None


def _supports(finding: Mapping[str, object], family: str) -> bool:
    return finding.get("family") == family and finding.get("holds") is True


def _rows(regime: object, name: str) -> list[Mapping[str, object]]:
    rows = regime.get(name) if isinstance(regime, Mapping) else None
    return [row for row in rows if isinstance(row, Mapping)] if isinstance(rows, list | tuple) else []


def about_fetch(understood: Understood) -> tuple[ScopeRefusal, ...]:
    """What became of data that were to be fetched."""
    if understood.fetch is not None:
        return (fetch_begun(understood.fetch),)
    failed = understood.fetch_failed
    return () if failed is None or failed.reason is None else (fetch_refused(failed.symbol, failed.reason),)
