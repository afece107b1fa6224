"""Tries a strategy with other numbers and under worse conditions, and finds what its result depends on."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from packages.core.messages import Sentence
from packages.domain.backtest.arena import Arena
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.runs import ready, run_once
from packages.domain.backtest.terms import Terms
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.validate import Validator
from packages.domain.stress.findings import SensitivityFinding
from packages.domain.stress.sensitivity.curves import check_pair, check_points, heatmap_of, point_of, response_curves
from packages.domain.stress.sensitivity.frictions import MISSED_SHARE, frictions
from packages.domain.stress.sensitivity.workbench import Share, Workbench, check_market, trials_of
from packages.domain.work.bridge import step

OnProgress: TypeAlias = Callable[[float, str], None]  # how far it is, from 0 to 1; may raise to stop the work


def sensitivity(
    strategy: Strategy,
    panel: Panel,
    terms: Terms,
    *,
    on_progress: OnProgress,
    points: int = 21,
    pair: tuple[str, str] | None = None,
    trade_from: int = 0,
    seed: int = 0,
    missed_share: float = MISSED_SHARE,
    workers: int = 0,
) -> SensitivityFinding:
    """`points` is about how many values a curve has; `pair` names the pointers of the heatmap, which otherwise shows
    the two most fragile numbers; `seed` draws the missed fills. The value of `base` is 0, as nothing was changed.
    Every run is a trial to be counted: `trials_of(finding)` lists them."""
    check_points(points)
    check_market(panel, trade_from)
    Validator(CATALOGUE).document(document_of(strategy)).require()
    bench = Workbench(ready(strategy, CATALOGUE), Arena(panel), terms, trade_from, workers)
    check_pair(bench, pair)
    base = run_once(bench.compiled, bench.arena, terms, trade_from=trade_from).figures
    curves = response_curves(bench, base, points, _stage(on_progress, 0.0, 0.6, step("parameters")))
    drawn = heatmap_of(bench, curves, pair, _stage(on_progress, 0.6, 0.95, step("parameter_pairs")))
    worse = _stage(on_progress, 0.95, 1.0, step("worse_conditions"))
    harder = frictions(bench, seed=seed, missed_share=missed_share, on_progress=worse)
    left_out = curves.left_out + drawn.left_out
    finding = SensitivityFinding(point_of(0.0, base), curves.ranked, drawn.map, harder, 0, left_out)
    return replace(finding, runs=len(trials_of(finding)))


def _stage(on_progress: OnProgress, start: float, end: float, words: Sentence) -> Share:
    return lambda share: on_progress(start + (end - start) * share, words)
