"""A small catalogue of indicators for tests of the strategy language: every kind of parameter, one and many outputs."""

from collections.abc import Mapping
from dataclasses import dataclass

from packages.core.messages import Language
from packages.domain.strategy.catalogue_port import Catalogue, ParameterKind, ParameterValue

SOURCES = ("open", "high", "low", "close", "volume")


@dataclass(frozen=True, slots=True)
class ListedParameter:
    name: str
    kind: ParameterKind
    default: ParameterValue | None
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ListedIndicator:
    name: str
    category: str
    label_zh: str
    label_en: str
    parameters: tuple[ListedParameter, ...]
    outputs: tuple[str, ...] = ("value",)
    rising: tuple[tuple[str, str], ...] = ()
    inputs: tuple[str, ...] = ()

    def label(self, language: Language) -> str:
        return self.label_zh if language is Language.ZH else self.label_en

    def warm_up(self, params: Mapping[str, ParameterValue]) -> int:
        periods = [each.default for each in self.parameters if each.kind == "int"]
        return max((int(period) for period in periods if period is not None), default=0)


def _period(default: int | None = 14, name: str = "period") -> ListedParameter:
    return ListedParameter(name, "int", default, 2, 500)


_SOURCE = ListedParameter("source", "source", "close", choices=SOURCES)
_MULTIPLIER = ListedParameter("multiplier", "float", 2.0, 0.1, 10)

SMALL_CATALOGUE: Catalogue = {
    indicator.name: indicator
    for indicator in (
        ListedIndicator("ema", "trend", "指数移动平均", "Exponential moving average", (_period(20), _SOURCE)),
        ListedIndicator("rsi", "momentum", "相对强弱指数", "Relative strength index", (_period(), _SOURCE)),
        ListedIndicator("adx", "trend", "平均趋向指数", "Average directional index", (_period(),)),
        ListedIndicator("atr", "volatility", "平均真实波幅", "Average true range", (_period(),)),
        ListedIndicator(
            "macd",
            "momentum",
            "指数平滑异同移动平均",
            "Moving average convergence divergence",
            (_period(12, "fast_period"), _period(26, "slow_period"), _period(9, "signal_period"), _SOURCE),
            ("macd", "signal", "histogram"),
            (("fast_period", "slow_period"),),
        ),
        ListedIndicator(
            "bollinger",
            "volatility",
            "布林带",
            "Bollinger bands",
            (_period(20), _MULTIPLIER, _SOURCE),
            ("middle", "upper", "lower"),
        ),
        ListedIndicator(
            "donchian", "trend", "唐奇安通道", "Donchian channel", (_period(20),), ("upper", "middle", "lower")
        ),
        ListedIndicator("hammer", "statistics", "锤子线", "Hammer", ()),
        ListedIndicator(
            "average",
            "trend",
            "可选均线",
            "Average of a chosen kind",
            (_period(None), ListedParameter("kind", "choice", "simple", choices=("simple", "weighted"))),
        ),
    )
}
