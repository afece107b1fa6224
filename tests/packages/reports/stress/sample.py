"""A stress report of an invented strategy that breaks in several places, and one that holds."""

from dataclasses import replace
from datetime import UTC, datetime

from packages.domain.accounts.profile import Profile, RiskTolerance, TradingYears
from packages.domain.market_data.symbols import Market
from packages.domain.stress.crises.windows import crises_of
from packages.domain.stress.findings import CrisisFinding, IntervalEstimate, WindowStatus, World
from packages.domain.stress.report import StressTestReport
from packages.domain.stress.verdict.checks import verdict
from packages.domain.stress.verdict.limits import limits_for
from packages.domain.stress.verdict.parts import StressParts
from tests.packages.domain.stress.verdict.good_parts import (
    crisis,
    curve,
    good_parts,
    luck,
    sensitivity,
    unmeasured,
    walked,
    world,
)
from tests.packages.reports.backtest.sample import COVER

PROFILE = Profile(RiskTolerance.MODERATE, None, TradingYears.YEARS_1_3)


def report_of(parts: StressParts, profile: Profile | None = PROFILE) -> StressTestReport:
    limits = limits_for(profile)
    return StressTestReport(
        stress_report_id="sr_01J9ZK",
        scenario_set_id="ss_01J9ZA",
        strategy_version=4,
        created_at=datetime(2026, 11, 15, 14, 0, tzinfo=UTC),
        cover=replace(COVER, trials=140),
        parts=parts,
        limits=limits,
        verdict=verdict(parts, limits),
        windows=crises_of(Market.CN_STOCKS),
    )


def broken_parts() -> StressParts:
    found = sensitivity()
    frictions = tuple(replace(each, total_return=each.total_return - 0.7) for each in found.frictions)
    curves = (curve("/factors/fast/params/period", 20.0, 0.81), *found.curves[1:])
    return replace(
        good_parts(),
        crises=_crises(),
        monte_carlo=(
            world(),
            world(World.REGIME_SWITCHING, -0.27, 0.01),
            world(World.JUMP_DIFFUSION, -0.33, 0.012),
            world(World.GARCH, -0.24),
            replace(world(World.TRADE_SHUFFLE, -0.15), recovery_bars=None),
        ),
        sensitivity=replace(found, curves=curves, frictions=frictions),
        walk_forward=replace(walked(-0.1), out_of_sample_sharpe=IntervalEstimate(-0.1, -0.8, 0.6)),
        overfitting=luck(0.41, 0.56),
    )


def _crises() -> tuple[CrisisFinding, ...]:
    return (
        unmeasured("cn_2008", WindowStatus.GAP),
        crisis("cn_2015", -0.31, -0.24),
        replace(crisis("cn_2018", -0.09, 0.034), market_return=-0.31, proxy="510050.SH"),
        unmeasured("cn_2020", WindowStatus.NOT_EXERCISED),
        replace(crisis("cn_2021", -0.17, -0.11), market_return=-0.28),
        replace(crisis("cn_2024", -0.04, 0.01), market_return=-0.12),
    )
