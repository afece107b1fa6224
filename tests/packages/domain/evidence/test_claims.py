"""Relations in words: what the rows bear out passes, what they contradict is found, what they leave open is opinion."""

import pytest

from packages.domain.evidence.book import EvidenceBook
from packages.domain.evidence.claims import relation_claims
from packages.domain.evidence.events import EventClaims
from packages.domain.evidence.passages import passages
from packages.domain.evidence.reading import PassageReading
from src.modules.research.domain.labels import LABELS
from tests.folding import each
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
    "E22": row("net_profit", "52000000", "CNY", "2022-12-31"),
    "E23": row("revenue", "900000000", "CNY", "2022-12-31"),
    "E24": row("revenue", "800000000", "CNY", "2023-12-31"),
    "E25": row("revenue", "909600000", "CNY", "2024-12-31"),
    "E26": row("revenue", "2100000000", "CNY", "2024-12-31", PEER),
    "E27": row("debt_ratio", "0.55", "ratio", "2024-12-31", PEER),
    "E28": row("rule.debt_ratio_good", "0.40", "ratio", subject=""),
    "E29": row("net_debt_to_equity", "-0.09", "ratio", "2024-12-31"),
    "E30": row("pmi", "49.4", "points", "2025-03-31", subject=""),
    "E31": row("pmi", "49.1", "points", "2025-02-28", subject=""),
    "E32": row("rule.macro_pmi_line", "50", "points", subject=""),
    "E33": row("revenue_yoy", "-0.111", "ratio", "2023-12-31"),
    "E34": row("rule.rsi_oversold", "30", "points", subject=""),
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
    ("2024年收入高于2022年[E23][E25]。", "2024年收入低于2022年[E23][E25]。"),
    ("三年收入先降后升[E23][E24][E25]。", "三年收入先升后降[E23][E24][E25]。"),
    ("Revenue fell in 2023 before rebounding in 2024[E23][E24][E25].", "Revenue fell in 2024[E23][E24][E25]."),
    ("三年里只有2023年出现亏损[E22][E5][E6]。", "三年里有两年出现亏损[E22][E5][E6]。"),
    ("三年平均毛利率30.3%[mean(E1,E2,E3)]，2024年已高于均值[E3]。",
     "三年平均毛利率30.3%[mean(E1,E2,E3)]，2024年已低于均值[E3]。"),
    ("毛利率由30%[E2]升至33%[E3]，为三年高点。", "毛利率由30%[E2]升至33%[E3]，为三年低点。"),
    ("负债率有所下降但尚未降至优良线以内[E17][E18][E28]。", "负债率有所下降，已降至优良线以内[E17][E18][E28]。"),
    ("两家公司中，北辰的毛利率居第二[E3][E4]。", "两家公司中，北辰的毛利率居于首位[E3][E4]。"),
    ("期末处于净现金状态[E29]。", "期末处于净负债状态[E29]。"),
    ("2024年收入恢复增长，2023年则为负增长[E33]。", "2024年收入回落，2023年则延续正增长[E33]。"),
    ("The PMI improved to 49.4[E30] but stays in contraction[E32].",
     "The PMI improved to 49.4[E30], an expansion reading[E32]."),
    ("The 60-day average sits higher, at CNY25.62[E12], above the price of 24.85[E10].",
     "The 60-day average sits lower, at CNY25.62[E12], than the price of 24.85[E10]."),
    ("RSI of 58.3[E13] is above the oversold line of 30[E34].",
     "RSI of 58.3[E13] is below the oversold line of 70[E14]."),
    ("Northgate is less geared and earns the lower gross margin[E18][E27][E3][E4].",
     "Northgate is more geared and earns the lower gross margin[E18][E27][E3][E4]."),
    ("Customers are paying later[E7][E8].", "Customers are paying sooner[E7][E8]."),
    ("Sales grew in 2024 and so did profit[E19][E20].", "Sales shrank in 2024 and so did profit[E19][E20]."),
    ("Neither company has a debt ratio below the 40% good line[E28][E18][E27].",
     "Both companies have a debt ratio below the 40% good line[E28][E18][E27]."),
    ("Greenfield is the bigger company[E25][E26].", "Northgate is the bigger company[E25][E26]."),
)  # fmt: skip


def claims(text: str) -> EventClaims:
    (passage,) = passages(text, text)
    return relation_claims(passage, PassageReading.of(passage.text, BOOK), BOOK)


@each("right", [right for right, _ in PAIRS])
def test_what_the_rows_bear_out_is_no_violation(right: str) -> None:
    found = claims(right)
    assert (found.findings, found.supported) == ((), found.claims)


@each("wrong", [wrong for _, wrong in PAIRS])
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


@pytest.mark.parametrize(
    "right",
    [
        "2024年净利增速24.8%[E20]，毛利率占优，负债也不及青禾食品[E18][E27]。",
        "The gross margin rose to 33%[E3] from 30%[E2], but is lower than the 36%[E4] of Greenfield.",
        "负债率41.8%[E18]，年初45.2%[E17]；距70的超买线[E14]尚远的是RSI[E13]。",
        "Over the past 20 days the close of 24.85[E10] stayed near the 20-day average of 23.90[E11].",
        "The net profit growth is 24.8%[E20], and revenue growth is 13.7%[E19].",
    ],
)
def test_a_word_is_held_only_to_the_figure_that_it_is_said_of(right: str) -> None:
    assert not claims(right).findings


def test_the_rows_of_one_company_bear_out_nothing_about_another() -> None:
    assert [finding.kind.value for finding in claims("Harbor Retail has eased its leverage[E17][E18].").findings] == [
        "false_claim"
    ]


def test_a_level_that_is_said_to_come_from_a_shorter_period_is_compared_as_it_is_told() -> None:
    rows = {
        "E1": row("net_profit", "-60299800", "CNY", "2024-03-31"),
        "E2": row("net_profit", "500000000", "CNY", "2023-12-31"),
        "E3": row("net_profit", "320000000", "CNY", "2024-12-31"),
    }
    book = EvidenceBook(rows, LABELS, COMPANIES, about=OWN)
    (passage,) = passages(text := "净利润由 –6029.98 万元[E1] 提升至 3.2 亿元[E3]。", text)
    assert not relation_claims(passage, PassageReading.of(passage.text, book), book).findings
