"""The technical analyst's service: what it refuses, and what it makes of an analyst's answer."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from packages.core.errors import Invalid, family_of
from packages.core.messages import Language
from packages.domain.market_data.errors import BadSymbol, UnknownSymbol
from packages.domain.market_data.symbols import parse_symbol
from packages.infra.db.engine import Database
from packages.settings.load import load_settings
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.research.application.technical_analyst_service import TechnicalAnalystService
from src.modules.research.domain.errors import FutureAnalysis, UnboundNumbers
from src.modules.research.domain.ports import MarketData
from src.modules.research.domain.technical.bars_in_use import TooFewDailyBars
from src.modules.research.infrastructure.neighbours import LibraryMarket
from src.modules.research.infrastructure.rules.technical_rules import TechnicalRules
from tests.bar_files import STOCK, imported, sessions, write_bars
from tests.fakes.analyst import ContraryAnalyst
from tests.fakes.clock import StoppedClock
from tests.src.modules.research.domain.builders import LAST_DAY, columns, random_columns
from tests.src.modules.research.making import market_of

pytestmark = pytest.mark.slow


def service(market: MarketData, **says: object) -> TechnicalAnalystService:
    rules = TechnicalRules()
    return TechnicalAnalystService(market, ContraryAnalyst(rules, says) if says else rules)


@pytest.mark.parametrize("bars", [0, 29])
async def test_fewer_than_thirty_bars_are_refused_with_both_counts(bars: int) -> None:
    market = market_of(bars=random_columns(1, bars)) if bars else market_of()
    with pytest.raises(TooFewDailyBars, match=f"{bars} usable daily bars .* needs 30") as refused:
        await service(market).run("DEMO1.SZ")
    assert family_of(refused.value) is Invalid
    assert refused.value.details == {"found": bars, "needed": 30, "symbol": "DEMO1.SZ"}
    assert "parley data sync DEMO1.SZ" in refused.value.message


async def test_thirty_bars_are_enough_and_what_they_cannot_tell_is_said() -> None:
    result = await service(market_of(bars=random_columns(2, 30))).run("DEMO1.SZ")
    assert result["grounding"]["violations"] == []
    assert result["technical_indicators"]["ma60"]["value"] is None
    assert "MA60" in result["narrative_report"].partition("数据缺口")[2]
    whole = await service(market_of(bars=random_columns(2, 365))).run("DEMO1.SZ")
    assert result["confidence"] < whole["confidence"]


@pytest.mark.parametrize(
    ("language", "said"), [(Language.ZH, "此后的行情缺失"), (Language.EN, "the days since are missing")]
)
async def test_a_share_that_did_not_trade_for_long_is_said_to_be_suspended(language: Language, said: str) -> None:
    bars = random_columns(3, 200, last=LAST_DAY - timedelta(days=40))
    result = await service(market_of(bars=bars)).run("DEMO1.SZ", language=language)
    assert said in result["risk_warning"]
    assert "2025-11-21" in result["risk_warning"]
    fresh = await service(market_of(bars=random_columns(3, 200))).run("DEMO1.SZ", language=language)
    assert said not in fresh["risk_warning"]


async def test_an_overbought_rally_warns_against_its_own_signal() -> None:
    close = 50.0 + np.cumsum(np.where(np.arange(200) % 7 == 3, -0.2, 0.4))
    bars = columns(close, close + 0.3, close - 0.3)
    result = await service(market_of(bars=bars)).run("DEMO1.SZ")
    assert result["signal"] == "BULLISH"
    assert "与偏多信号相冲突" in result["risk_warning"]
    assert result["confidence"] < 0.85


async def test_a_long_decline_is_bearish() -> None:
    close = 150.0 - np.cumsum(np.where(np.arange(200) % 3 == 1, -0.6, 0.6))
    result = await service(market_of(bars=columns(close, close + 0.5, close - 0.5))).run("DEMO1.SZ")
    assert result["signal"] == "BEARISH"
    assert "阻力" in result["risk_warning"]


async def test_a_price_that_never_moves_is_neutral_and_unsure() -> None:
    flat = [10.0] * 60
    result = await service(market_of(bars=columns(flat))).run("DEMO1.SZ")
    assert result["signal"] == "NEUTRAL"
    assert result["grounding"]["violations"] == []
    assert result["key_technical_levels"] == {"support": [], "resistance": []}


async def test_a_tag_that_names_no_price_is_no_level() -> None:
    market = market_of(bars=random_columns(4, 200))
    honest = await service(market).run("DEMO1.SZ")
    tags = {row["metric"]: row["tag"] for row in honest["evidence"]}
    said = [tags["support_1"], tags["rsi14"], "E999"]
    result = await service(market, support=said).run("DEMO1.SZ")
    assert result["key_technical_levels"]["support"] == honest["key_technical_levels"]["support"][:1]


async def test_a_number_of_the_model_s_own_making_is_sent_back_once_and_then_shown_or_refused() -> None:
    market = market_of(bars=random_columns(5, 200))
    analyst = ContraryAnalyst(TechnicalRules(), {"risk_warning": "目标价 99.00 元/股。"})
    result = await TechnicalAnalystService(market, analyst).run("DEMO1.SZ")
    assert analyst.asked == 2
    assert result["grounding"]["violations"]
    with pytest.raises(UnboundNumbers):
        await TechnicalAnalystService(market, analyst, strict=True).run("DEMO1.SZ")


async def test_a_date_ahead_an_unknown_symbol_and_nonsense_are_refused() -> None:
    desk = service(market_of(bars=random_columns(6, 200)))
    with pytest.raises(FutureAnalysis):
        await desk.run("DEMO1.SZ", date(2027, 1, 1))
    with pytest.raises(UnknownSymbol):
        await desk.run("DEMO9.SZ")
    with pytest.raises(BadSymbol):
        await desk.run("no symbol at all")


@pytest.mark.parametrize(
    ("fresh", "bars", "says"),
    [
        ("2026-01-05", 1, None),
        ("2025-10-14", 58, "缺少 168 个交易日的行情（2025-02-05 – 2025-10-13）"),
        ("2025-02-12", 221, ""),
    ],
    ids=["one bar", "fifty-eight bars", "five sessions missing"],
)
async def test_imported_bars_behind_a_hole_stand_alone(
    database: Database, home: Path, tmp_path: Path, fresh: str, bars: int, says: str | None
) -> None:
    now = datetime(2026, 1, 5, 12, tzinfo=UTC)
    data = DataEngineeringContainer(database, load_settings(), StoppedClock(now))
    old, new = sessions("2024-01-02", "2025-01-27"), sessions(fresh, "2026-01-05")
    await imported(data, write_bars(tmp_path / "old.csv", old, lambda day: 10 + day % 7), "old")
    await imported(data, write_bars(tmp_path / "new.csv", new, lambda day: 12 + day % 7), "new")
    technical = service(LibraryMarket(data.library()))
    if says is None:
        with pytest.raises(TooFewDailyBars, match=r"has 1 usable daily bars after 225 missing sessions \(2025-02-05"):
            await technical.run(STOCK)
        return
    told = await technical.run(STOCK)
    assert [line for line in told["degraded"] if says not in line] == []
    assert bool(told["degraded"]) == bool(says)
    indicators = told["technical_indicators"]
    assert (indicators["ma20"]["value"] is not None, indicators["ma60"]["value"] is not None) == (True, bars >= 60)


@pytest.mark.parametrize(
    ("language", "said"),
    [(Language.ZH, "2025-11-21 之后的行情缺失"), (Language.EN, "bars after 2025-11-21 are missing")],
)
async def test_what_old_bars_cannot_tell_is_put_down_to_the_days_that_are_missing(
    language: Language, said: str
) -> None:
    bars = random_columns(3, 240, last=LAST_DAY - timedelta(days=40))
    result = await service(market_of(bars=bars)).run("DEMO1.SZ", language=language)
    missing = result["narrative_report"].rpartition("###")[2]
    assert said in missing
    assert "K 线根数不足" not in missing
    assert "too few bars" not in missing
    assert result["technical_indicators"]["high_52w"]["value"] is None


@pytest.mark.parametrize(("days", "left"), [(350, 15), (380, 0), (900, 0)])
async def test_bars_that_end_long_ago_are_refused_with_the_day_they_end(days: int, left: int) -> None:
    last = LAST_DAY - timedelta(days=days)
    bars = random_columns(3, 200, last=last)
    said = rf"The newest daily bar of DEMO1\.SZ is from {last}.* have {left} usable .*Research DEMO1\.SZ as of {last}"
    with pytest.raises(TooFewDailyBars, match=said) as refused:
        await service(market_of(bars=bars)).run("DEMO1.SZ")
    assert refused.value.details["last_day"] == str(last)
    assert (await service(market_of(bars=bars)).run("DEMO1.SZ", last))["symbol"] == "DEMO1.SZ"


async def test_a_day_on_which_bars_were_too_few_as_well_is_not_proposed() -> None:
    bars = random_columns(3, 20, last=LAST_DAY - timedelta(days=350))
    with pytest.raises(TooFewDailyBars, match=r"newest daily bar .* is from 2025-01-15.*parley data import") as refused:
        await service(market_of(bars=bars)).run("DEMO1.SZ")
    assert "last_day" not in refused.value.details


@pytest.mark.parametrize(
    ("language", "ahead", "behind"),
    [(Language.ZH, "跑赢同业", "跑输同业"), (Language.EN, "ahead of its", "behind its")],
)
async def test_a_share_is_told_against_the_median_of_its_industry(language: Language, ahead: str, behind: str) -> None:
    rises = dict(zip(("DEMO1.SZ", "DEMO2.SZ", "DEMO3.SZ", "DEMO4.SZ"), (0.5, 0.1, 0.02, -0.05), strict=True))
    market = market_of(bars=columns(np.linspace(10.0, 20.0, 200)))
    own = market.instruments[0]
    symbols = {name: parse_symbol(name) for name in rises}
    market.instruments = [replace(own, symbol=symbol, industry="cement") for symbol in symbols.values()]
    days = np.arange(200)
    waves = 10.0 + np.sin(days * np.pi / 3)  # six days a wave: sixty days apart they are alike
    market.series = [
        replace(market.series[0], symbol=symbols[name], columns=columns(waves * np.exp(rise * days / 60)))
        for name, rise in rises.items()
    ]
    best, worst = [await service(market).run(name, language=language) for name in ("DEMO1.SZ", "DEMO4.SZ")]
    assert ahead in best["narrative_report"]
    assert behind in worst["narrative_report"]
    for result in (best, worst):
        assert result["grounding"]["violations"] == []
    found = next(row for row in best["evidence"] if row["metric"] == "industry_relative_60d")
    assert float(found["value"]) == pytest.approx(np.exp(0.5) - np.exp(0.02))
    market.instruments = market.instruments[:3]
    few = await service(market).run("DEMO1.SZ", language=language)
    assert ahead not in few["narrative_report"]


async def test_a_day_before_anything_was_known_is_told_apart_from_an_instrument_that_nobody_has() -> None:
    market = market_of(bars=random_columns(1, 200))
    with pytest.raises(UnknownSymbol, match=r"Nothing of DEMO1\.SZ that is stored was known by 1990-01-02"):
        await service(market).run("DEMO1.SZ", date(1990, 1, 2))
    with pytest.raises(UnknownSymbol, match=r"No data for DEMO2\.SZ yet"):
        await service(market).run("DEMO2.SZ", date(1990, 1, 2))
