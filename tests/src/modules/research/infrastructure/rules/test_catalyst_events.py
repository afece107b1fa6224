"""Events read out of headlines: of which kind, leaning which way, how settled."""

from datetime import UTC, datetime, timedelta

import pytest

from packages.core.messages import Language
from src.modules.research.domain.catalysts import TOPICS
from src.modules.research.infrastructure.rules.event_kinds import KINDS
from src.modules.research.infrastructure.rules.events import CatalystEvent, events_in, probability
from tests.fakes.research_search import PUBLISHED, document

AS_OF = datetime(2025, 12, 31, tzinfo=UTC)


def event(title: str, age_days: int = 11) -> CatalystEvent:
    (only,) = events_in([document("a", title, published_at=AS_OF - timedelta(days=age_days))], AS_OF, Language.ZH)
    return only


@pytest.mark.parametrize(
    ("title", "kind", "sign"),
    [
        ("公司发布业绩预告，预计净利润大幅增长", "guidance", 1),
        ("公司发布业绩快报：净利润同比下降", "guidance", -1),
        ("公司发布2024年度报告，净利润同比增长", "report", 1),
        ("公司拟以5亿元回购股份", "buyback", 1),
        ("公司取消回购计划", "buyback", -1),
        ("股东减持公司股份", "insider_selling", -1),
        ("董事长增持公司股份", "insider_buying", 1),
        ("公司收到警示函", "investigation", -1),
        ("公司涉及重大诉讼", "lawsuit", -1),
        ("法院驳回对公司的诉讼", "lawsuit", 1),
        ("公司新药获批", "approval", 1),
        ("核心产品未达主要终点", "approval", -1),
        ("公司签订重大合同", "order", 1),
        ("公司筹划收购同行资产", "merger", 0),
        ("公司实施现金分红", "dividend", 1),
        ("公司股票停牌", "suspension", -1),
        ("公司将调入沪深指数样本", "index_change", 1),
        ("公司将调出沪深指数样本", "index_change", -1),
        ("券商上调公司评级", "rating", 1),
        ("公司股票涨停", "price_move", 1),
        ("公司未能按期披露年报", "late_report", -1),
        ("公司公告会计差错更正", "restatement", -1),
        ("公司聘任新任总经理", "management", 0),
        ("公司发生火灾事故", "accident", -1),
        ("行业补贴政策出台", "policy", 1),
        ("Firm raises guidance for the year", "guidance", 1),
        ("Firm reports first quarter: net profit rises", "report", 1),
        ("Board approves share buyback", "buyback", 1),
        ("Firm suspends dividend", "dividend", -1),
        ("Firm declares a dividend", "dividend", 1),
        ("Regulator opens investigation into firm", "investigation", -1),
        ("Firm sued over patents", "lawsuit", -1),
        ("Firm wins large defense contract", "order", 1),
        ("Firm announces a 2-for-1 split", "split", 1),
        ("Firm halts trading", "suspension", -1),
        ("Firm joins the Composite Index", "index_change", 1),
        ("Firm leaves the Composite Index", "index_change", -1),
        ("Firm prices secondary offering", "placement", -1),
        ("Firm restates fiscal year 2023", "restatement", -1),
        ("Chief executive steps down", "management", -1),
        ("Firm recalls cars", "accident", -1),
        ("New tariffs hit the sector", "policy", -1),
    ],
)
def test_a_headline_is_read_as_the_event_that_it_tells(title: str, kind: str, sign: int) -> None:
    told = event(title)
    assert (told.kind.name, told.sign) == (kind, sign)


@pytest.mark.parametrize("title", ["公司变更办公地址", "Company moves its headquarters", "公司召开股东大会"])
def test_what_tells_no_event_gives_none(title: str) -> None:
    assert events_in([document("a", title)], AS_OF, Language.ZH) == []


@pytest.mark.parametrize(
    ("title", "age", "level"),
    [
        ("公司宣布分红", 3, "HIGH"),
        ("公司宣布分红", 60, "MEDIUM"),
        ("公司拟分红", 3, "MEDIUM"),
        ("公司宣布分红", 200, "LOW"),
        ("据悉公司可能分红", 3, "LOW"),
    ],
)
def test_probability_follows_how_settled_and_how_fresh_an_event_is(title: str, age: int, level: str) -> None:
    assert probability(event(title, age), new_days=30, old_days=120) == level


def test_an_event_without_a_date_is_never_likely() -> None:
    (undated,) = events_in([document("a", "公司宣布分红", published_at=None)], AS_OF, Language.ZH)
    assert probability(undated, 30, 120) == "LOW"


def test_two_reports_of_one_event_on_one_day_count_once() -> None:
    told = [document("a", "公司宣布分红"), document("b", "Company declares a dividend", published_at=PUBLISHED)]
    assert len(events_in(told, AS_OF, Language.EN)) == 1


def test_every_kind_belongs_to_a_side_that_the_expert_judges() -> None:
    assert {kind.dimension for kind in KINDS} == {topic.name for topic in TOPICS}
    assert len({kind.name for kind in KINDS}) == len(KINDS)
