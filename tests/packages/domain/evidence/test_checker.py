"""The checker holds every number of a text to its row: what is true passes, and what is not is named."""

import pytest

from packages.domain.evidence.checker import check
from tests.folding import each
from tests.packages.domain.evidence.evidence_rows import BOOK, problems

TRUE = [
    "毛利率为 15.0%[E2]。",
    "毛利率从 2023 年四季度的 12.3%[E1] 升至 15.0%[E2]。",
    "毛利率为 15.0%[E2]，上年同期为 12.3%[E1]。",
    "毛利率由三季度的 13.0%[E17] 升至四季度的 15.0%[E2]。",
    "毛利率较上季度的 13.0%[E17] 有所提升，为 15.0%[E2]。",
    "营收为 12.35 亿元[E6]，同比增长 12.3%[E4]。",
    "营业收入 123,450 万元[E6]。",
    "净利润亏损 2.13 亿元[E5]。",
    "净亏损 2.13 亿元[E5]。",
    "净利率为 −5.3%[E3]，毛利率 15%[E2]。",
    "净利润同比下降 40%[E18]。",
    "约 12 亿元[E6] 的营收。",
    "营收超 12 亿元[E6]。",
    "RSI14 为 63.2[E10]，低于 RSI 超买线 70[E11]。",
    "北辰精工的毛利率为 15.0%[E2]，青禾食品为 40.0%[E9]。",
    "毛利率、净利率分别为 15.0%[E2]、-5.3%[E3]。",
    "2023Q4 与 2024Q4 的毛利率分别为 12.3%[E1] 和 15.0%[E2]。",
    "据报道「北辰精工签订 12 亿元合同」[E14]。",
    "合同金额 12 亿元[E14]。",
    "政策利率较上期变动 -0.25 个百分点[E16]，即 -25 个基点[E16]。",
    "1. 毛利率 15.0%[E2]\n2. MA20 与 KDJ(9,3,3) 走平，近 20 日与 52 周区间未变，15:00 收盘。",
    "The gross margin is 15.0%[E2], up from 12.3%[E1] a year earlier.",
    "Revenue was CNY 1.23 billion[E6], up 12.3%[E4] from a year earlier.",
    "The gross margin fell from 40.0%[E9] at Greenfield Foods to no such level here.",
    "A 15.0%[E2] gross margin and a -5.3%[E3] net margin.",
    "The net profit was a loss of 213 million yuan[E5].",
    "The PE is 15.6x[E8]; the closing price is ¥12.34[E12].",
    "Receivable days of 45.3 days[E13] and 1.2 billion shares[E15] of shares outstanding.",
    "Greenfield Foods has a gross margin of 40%[E9].",
    "As of 2023-12-31:\n- gross margin: 12.3%[E1]\n- revenue: 1.00 billion CNY[E7]",
    "| Figure | 2023Q4 | 2024Q4 |\n|---|---|---|\n| gross margin | 12.3%[E1] | 15.0%[E2] |",
    "The gross margin has ranged between 12.3%[E1] in Q4 2023 and 15.0%[E2].",
]


@each("text", TRUE)
def test_a_true_sentence_raises_nothing(text: str) -> None:
    assert problems(text) == []


FALSE = [
    ("毛利率为 15.1%[E2]。", "wrong_value"),
    ("毛利率为 51.0%[E2]。", "wrong_value"),
    ("营收约 16 亿元[E6]。", "wrong_value"),
    ("营收 12.35 万元[E6]。", "wrong_unit"),
    ("营收 12.35 亿美元[E6]。", "wrong_unit"),
    ("毛利率为 15.0 个百分点[E2]。", "wrong_unit"),
    ("毛利率为 15.0bp[E2]。", "wrong_unit"),
    ("PE 为 15.6%[E8]。", "wrong_unit"),
    ("2022 年四季度毛利率为 15.0%[E2]。", "wrong_period"),
    ("毛利率为 15.0%[E2]，上季度为 12.3%[E1]。", "wrong_period"),
    ("营收同比较 2022 年四季度增长 12.3%[E4]。", "wrong_period"),
    ("营收环比增长 12.3%[E4]。", "invented_metric"),
    ("毛利率为 12.3%[E1]。", "stale_row"),
    ("目前毛利率为 12.3%[E1]。", "stale_row"),
    ("四季度毛利率为 12.3%[E1]。", "wrong_period"),
    ("青禾食品的毛利率为 15.0%[E2]。", "wrong_company"),
    ("毛利率为 40.0%[E9]。", "wrong_company"),
    ("HRBR 的毛利率为 15.0%[E2]。", "wrong_company"),
    ("净利率为 15.0%[E2]。", "invented_metric"),
    ("EBITDA 率为 15.0%[E2]。", "invented_metric"),
    ("扣非净利润 -2.13 亿元[E5]。", "invented_metric"),
    ("毛利率 15.0%[E2]，上年同期复购率为 12.3%[E1]。", "invented_metric"),
    ("行业毛利率为 15.0%[E2]。", "invented_metric"),
    ("净利率为 5.3%[E3]。", "sign_flip"),
    ("营收同比下降 12.3%[E4]。", "sign_flip"),
    ("净利润盈利 2.13 亿元[E5]。", "sign_flip"),
    ("毛利率从 2023 年四季度的 12.3%[E1] 降至 15.0%[E2]。", "sign_flip"),
    ("毛利率降至 15.0%[E2]。", "sign_flip"),
    ("毛利率为 15.0%。", "unbound"),
    ("毛利率为 15.0%[E99]。", "unknown_row"),
    ("毛利率偏低[E99]。", "unknown_row"),
    ("毛利率为 15.0%[E2][E3]。", "invented_metric"),
    ("据报道「北辰精工签订 13 亿元合同」[E14]。", "wrong_value"),
    ("合同金额 2 亿元[E14]。", "wrong_value"),
    ("毛利率上升 3.5%[E14]。", "sign_flip"),
    ("The gross margin fell to 15.0%[E2] from 12.3%[E1] a year earlier.", "sign_flip"),
    ("Revenue was CNY 1.23 million[E6].", "wrong_unit"),
    ("Revenue was $1.23 billion[E6].", "wrong_unit"),
    ("Net margin is 5.3%[E3].", "sign_flip"),
    ("Revenue growth fell 12.3%[E4].", "sign_flip"),
    ("The dividend yield is 15.0%[E2].", "invented_metric"),
    ("In Q4 2022 the gross margin was 15.0%[E2].", "wrong_period"),
    ("Harbor Retail has a gross margin of 15.0%[E2].", "wrong_company"),
    ("As of 2022-12-31:\n- gross margin: 15.0%[E2]", "wrong_period"),
    ("| Figure | 2024Q4 |\n|---|---|\n| gross margin | 12.3%[E1] |", "wrong_period"),
]


