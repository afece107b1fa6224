"""Sentences on how a share is valued: the kind of business, its methods with every assumption, and what stands before
the shareholders."""

from collections.abc import Callable, Mapping

from src.modules.research.domain.business import BusinessKind
from src.modules.research.domain.figures import Operation
from src.modules.research.domain.valuation.assumptions import METHODS
from src.modules.research.domain.valuation.business import kind_of_industry
from src.modules.research.domain.valuation.names import KINDS, LABELS, METHOD_NAMES, english
from src.modules.research.domain.valuation.rules import RULES
from src.modules.research.infrastructure.rules.values import Values, listed_methods, rule

_WHY: Mapping[BusinessKind, tuple[str, str]] = {
    BusinessKind.BANK: (
        "银行的现金流就是业务本身，不做 DCF；看净资产能赚多少、能分多少",
        "its cash flow is its business, so there is no DCF: what counts is what book value earns and pays out",
    ),
    BusinessKind.INSURER: (
        "准备金与投资是业务本身，不做 DCF；看内含价值、净资产与其回报",
        "reserves and float are its business, so there is no DCF: embedded value, book and the return on it count",
    ),
    BusinessKind.CASUALTY_INSURER: (
        "准备金与投资是业务本身，不做 DCF；看净资产与其回报，承保看综合成本率",
        "reserves and float are its business, so there is no DCF: book and the return on it count, and the combined "
        "ratio for its underwriting",
    ),
    BusinessKind.HEALTH_INSURER: (
        "保费当年收、当年赔，不做 DCF；看市盈率与自身历史倍数，盈利看医疗成本率",
        "premiums are taken and paid out within a year, so there is no DCF: earnings at its own usual multiples count, "
        "and the medical cost ratio behind them",
    ),
    BusinessKind.BROKER: (
        "资产负债表就是业务本身，不做 DCF；看净资产与其回报",
        "its balance sheet is its business, so there is no DCF: book and the return on it count",
    ),
    BusinessKind.PROPERTY: (
        "利润随结算起落，先看净资产与净负债率",
        "profit swings with completions, so net assets and gearing come first",
    ),
    BusinessKind.CYCLICAL: (
        "当期利润可能正处高点或低点，按整个周期的平均利润率折算",
        "this year's profit may be a peak or a trough, so sales are valued at the margin of the whole cycle",
    ),
    BusinessKind.GROWTH: (
        "价值主要在未来，DCF 的高增长阶段放长，并参照历史倍数",
        "most of the value lies ahead, so the DCF has a longer first stage, checked against its own multiples",
    ),
    BusinessKind.HOLDING: (
        "各项持股没有逐项数据，无法做分部加总，以净资产与分红为主",
        "its stakes are not told one by one, so there is no sum of the parts: book value and dividends lead",
    ),
    BusinessKind.ORDINARY: (
        "以现金流折现为主，并参照自身的历史倍数",
        "discounted cash flow leads, checked against its own multiples",
    ),
}


def kind_sentence(values: Values) -> str:
    """What it is valued as, how that is known, and by which methods."""
    zh, en = KINDS[values.kind]
    zh_how, en_how = _how_known(values)
    names = tuple(method.name for method in METHODS[values.kind])
    zh_methods, en_methods = listed_methods(names)
    article = "an" if en[0] in "aeiou" else "a"
    return values.write(
        f"按{zh}估值{zh_how}：{_WHY[values.kind][0]}。所用方法：{zh_methods}。",
        f"Valued as {article} {en}{en_how}: {_WHY[values.kind][1]}. Methods: {en_methods}.",
    )


def _how_known(values: Values) -> tuple[str, str]:
    if kind_of_industry(values.brief.company.industry) is values.kind:
        return "（依行业分类）", " (by its industry)"
    if values.kind is BusinessKind.GROWTH:
        return "（依营收增速）", " (by the growth of its sales)"
    if values.kind is BusinessKind.ORDINARY:
        return "", ""
    return "（依报表特征）", " (by what its statements show)"


def method_sentences(values: Values) -> list[str]:
    """The leading methods, each with its assumptions; then those that were refused."""
    writers = [_TELLERS[name] for name in values.points if name in _TELLERS]
    written = [sentence for compose in writers for sentence in compose(values)]
    implied = [_implied(values, name) for name in values.points if name not in _TELLERS]
    return [*written, *implied, *refusals(values)]


