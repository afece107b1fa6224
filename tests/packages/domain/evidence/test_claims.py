"""Relations in words: what the rows bear out passes, what they contradict is found, what they leave open is opinion."""

import pytest

from packages.domain.evidence.book import EvidenceBook
from packages.domain.evidence.claims import relation_claims
from packages.domain.evidence.events import EventClaims
from packages.domain.evidence.passages import passages
from packages.domain.evidence.reading import PassageReading
from src.modules.research.domain.labels import LABELS
from tests.packages.domain.evidence.evidence_rows import COMPANIES, OWN, PEER, row

ROWS = {
    "E1": row("gross_margin", "0.28", "ratio", "2022-12-31"),
    "E2": row("gross_margin", "0.30", "ratio", "2023-12-31"),
    "E3": row("gross_margin", "0.33", "ratio", "2024-12-31"),
    "E4": row("gross_margin", "0.36", "ratio", "2024-12-31", PEER),
    "E5": row("net_profit", "-41000000", "CNY", "2023-12-31"),
    "E6": row("net_profit", "96000000", "CNY", "2024-12-31"),
    "E7": row("receivable_days", "88.1", "days", "2023-12-31"),
    "E8": row("receivable_days", "96.4", "days", "2024-12-31"),
    "E9": row("rule.receivable_days_good", "60", "days", subject=""),
    "E10": row("close", "24.85", "CNY/share", "2025-04-28"),
    "E11": row("ma20", "23.90", "CNY/share", "2025-04-28"),
    "E12": row("ma60", "25.62", "CNY/share", "2025-04-28"),
    "E13": row("rsi14", "58.3", "points", "2025-04-28"),
    "E14": row("rule.rsi_overbought", "70", "points", subject=""),
    "E15": row("pe_ttm", "30.1", "x", "2025-04-28"),
    "E16": row("pe_ttm", "22.7", "x", "2025-04-28", PEER),
    "E17": row("debt_ratio", "0.452", "ratio", "2023-12-31"),
    "E18": row("debt_ratio", "0.418", "ratio", "2024-12-31"),
    "E19": row("revenue_yoy", "0.137", "ratio", "2024-12-31"),
    "E20": row("net_profit_yoy", "0.248", "ratio", "2024-12-31"),
    "E21": row("revenue_yoy", "-0.083", "ratio", "2024-12-31", PEER),
}
BOOK = EvidenceBook(ROWS, LABELS, COMPANIES, about=OWN)

PAIRS = (
    ("毛利率连续两年上行[E1][E2][E3]。", "毛利率连续两年下行[E1][E2][E3]。"),
    ("毛利率从30%[E2]不断提升到33%[E3]。", "毛利率从30%[E2]不断下滑到33%[E3]。"),
    ("北辰精工的毛利率低于青禾食品[E3][E4]。", "北辰精工的毛利率高于青禾食品[E3][E4]。"),
    ("与青禾食品相比，公司毛利率低3个百分点[E4-E3]。", "与青禾食品相比，公司毛利率高3个百分点[E4-E3]。"),
    ("公司去年扭亏为盈，净利9600万元[E6]，上年亏损[E5]。", "公司去年由盈转亏，净利9600万元[E6]，上年亏损[E5]。"),
    ("应收周转天数由88.1天[E7]拉长到96.4天[E8]。", "应收周转天数由88.1天[E7]缩短到96.4天[E8]。"),
    ("回款明显放慢[E7][E8]。", "回款明显加快[E7][E8]。"),
    ("应收周转天数96.4天[E8]，在60天的优良线[E9]之上。", "应收周转天数96.4天[E8]，已降到60天的优良线[E9]以下。"),
    ("股价站上20日均线[E10][E11]，但尚未收复60日线[E12]。", "股价站上20日均线[E10][E11]，并已收复60日线[E12]。"),
    ("RSI 58.3[E13]，尚未触及70的超买线[E14]。", "RSI 58.3[E13]，已经越过70的超买线[E14]。"),
    ("PE较青禾食品溢价33%[E15/E16-1]。", "PE较青禾食品折价33%[E15/E16-1]。"),
    ("净利增速24.8%[E20]快于收入增速13.7%[E19]。", "净利增速24.8%[E20]慢于收入增速13.7%[E19]。"),
    ("毛利率33%[E3]，是近三年高点。", "毛利率33%[E3]，是近三年低点。"),
    ("青禾食品收入同比下滑8.3%[E21]。", "青禾食品收入同比增长8.3%[E21]。"),
    ("Leverage has eased over the year[E17][E18].", "Leverage crept up over the year[E17][E18]."),
    ("The debt ratio fell by 3.4pp[E17-E18].", "The debt ratio rose by 3.4pp[E17-E18]."),
    ("Greenfield is the cheaper stock[E15][E16].", "Greenfield is the more expensive stock[E15][E16]."),
    (
        "The stock sits above its 20-day average but has yet to reclaim the 60-day[E10][E11][E12].",
        "The stock sits above its 20-day average and has already reclaimed the 60-day[E10][E11][E12].",
    ),
    ("Net profit swung back into the black[E5][E6].", "Net profit slipped into the red[E5][E6]."),
    (
        "Gross margin rose in each of the past two years[E1][E2][E3].",
        "Gross margin rose for five straight years[E1][E3].",
    ),
    (
        "Of the two, Greenfield has the fatter gross margin[E3][E4].",
        "Of the two, Greenfield has the thinner gross margin[E3][E4].",
    ),
    ("RSI at 58.3[E13] is short of overbought.", "RSI at 58.3[E13] says the shares are overbought."),
)  # fmt: skip


def claims(text: str) -> EventClaims:
    (passage,) = passages(text, text)
    return relation_claims(passage, PassageReading.of(passage.text, BOOK), BOOK)


@pytest.mark.parametrize("right", [right for right, _ in PAIRS])
def test_what_the_rows_bear_out_is_no_violation(right: str) -> None:
    found = claims(right)
    assert (found.findings, found.supported) == ((), found.claims)


@pytest.mark.parametrize("wrong", [wrong for _, wrong in PAIRS])
def test_what_the_rows_contradict_is_a_false_claim(wrong: str) -> None:
    assert [finding.kind.value for finding in claims(wrong).findings] == ["false_claim"]


@pytest.mark.parametrize(
    "open_",
    [
        "公司是国内最大的减速器供应商。",
        "Management has guided to record margins.",
        "相较之下，偿债压力更值得关注[E3]。",
    ],
)
def test_a_sentence_that_no_row_decides_is_an_opinion(open_: str) -> None:
    assert claims(open_) == EventClaims(opinions=(open_,))


@pytest.mark.parametrize("fragment", ["## 盈利能力", "估值：", "Risks", "| 毛利率 | 改善 |"])
def test_headings_and_fragments_are_no_opinions(fragment: str) -> None:
    passage = list(passages(fragment, fragment))[-1]
    assert not relation_claims(passage, PassageReading.of(passage.text, BOOK), BOOK).opinions


def test_what_is_only_supposed_is_neither_borne_out_nor_false() -> None:
    assert not claims("若毛利率跌破30%[E2]，估值将承压。").findings
    assert not claims("Should the stock fall below its 20-day average[E10][E11], we would cut.").findings
