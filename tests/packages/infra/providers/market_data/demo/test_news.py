"""News: every figure is that of the row it speaks of, and nothing is told before it happened."""

from datetime import date
from decimal import Decimal

import pytest

from packages.core.messages import Language
from packages.domain.market_data.rows import NewsItem
from packages.domain.market_data.sessions import session_close
from packages.infra.providers.market_data.demo.companies import COMPANIES
from packages.infra.providers.market_data.demo.company_news import amount, compared
from packages.infra.providers.market_data.demo.pack import DemoPack
from packages.infra.providers.market_data.demo.special_companies import DELISTED


def told(pack: DemoPack, kind: str) -> list[NewsItem]:
    return [item for item in pack.news if item.key.startswith(f"{kind}-")]


def test_there_are_some_hundred_items_in_both_languages_with_addresses_that_lead_nowhere(pack: DemoPack) -> None:
    assert 300 < len(pack.news) < 1500
    for language in ("zh", "en"):
        assert sum(item.language == language for item in pack.news) > 100
    assert all(item.url.startswith("https://demo.invalid/") for item in pack.news)
    assert all("演示数据" in item.text or "demo data" in item.text.lower() for item in pack.news)
    assert len({item.key for item in pack.news}) == len(pack.news)


def test_items_are_known_when_they_are_published_some_after_the_close(pack: DemoPack) -> None:
    assert all(item.known_at == item.published_at for item in pack.news)
    late = [i for i in pack.news if i.symbol and i.known_at > session_close(i.symbol.market, i.known_at.date())]
    assert len(late) > 50


@pytest.mark.parametrize("company", COMPANIES, ids=lambda company: company.symbol.text)
def test_report_news_quotes_the_figures_of_the_report(pack: DemoPack, company: object) -> None:
    facts = {(f.symbol.text, str(f.period_end), f.item): f for f in pack.facts if f.version == 1}
    mine = [item for item in told(pack, "report") if item.symbol == getattr(company, "symbol", None)]
    years, quarters = (8, 33) if company == DELISTED else (12, 48)  # reports on a year come in both languages
    assert len(mine) == quarters + years
    for item in mine:
        assert item.symbol is not None
        end = item.key.removeprefix(f"report-{item.symbol}-")[:10]
        language = Language(item.language)
        for name in ("revenue", "net_profit_parent", "operating_cash_flow"):
            fact = facts[item.symbol.text, end, name]
            assert amount(fact.value, fact.unit[:3], language) in item.text
            assert item.published_at == fact.known_at
        assert str(facts[item.symbol.text, end, "eps_basic"].value) in item.text


def test_a_correction_tells_the_old_and_the_new_profit(pack: DemoPack) -> None:
    profits = {(str(f.period_end), f.version): f for f in pack.facts if f.item == "net_profit_parent"
               and f.symbol.text == "DEMO4.SH"}  # fmt: skip
    corrections = [item for item in told(pack, "restated") if item.language == "zh"]
    assert len(corrections) == 4
    for item in corrections:
        end = item.key.removeprefix("restated-DEMO4.SH-")[:10]
        for version in (1, 2):
            assert amount(profits[end, version].value, "CNY", Language.ZH) in item.text


def test_limit_news_is_about_days_at_the_limit(pack: DemoPack) -> None:
    limit_days = [item for item in told(pack, "price") if "停" in item.title]
    assert len(limit_days) > 20
    for item in limit_days:
        assert item.symbol is not None
        columns = pack.series(item.symbol).columns
        day = item.key.removeprefix(f"price-{item.symbol}-")[:10]
        place = columns.time.astype("datetime64[D]").tolist().index(date.fromisoformat(day))
        assert columns.close[place] in (columns.high[place], columns.low[place])
        assert f"{columns.close[place]:.2f}" in item.text


def test_every_action_suspension_and_split_has_its_notice(pack: DemoPack) -> None:
    assert {item.published_at for item in told(pack, "action")} == {action.known_at for action in pack.actions}
    assert {item.published_at for item in told(pack, "status")} == {status.known_at for status in pack.statuses}
    assert "每10股转增8股" in "".join(item.text for item in told(pack, "action"))
    assert any("4-for-1" in item.title for item in told(pack, "action"))


def test_macro_news_quotes_the_release(pack: DemoPack) -> None:
    points = {f"macro-{p.series}-{p.period_end}-v{p.version}": p for p in pack.macro}
    items = told(pack, "macro")
    assert len(items) > 100
    for item in items:
        point = points[item.key.rpartition("-")[0]]
        assert item.symbol is None
        assert f"{point.value}%" in item.text
        assert item.published_at == point.known_at


@pytest.mark.parametrize(
    ("now", "before", "zh"),
    [
        ("110000000", "100000000", "同比增长10.0%"),
        ("90000000", "100000000", "同比下降10.0%"),
        ("-90000000", "100000000", "上年同期为1.00亿元"),
        ("90000000", "-100000000", "上年同期为-1.00亿元"),
        ("90000000", None, "无上年同期可比数据"),
    ],
)
def test_a_loss_is_never_told_as_a_percentage(now: str, before: str | None, zh: str) -> None:
    assert compared(Decimal(now), Decimal(before) if before else None, "CNY", Language.ZH) == zh