def _cases(values: Values, name: str) -> tuple[str, str]:
    """Three values with the rates behind each."""
    zh_name, en_name = METHOD_NAMES[name]
    space = " " if zh_name[-1].isascii() else ""
    zh = "；".join(
        f"{zh_name}{space}{zh_case}值 {{{name}_{case}}}（{zh_case}折现率 {{rule.dcf_discount_{case}}}，"
        f"{terminal_rate(values, name, case)[0]}）"
        for case, zh_case, _ in CASES
    )
    en = "; ".join(
        f"{en_name} {en_case} case {{{name}_{case}}} ({en_case}-case discount rate {{rule.dcf_discount_{case}}}, "
        f"{terminal_rate(values, name, case)[1]})"
        for case, _, en_case in CASES
    )
    return zh, f"{en[0].upper()}{en[1:]}"


def terminal_rate(values: Values, name: str, case: str) -> tuple[str, str]:
    """The growth for ever of a case with its name; a DCF's is held to what the company grows by itself."""
    zh, en = next((zh, en) for one, zh, en in CASES if one == case)
    if name == "dcf" and values.has(f"dcf_terminal_{case}"):
        return f"DCF {zh}永续增速 {{dcf_terminal_{case}}}", f"DCF {en}-case growth for ever {{dcf_terminal_{case}}}"
    return f"{zh}永续增速 {{rule.dcf_terminal_{case}}}", f"{en}-case terminal rate {{rule.dcf_terminal_{case}}}"


CASES = (("low", "悲观", "low"), ("base", "中性", "base"), ("high", "乐观", "high"))


def _book_at_return(values: Values) -> list[str]:
    zh, en = _cases(values, "pb_roe")
    return [
        values.write(
            "可持续 ROE {roe_lasting}，取最新 ROE {roe_newest} 与平均 ROE {roe_sustained} 中较低者，每股净资产 "
            "{book_value_per_share}：合理 PB 等于 ROE 减永续增速，再除以折现率减"
            f"永续增速。{zh}。",
            "Lasting ROE {roe_lasting}, the lower of newest ROE {roe_newest} and mean ROE {roe_sustained}, on book "
            "value per share {book_value_per_share}; the fair PB is ROE less "
            f"growth over the discount rate less growth. {en}.",
        )
    ]


def _dividends(values: Values) -> list[str]:
    zh, en = _cases(values, "ddm")
    return [
        values.write(
            f"近一年每股股息 {{dividend_per_share_ttm}}，首阶段年数 {{rule.dcf_stage_years}}，股利增速上限 "
            f"{{rule.ddm_highest_growth}}，之后按永续增速所需留存派息。{zh}。",
            "Trailing dividend per share {dividend_per_share_ttm}; it grows for the first-stage years "
            "{rule.dcf_stage_years} at what is retained times ROE, at most the highest dividend growth "
            f"{{rule.ddm_highest_growth}}. {en}.",
        )
    ]


def _mid_cycle(values: Values) -> list[str]:
    zh, en = _cases(values, "mid_cycle")
    return [
        values.write(
            f"周期平均净利率 {{mid_cycle_margin}}，每股营收 {{sales_per_share_ttm}}。{zh}。",
            f"Mid-cycle margin {{mid_cycle_margin}} on sales per share {{sales_per_share_ttm}}. {en}.",
        )
    ]


def _discounted(values: Values) -> list[str]:
    zh, en = _cases(values, "dcf")
    zh_flow, en_flow = _flow(values)
    return [
        values.write(f"DCF 现金流 {{dcf_flow}}，{zh_flow}。", f"DCF cash flow {{dcf_flow}}: {en_flow}."),
        _growth(values),
        values.write(f"{zh}。", f"{en}."),
        *_held_terminal(values),
    ]


def _held_terminal(values: Values) -> list[str]:
    """Where the company grows by less than the base case's growth for ever."""
    if not values.has("dcf_terminal_base") or values.numbers("dcf_terminal_base")[0] >= rule("dcf_terminal_base"):
        return []
    return [
        values.write(
            "永续增速不高于公司自身增速与名义增速 {rule.dcf_nominal_growth} 中较高者，故低于中性永续增速 "
            "{rule.dcf_terminal_base}。",
            "Growth for ever is at most the company's own growth or the nominal growth {rule.dcf_nominal_growth}, "
            "whichever is more, and so below the base-case terminal rate {rule.dcf_terminal_base}.",
        )
    ]


