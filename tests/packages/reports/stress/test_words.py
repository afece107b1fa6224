import pytest

from packages.core.errors import Invalid
from packages.core.messages import Language, sentences
from packages.domain.accounts.profile import Profile, ReturnExpectation, RiskTolerance, TradingYears
from packages.domain.stress.findings import LackCode, Ruling, WindowStatus, World
from packages.domain.stress.honesty import errors as odds_errors
from packages.domain.stress.monte_carlo.asked import BadMonteCarlo
from packages.domain.stress.monte_carlo.trade_shuffle import TooFewTrades
from packages.domain.stress.sensitivity.workbench import MarketStandsStill, TooShortToTry, UnreadablePrices
from packages.domain.stress.verdict.checks import Check
from packages.domain.stress.verdict.limits import LimitSide
from packages.domain.stress.verdict.parts import StressPart
from packages.domain.stress.worlds import observed as world_errors
from packages.reports.stress.wording import StressWording
from tests.folding import each
from tests.packages.reports.stress.sample import broken_parts, report_of

PHRASES = {
    language: {
        code.removeprefix("stress.report."): text
        for code, text in sentences(language).items()
        if code.startswith("stress.report.")
    }
    for language in Language
}
REPORT = report_of(broken_parts())
# What a stage may answer instead of a finding.
REFUSALS: tuple[type[Invalid], ...] = (
    *(
        world_errors.OneInstrumentOnly,
        world_errors.TooFewWorldBars,
        world_errors.BrokenBars,
        world_errors.PricesStandStill,
    ),
    *(world_errors.HorizonTooLong, world_errors.BadDraw, BadMonteCarlo, TooFewTrades),
    *(TooShortToTry, UnreadablePrices, MarketStandsStill),
    *(odds_errors.BadReturns, odds_errors.NothingMoved, odds_errors.BadOdds, odds_errors.BadFolds),
)
CODES = (
    *(f"check.{code}{kind}" for code in Check for kind in ("", ".broken", ".change")),
    *(f"ruling.{ruling}" for ruling in Ruling),
    *(f"verdict.{ruling}" for ruling in Ruling),
    *(f"part.{part}" for part in StressPart),
    *(f"tried.{part}" for part in (*StressPart, World.TRADE_SHUFFLE)),
    *(f"world.{world}" for world in World),
    *(f"status.{status}" for status in WindowStatus),
    *(f"limit.{side}" for side in LimitSide),
    *(f"kyc.{name}" for name in Profile.__slots__),
    *(f"answer.{answer}" for answers in (RiskTolerance, ReturnExpectation, TradingYears) for answer in answers),
    *(f"lack.{code}" for code in LackCode if code is not LackCode.OTHER),
    *(f"why.{error.code}" for error in REFUSALS),
    *(f"friction.{kind}" for kind in ("base", "cost_x2", "cost_x3", "delay_1", "missed_fills")),
)


@each("language", Language)
@each("code", CODES)
def test_every_code_has_words(code: str, language: Language) -> None:
    assert PHRASES[language][code].strip()


def test_chinese_is_chinese_and_english_is_not() -> None:
    mixed = {"range", "between", "world.garch"}
    chinese = {
        code: any("\u4e00" <= letter <= "\u9fff" for letter in text) for code, text in PHRASES[Language.ZH].items()
    }
    english = {
        code: any("\u4e00" <= letter <= "\u9fff" for letter in text) for code, text in PHRASES[Language.EN].items()
    }
    assert {code for code, has in chinese.items() if not has} <= mixed | {"with_subject", "why_line"}
    assert not any(english.values())


@pytest.mark.parametrize(
    ("source", "zh", "en"),
    [
        ("lab default", "实验室默认值", "default of the lab"),
        (
            "kyc.risk_tolerance=moderate",
            "您的回答：风险承受能力＝稳健",
            "your answer: risk tolerance = moderate",
        ),
        (
            "kyc.trading_years_bucket=years_0_1",
            "您的回答：交易年限＝不足 1 年",
            "your answer: years of trading = under 1",
        ),
    ],
)
def test_a_source_is_said_in_words(source: str, zh: str, en: str) -> None:
    assert StressWording(REPORT, Language.ZH).source(source) == zh
    assert StressWording(REPORT, Language.EN).source(source) == en


@pytest.mark.parametrize(
    ("pointer", "place"),
    [
        ("/factors/fast/params/period", "fast period"),
        ("/trade/long/exits/0/stop/value", "long exit 1 stop"),
        ("/factors/adx/params/period", "ADX period"),
        ("/trade/short/entry/condition/all/1/cmp/right", "short entry condition 2 right"),
        ("/", "/"),
    ],
)
def test_the_way_to_a_number_reads_without_the_steps_that_say_nothing(pointer: str, place: str) -> None:
    assert StressWording(REPORT, Language.EN).place(pointer) == place


def test_a_crisis_is_called_by_its_name_and_an_own_window_by_its_key() -> None:
    assert StressWording(REPORT, Language.EN).window("cn_2015") == "Crash and circuit breakers"
    assert StressWording(REPORT, Language.ZH).window("cn_2015") == "股灾与熔断"
    assert StressWording(REPORT, Language.ZH).window("my-window") == "my-window"
