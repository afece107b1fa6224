"""The regime snapshot of a scope: taken once for an instrument and a timeframe, kept, and told in few words."""

from collections.abc import Mapping

from apps.api.agents.protocol import RegimeSnapshots
from packages.core.errors import ParleyError
from packages.core.events import JsonObject, JsonValue
from packages.domain.conversation.model import Language

_KEPT = ("symbol", "timeframe", "as_of", "bars", "first", "last", "is_demo", "speaks_for", "summary_zh", "summary_en")


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
        return f"没有行情快照：{missing} " if language == "zh" else f"There is no regime snapshot: {missing} "
    return f"{regime.get(f'summary_{language}') or ''} "


def reason_for(regime: object, family: str, language: Language) -> str | None:
    """How many rules speak for a family, and the first of them; None without a snapshot."""
    support = next((row for row in _rows(regime, "support") if row.get("family") == family), None)
    if support is None:
        return None
    holding, tried = support.get("holding"), support.get("tried")
    told = f"{holding}/{tried}条规则成立" if language == "zh" else f"{holding} of {tried} rules hold"
    because = next((row.get(language) for row in _rows(regime, "findings") if _speaks(row, family)), None)
    mark = "：" if language == "zh" else ": "
    return told if because is None else f"{told}{mark}{because}"


def speaks_for(regime: object) -> str | None:
    family = regime.get("speaks_for") if isinstance(regime, Mapping) else None
    return family if isinstance(family, str) else None


def _speaks(finding: Mapping[str, object], family: str) -> bool:
    return finding.get("family") == family and finding.get("holds") is True


def _rows(regime: object, name: str) -> list[Mapping[str, object]]:
    rows = regime.get(name) if isinstance(regime, Mapping) else None
    return [row for row in rows if isinstance(row, Mapping)] if isinstance(rows, list | tuple) else []