def _flow(values: Values) -> tuple[str, str]:
    match values.brief.figures["dcf_flow"].operation:
        case Operation.PRODUCT:
            return "取自由现金流中归属母公司的部分", "the parent's share of free cash flow"
        case Operation.DIFFERENCE if "capex" in str(values.brief.figures["dcf_flow"].rows):
            return "取近十二个月自由现金流", "free cash flow of twelve months"
        case _:
            return "财报未列资本开支，以净利润代替", "the filings give no capex, so profit stands in"


def _growth(values: Values) -> str:
    stage = "dcf_stage_years_growth" if values.kind is BusinessKind.GROWTH else "dcf_stage_years"
    zh, en = LABELS_OF_STAGE[stage]
    if not values.has("dcf_growth"):
        return values.write(
            f"营收历史不足三年，{zh} {{rule.{stage}}} 内只按永续增速增长。",
            f"With under three years of sales, growth stays at the terminal rate over the {en} {{rule.{stage}}}.",
        )
    return values.write(
        f"DCF 起始增速 {{dcf_growth}}，由营收增速得出，限于增速下限 {{rule.dcf_lowest_growth}} 与增速上限 "
        f"{{rule.dcf_highest_growth}} 之间，{zh} {{rule.{stage}}}。",
        "DCF starting rate {dcf_growth}, from past sales growth, kept between the lowest starting rate "
        "{rule.dcf_lowest_growth} and the highest starting rate {rule.dcf_highest_growth}, over the "
        f"{en} {{rule.{stage}}}.",
    )


LABELS_OF_STAGE = {
    "dcf_stage_years": ("首阶段年数", "first-stage years"),
    "dcf_stage_years_growth": ("成长股首阶段年数", "first-stage years of growth"),
}


def _plain_cases(name: str) -> Callable[[Values], list[str]]:
    def compose(values: Values) -> list[str]:
        keys = [f"{name}_{case}" for case, _, _ in CASES]
        zh = "、".join(f"{LABELS[key][0]} {{{key}}}" for key in keys)
        en = ", ".join(f"{english(key)} {{{key}}}" for key in keys)
        return [values.write(f"{zh}。", f"{en[0].upper()}{en[1:]}.")]

    return compose


_TELLERS: Mapping[str, Callable[[Values], list[str]]] = {
    "pb_roe": _book_at_return,
    "ddm": _dividends,
    "mid_cycle": _mid_cycle,
    "dcf": _discounted,
    "nav": _plain_cases("nav"),
    "embedded": _plain_cases("embedded"),
}


def _implied(values: Values, name: str) -> str:
    """What usual multiples make a share worth."""
    keys = [f"value_{name}_{place}" for place in ("p25", "median", "p75")]
    zh = "、".join(f"{LABELS[key][0]} {{{key}}}" for key in keys)
    en = ", ".join(f"{english(key)} {{{key}}}" for key in keys)
    return values.write(f"按自身历史倍数：{zh}。", f"At its own usual multiples: {en}.")


def refusals(values: Values) -> list[str]:
    """Values that are too far from the price to be believed without a reason in the balance sheet."""
    sentences = []
    for point in values.refused:
        key = point.value.key
        high = point.value.value > values.brief.figures["price"].value
        line = "value_ceiling" if high else "value_floor"
        zh, en = RULES[line].labels
        name = english(key)
        sentences.append(
            values.write(
                f"{LABELS[key][0]} {{{key}}} 越出{zh} {{rule.{line}}}，资产负债表给不出理由，不予采用。",
                f"{name[0].upper()}{name[1:]} {{{key}}} breaches the {en} {{rule.{line}}} with no reason on the "
                "balance sheet, and is not used.",
            )
        )
    return sentences


def claims_sentences(values: Values) -> list[str]:
    """From enterprise value to what is the shareholders': borrowing, cash, minorities."""
    keys = [key for key in ("debt_total", "cash_total", "net_debt", "minority_interest") if values.has(key)]
    keys = [key for key in keys if values.numbers(key)[0] != 0]
    if values.is_financial or not keys or not values.has("debt_total"):
        return []
    zh = "，".join(f"{LABELS[key][0]} {{{key}}}" for key in keys)
    en = ", ".join(f"{english(key)} {{{key}}}" for key in keys)
    sentences = [values.write(f"{zh}。", f"{en[0].upper()}{en[1:]}.")]
    if values.has("net_gearing"):
        sentences.append(values.write("净负债率 {net_gearing}。", "Net gearing {net_gearing}."))
    return sentences
