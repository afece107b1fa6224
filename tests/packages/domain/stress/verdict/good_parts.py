"""A stress test in which everything holds, to be made worse by those who test."""

from dataclasses import replace
from datetime import date

import numpy as np

from packages.domain.stress.findings import (
    CrisisFinding,
    CurvePoint,
    Friction,
    Heatmap,
    IntervalEstimate,
    MonteCarloFinding,
    OverfittingFinding,
    SensitivityCurve,
    SensitivityFinding,
    WalkForwardFinding,
    WindowStatus,
    World,
)
from packages.domain.stress.verdict.parts import StressParts


def around(value: float, reach: float = 0.01) -> IntervalEstimate:
    return IntervalEstimate(value, value - reach, value + reach)


def crisis(key: str = "cn_2015", drawdown: float = -0.08, total_return: float = -0.03) -> CrisisFinding:
    return CrisisFinding(
        key=key,
        start=date(2015, 6, 12),
        end=date(2016, 2, 29),
        status=WindowStatus.EXERCISED,
        proxy=None,
        total_return=total_return,
        max_drawdown=drawdown,
        worst_day=-0.02,
        longest_under_water_bars=120,
        trades=9,
        worst_loss=drawdown * 100_000,
        market_return=-0.42,
        missing=None,
    )


def unmeasured(key: str, status: WindowStatus) -> CrisisFinding:
    missing = (
        "600519.SH 1d from 2007-06-01 to 2008-10-28 (0 of 252 sessions are there)"
        if status is WindowStatus.GAP
        else None
    )
    market = None if status is WindowStatus.GAP else -0.3
    return replace(
        crisis(key),
        status=status,
        total_return=None,
        max_drawdown=None,
        worst_day=None,
        longest_under_water_bars=None,
        trades=0,
        worst_loss=None,
        market_return=market,
        missing=missing,
    )


def world(kind: World = World.BLOCK_BOOTSTRAP, drawdown: float = -0.18, ruin: float = 0.004) -> MonteCarloFinding:
    bars = tuple(range(0, 2_521, 42))
    spread = np.array([-1.64, -0.67, 0.0, 0.67, 1.64])[:, None] * 0.01 * np.sqrt(np.array(bars))[None, :]
    fan = 100_000 * np.exp(0.0003 * np.array(bars)[None, :] + spread)
    return MonteCarloFinding(
        world=kind,
        paths=2_000,
        seed=7,
        fitted={"mean_block": 20.0},
        total_return=around(0.9, 0.1),
        loss_share=around(0.06),
        drawdown=around(-0.12),
        bad_drawdown=around(drawdown),
        recovery_bars=around(140.0, 12.0),
        never_recovered=around(0.31),
        ruin=IntervalEstimate(ruin, ruin / 2, ruin * 2),
        ruin_level=0.5,
        sharpe=around(0.8, 0.05),
        traded_share=1.0,
        fan_bars=bars,
        fan=fan,
    )


def curve(pointer: str, chosen: float, fragility: float) -> SensitivityCurve:
    values = [chosen * (0.5 + 0.05 * step) for step in range(21)]
    points = tuple(CurvePoint(at, 1.1 - abs(at / chosen - 1) * 2 * fragility, 0.9, -0.12, 80) for at in values)
    return SensitivityCurve(pointer, chosen, points, fragility)


def sensitivity() -> SensitivityFinding:
    down, across = (10.0, 15.0, 20.0, 25.0, 30.0), (40.0, 50.0, 60.0, 70.0)
    sharpe = np.array([[1.1 - abs(a - 20) / 12 - abs(b - 50) / 40 for b in across] for a in down])
    frictions = (("cost_x2", 0.62), ("cost_x3", 0.35), ("delay_1", 0.55), ("missed_fills", 0.6))
    return SensitivityFinding(
        base=CurvePoint(20.0, 1.1, 0.9, -0.12, 84),
        curves=(
            curve("/factors/fast/params/period", 20.0, 0.34),
            curve("/trade/long/exits/0/stop/value", 0.05, 0.18),
            curve("/factors/slow/params/period", 50.0, 0.08),
        ),
        heatmap=Heatmap("/factors/fast/params/period", "/factors/slow/params/period", down, across, sharpe),
        frictions=tuple(Friction(kind, 0.8, total, -0.14, 82) for kind, total in frictions),
        runs=63,
    )


def walked(value: float = 0.7) -> WalkForwardFinding:
    return WalkForwardFinding(6, 60, 1.2, around(value, 0.6), value / 1.2, (0.9, 0.4, 1.1, -0.2, 0.8, 0.9), 120)


def luck(deflated: float = 0.97, pbo: float | None = 0.2) -> OverfittingFinding:
    return OverfittingFinding(140, 22.4, 1.1, 0.6, deflated, 0.998, pbo, 640, 2_440)


def good_parts() -> StressParts:
    return StressParts(
        crises=(crisis(), crisis("cn_2018", -0.06, 0.02)),
        monte_carlo=(world(), world(World.GARCH, -0.2)),
        sensitivity=sensitivity(),
        walk_forward=walked(),
        overfitting=luck(),
    )
