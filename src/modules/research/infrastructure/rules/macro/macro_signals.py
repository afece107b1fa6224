"""What each figure and each text says about the economy, as signals with their sentences."""

from collections.abc import Iterator
from dataclasses import dataclass

from src.modules.research.domain.figures import ResearchFigure
from src.modules.research.domain.macro.collect import CHANGE, YEAR_CHANGE
from src.modules.research.domain.macro.rules import RULES
from src.modules.research.infrastructure.rules.macro.macro_flows import figure_signal, flow_signals, side_of
from src.modules.research.infrastructure.rules.tone import tone_of
from src.modules.research.infrastructure.rules.votes import StanceSignal, freshness, standing
from src.modules.research.infrastructure.rules.writing import PressWriter

_STALE_DAYS = int(RULES["macro_stale_days"].value)
_NEWS_DAYS = int(RULES["macro_news_days"].value)
_NEWS_WEIGHT = 0.8


@dataclass(frozen=True, slots=True)
class _Trend:
    """A figure that speaks by its change. `good`: 1 where a rise helps shares."""

    key: str
    dimension: str
    weight: float
    good: int
    rule: str


_TRENDS = (
    _Trend("policy_rate", "liquidity", 1.0, -1, "macro_rate_change"),
    _Trend("m2_growth", "liquidity", 0.8, 1, "macro_money_change"),
    _Trend("gdp_growth", "economy", 0.8, 1, "macro_growth_change"),
)
_ENDINGS = {1: "helps", 0: "steady", -1: "hurts"}


def macro_signals(w: PressWriter) -> list[StanceSignal]:
    """Those of figures first, then those of texts, newest first."""
    trends = [signal for trend in _TRENDS for signal in _trend(w, trend)]
    return [*trends, *_inflation(w), *flow_signals(w), *_activity(w), *_index(w), *_news(w)]


def _trend(w: PressWriter, trend: _Trend) -> Iterator[StanceSignal]:
    figure = w.brief.figures.get(trend.key)
    if figure is None:
        return
    if _is_stale(w, figure):
        yield _stale(w, figure, trend.dimension)
        return
    change = next((key for key in (trend.key + YEAR_CHANGE, trend.key + CHANGE) if key in w.brief.figures), None)
    if change is None:
        level = w("sentence", text=_level(w, figure))
        yield figure_signal(w, figure, trend.dimension, 0.0, trend.weight, level)
        return
    value, step = float(w.brief.figures[change].value), float(RULES[trend.rule].value)
    leans = 0 if abs(value) < step else (trend.good if value > 0 else -trend.good)
    sentence = _sentence(w, trend, figure, change, leans)
    yield figure_signal(w, figure, trend.dimension, float(leans), trend.weight, sentence)


def _sentence(w: PressWriter, trend: _Trend, figure: ResearchFigure, change: str, leans: int) -> str:
    level, ending = _level(w, figure), w(f"{trend.key}.{_ENDINGS[leans]}")
    if w.brief.figures[change].value == 0:
        since = "trend.same_year" if change.endswith(YEAR_CHANGE) else "trend.same_release"
        return w(since, level=level, ending=ending)
    return w(
        "trend.beyond" if leans else "trend.within",
        level=level,
        change=w("trend.change", name=w.label(change), change=w.number(change)),
        line=w.named(f"rule.{trend.rule}"),
        ending=ending,
    )


def _level(w: PressWriter, figure: ResearchFigure) -> str:
    return w(f"level.{figure.key}", day=str(figure.ends))


def _inflation(w: PressWriter) -> Iterator[StanceSignal]:
    figure = w.brief.figures.get("cpi_inflation")
    if figure is None:
        return
    if _is_stale(w, figure):
        yield _stale(w, figure, "liquidity")
        return
    value = float(figure.value)
    where = "within"
    if value > float(RULES["macro_cpi_high"].value):
        where = "high"
    elif value < float(RULES["macro_cpi_low"].value):
        where = "low"
    leans = 0.0 if where == "within" else -1.0
    yield figure_signal(w, figure, "liquidity", leans, 0.6, w(f"inflation.{where}", level=_level(w, figure)))


def _activity(w: PressWriter) -> Iterator[StanceSignal]:
    figure = w.brief.figures.get("pmi")
    if figure is None:
        return
    if _is_stale(w, figure):
        yield _stale(w, figure, "economy")
        return
    expanding = figure.value >= RULES["macro_pmi_line"].value
    moved = "pmi_change" in w.brief.figures and w.brief.figures["pmi_change"].value != 0
    sentence = f"activity.{'expansion' if expanding else 'contraction'}{'_moved' if moved else ''}"
    said = w(sentence, level=_level(w, figure))
    yield figure_signal(w, figure, "economy", 1.0 if expanding else -1.0, 1.0, said)


def _index(w: PressWriter) -> Iterator[StanceSignal]:
    figure = w.brief.figures.get("index_return_60d")
    if figure is None:
        return
    leans = side_of(figure, "macro_index_move")
    sentence = w({1: "index.strong", 0: "index.flat", -1: "index.weak"}[leans], day=str(figure.ends))
    yield figure_signal(w, figure, "industry_cycle", float(leans), 1.0, sentence)


def _news(w: PressWriter) -> Iterator[StanceSignal]:
    brief = w.brief
    for document in brief.news:
        fresh = freshness(document.published_at, brief.as_of, _NEWS_DAYS)
        leans = tone_of(document.title, document.text).score
        mood = {1: "news.warm", 0: "news.neutral", -1: "news.cold"}[(leans > 0) - (leans < 0)]
        sentence = w(mood, headline=w.headline(document), date=w.dated(document))
        weight = _NEWS_WEIGHT * fresh * standing(document)
        yield StanceSignal(document.topic, leans, weight, fresh, sentence, document)


def _is_stale(w: PressWriter, figure: ResearchFigure) -> bool:
    return (w.today - figure.ends).days > _STALE_DAYS


def _stale(w: PressWriter, figure: ResearchFigure, dimension: str) -> StanceSignal:
    return StanceSignal(dimension, 0.0, 0.0, 0.0, w("stale", level=_level(w, figure)))