@each(("text", "kind"), FALSE)
def test_a_false_sentence_is_named_for_what_is_wrong_with_it(text: str, kind: str) -> None:
    assert problems(text) == [kind]


WORDS = [
    "毛利率超过三成。",
    "营收是上年的两倍。",
    "营收翻倍。",
    "营收达十二亿元。",
    "毛利率为百分之十五。",
    "一半的营收来自海外。",
    "三分之一的营收来自海外。",
    "Revenue doubled.",
    "A third of revenue comes from abroad.",
    "The margin is twelve percent.",
    "Half of revenue comes from abroad.",
    "Margins rose by ½.",
]


@pytest.mark.parametrize("text", WORDS)
def test_a_number_in_words_needs_a_row_as_well(text: str) -> None:
    assert problems(text) == ["unbound"]


NO_NUMBERS = [
    "第三支撑位尚未测试。",
    "一是成本，二是需求，千万不要追高。",
    "公司一成立就盈利，半导体业务占比最高，过半导体设备厂商受益。",
    "The third support held; momentum is in the upper half of its range.",
    "A double bottom is forming, and one-time items do not matter.",
]


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_what_only_looks_like_a_number_in_words_is_let_pass(text: str) -> None:
    assert problems(text) == []


SPELLINGS = [
    "毛利率为 １５.０％[E2]。",
    "毛利率为 15.0%［E2］。",
    "毛利率为 15.0%【E2】。",
    "毛利率为 15.0% [ E2 ]。",
    "毛利率为 **15.0%**[E2]。",
    "毛利率为 15.0%[e2]。",
    "净利率为 －5.3%[E3]。",
    "净利率为 –5.3%[E3]。",
    "净利率为 -5.3%[E3][E3]。",
    "营业收入 1,234,500,000 元[E6]。",
    "营收 十二亿元[E6]。",
]


@pytest.mark.parametrize("text", SPELLINGS)
def test_other_spellings_of_digits_signs_and_tags_are_read(text: str) -> None:
    found = check(text, BOOK)
    assert (found.numbers, found.violations) == (1, ())


def test_a_tag_that_cannot_be_read_is_a_violation_and_never_silence() -> None:
    for tag in ("[D1]", "[E2*E1]", "[E2-E1-E3]", "[E1/0]"):
        assert problems(f"毛利率为 15.0%{tag}。") != [], tag


def test_every_number_is_counted_and_only_sound_ones_are_bound() -> None:
    found = check("毛利率为 15.0%[E2]，净利率为 5.3%[E3]，PE 为 15.6 倍。", BOOK)
    assert (found.numbers, found.bound) == (3, 1)
    assert [finding.number for finding in found.violations] == ["5.3%", "15.6 倍"]


def test_a_finding_says_where_it_is_and_what_should_stand_there() -> None:
    (finding,) = check("一切正常。净利率为 5.3%[E3]。", BOOK).violations
    assert (finding.sentence, finding.tag) == ("净利率为 5.3%[E3]。", "E3")
    assert finding.expected == "-5.3% as E3 says"


def test_names_of_indicators_symbols_and_numbering_are_no_numbers() -> None:
    text = "## 3. 结论\n(1) MA20、RSI14、H20 芯片与 5G；2) 600871.SH 见 https://example.com/2024/1；第 3 节，近 20 日。"
    assert check(text, BOOK).numbers == 0
