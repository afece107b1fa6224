"""The price with the levels that matter and what happened on the way, and how it did against its benchmark."""

from collections.abc import Iterator
from datetime import date

from packages.reports.drawing.shapes import Tone
from packages.reports.research.price import PriceEvent, PriceLevel, PriceSeries, price_chart, strength_chart, year_of
from src.modules.coordinator.application.export.catalysts import KnownEvent, known_events
from src.modules.coordinator.application.export.model import (
    FigurePart,
    Part,
    ReportTable,
    Section,
    TextSpan,
    plain_block,
)
from src.modules.coordinator.application.export.reading import ReportedRun
from src.modules.coordinator.domain.report_material import DailyCloses

_FEWEST = 20
_MOST_EVENTS = 9
_VERDICT_LEVELS: tuple[tuple[str, Tone], ...] = (("stop_loss", "warn"), ("take_profit", "accent"))
_LEVELS: tuple[tuple[str, str, Tone], ...] = (
    ("support_1", "level_support", "soft"),
    ("resistance_1", "level_resistance", "soft"),
    ("ma200", "level_ma200", "second"),
)
_TONES: dict[str, Tone] = {"moving_average": "second"}
_NOT_DRAWN = ("ma20", "week_ma30")  # they hug the price, or the longer average


def price_section(run: ReportedRun) -> Section:
    prices = run.material.prices
    title = run.say.say("price_chart")
    if prices is None or len(prices.closes) < _FEWEST:
        return Section("price", "price", title, (plain_block("note", run.say.say("no_prices")),))
    series = year_of(drawn(prices))
    events = _most_relevant([event for event in known_events(run) if series.days[0] <= event.day <= series.days[-1]])
    marks = [PriceEvent(event.day, number, event.tone) for number, event in enumerate(events, start=1)]
    levels = list(_levels(run))
    narrow, wide = (price_chart(series, levels, marks, run.say, wide=wide) for wide in (False, True))
    parts: list[Part] = [FigurePart("price", narrow, _source(run, prices), wide)]
    if events:
        parts.append(_listed(run, events))
    parts += _strength(run, series)
    return Section("price", "price", title, tuple(parts))


def _most_relevant(events: list[KnownEvent]) -> list[KnownEvent]:
    """What cuts one way goes before what is background, the newest first; then by day."""
    ranked = sorted(events, key=lambda event: (event.tone == "soft", -event.day.toordinal()))
    return sorted(ranked[:_MOST_EVENTS], key=lambda event: event.day)


def drawn(closes: DailyCloses) -> PriceSeries:
    return PriceSeries(closes.days, closes.closes, closes.volumes)


def _levels(run: ReportedRun) -> Iterator[PriceLevel]:
    for key, tone in _VERDICT_LEVELS:
        if price := run.verdict.get(key):
            yield PriceLevel(run.say.say(key), float(price["value"]), tone)
    taken = {round(float(price["value"]), 4) for key in ("stop_loss", "take_profit") if (price := run.verdict.get(key))}
    for name, value, tone in _chart_levels(run):
        if round(value, 4) not in taken:
            taken.add(round(value, 4))
            yield PriceLevel(name, value, tone)


def _chart_levels(run: ReportedRun) -> Iterator[tuple[str, float, Tone]]:
    """What the technical analyst says a chart should draw; of an older report its first levels."""
    levels = (run.experts.get("technical_analyst") or {}).get("chart_levels") or ()
    for one in levels:
        if str(one["name"]) not in _NOT_DRAWN:
            yield run.metric_name(str(one["name"])), float(one["price"]), _TONES.get(str(one["kind"]), "soft")
    for metric, name, tone in () if levels else _LEVELS:
        if (row := run.row("technical_analyst", metric)) and row.value is not None:
            yield run.say.say(name), row.value, tone


def _listed(run: ReportedRun, events: list[KnownEvent]) -> ReportTable:
    say = run.say
    head = ("#", say.say("day"), say.say("event"), say.say("cuts"))
    rows = tuple(
        (str(number), str(event.day), (TextSpan(event.title, event.anchor),), say.say(f"way.{event.tone}"))
        for number, event in enumerate(events, start=1)
    )
    return ReportTable(head, rows, (None,) * len(rows))


def _strength(run: ReportedRun, series: PriceSeries) -> Iterator[Part]:
    benchmark = run.material.benchmark
    shared: set[date] = set(series.days) & set(benchmark.days) if benchmark else set()
    if benchmark is None or len(shared) < _FEWEST:
        yield plain_block("note", run.say.say("no_benchmark"))
        return
    yield FigurePart(
        "strength", strength_chart(series, drawn(benchmark), benchmark.symbol, run.say), _source(run, benchmark)
    )


def _source(run: ReportedRun, closes: DailyCloses) -> str:
    return run.say.say("series_source", source=run.source_name(closes.source), day=str(closes.days[-1]))
