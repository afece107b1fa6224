"""A third lot of wordings, with asides, comparisons and names that come late, written before it was ever checked."""

from collections.abc import Mapping, Sequence

_ZH: Mapping[str, Sequence[str]] = {
    "single": (
        "公司经营层面最值得肯定的是{L.a}，该指标录得 {N.a}，显示管理层执行力较强。",
        "风险在于{L.a}（目前 {N.a}）可能继续恶化。",
        "就当前 {N.a} 这一{L.a}水平看，安全垫有限。",
        "如果{L.a}不能维持在 {N.a} 附近，判断需要修正。",
        "{L.a}处于 {N.a}，既不算高也不算低。",
    ),
    "named": (
        "{C.a}（{L.a} {N.a}）仍是我们的首选。",
        "我们看好{C.a}，其{L.a}为 {N.a}。",
        "{C.a}公告显示，{L.a}为 {N.a}。",
    ),
    "dated": (
        "早在 {P.a}，公司{L.a}就已录得 {N.a}。",
        "{L.a}：{N.a}（截至 {P.a}）。",
        "其中 {P.a} 单期{L.a}为 {N.a}。",
    ),
    "many": (
        "一方面，{L.a}为 {N.a}，{L.b}为 {N.b}；另一方面，{L.c}为 {N.c}，短期压力仍在。",
        "支撑因素：①{L.a} {N.a}；②{L.b} {N.b}；③{L.c} {N.c}。",
        "{L.a}高达 {N.a}，同时{L.b}（{N.b}）与{L.c}（{N.c}）没有恶化。",
    ),
    "listed": (
        "以 {P.a} 为观察点，{L.a}报 {N.a}，{L.b}报 {N.b}，{L.c}报 {N.c}。",
        "{P.a} 数据显示{L.a} {N.a}、{L.b} {N.b}，另有{L.c} {N.c}。",
    ),
    "moved": (
        "{L.a}自 {P.a} 的 {N.a} 一路{M.b} {N.b}，趋势延续。",
        "{P.b} 的{L.b}为 {N.b}，对照 {P.a} 的 {N.a}。",
        "{L.b}目前 {N.b}，{P.a} 为 {N.a}，两者差异不小。",
        "{P.a}：{N.a}；{P.b}：{N.b}——这是{L.a}的轨迹。",
    ),
    "yearly": (
        "去看同比口径，{L.b} {N.b}，{R.a} {N.a}。",
        "{L.b}为 {N.b}，对比{R.a} {N.a}，方向清晰。",
    ),
    "amount_grown": (
        "{L.a}录得 {N.a}，同比大幅{V.g} {B.g}，环境使然。",
        "{L.a}为 {N.a}，比上年同期{V.g} {B.g}。",
    ),
    "peered": (
        "在{L.a}上，{C.a}为 {N.a}，而{C.b}为 {N.b}。",
        "{C.b} {N.b} 的{L.b}与{C.a} {N.a} 的水平不可同日而语。",
        "同业可比公司{C.b}的{L.b}是 {N.b}，公司自身为 {N.a}。",
    ),
    "grown": ("{L.a}为 {N.a}，即规模{V.a} {B.a}。",),
    "margins_apart": (
        "{L.b}同比{XD.v}至 {N.b}（{P.a}：{N.a}）。",
        "{L.b}为 {N.b}，同比{XD.v}；{P.a} 为 {N.a}。",
    ),
}

_EN: Mapping[str, Sequence[str]] = {
    "single": (
        "What we like most is the {L.a}, which came in at {N.a} and speaks for management.",
        "The risk is that the {L.a} (now {N.a}) deteriorates further.",
        "Should the {L.a} fail to hold near {N.a}, the call needs revising.",
        "The {L.a} sits at {N.a}, neither high nor low.",
        "Given the {L.a} at {N.a}, downside looks limited.",
    ),
    "named": (
        "{C.a} ({L.a}: {N.a}) remains our top pick.",
        "We like {C.a}, whose {L.a} is {N.a}.",
        "Filings show that {C.a} had a {L.a} of {N.a}.",
    ),
    "dated": (
        "As early as {P.a}, the company's {L.a} had reached {N.a}.",
        "{L.a}: {N.a} (as of {P.a}).",
        "For {P.a} alone, {L.a} was {N.a}.",
    ),
    "many": (
        "On the one hand, the {L.a} is {N.a} and the {L.b} {N.b}; on the other, the {L.c} is {N.c}.",
        "Supports: (a) {L.a} {N.a}; (b) {L.b} {N.b}; (c) {L.c} {N.c}.",
        "The {L.a} is as high as {N.a}, while neither the {L.b} ({N.b}) nor the {L.c} ({N.c}) has worsened.",
    ),
    "listed": (
        "Looking at {P.a}, the {L.a} printed {N.a}, the {L.b} {N.b} and the {L.c} {N.c}.",
        "{P.a} data show {L.a} at {N.a}, {L.b} at {N.b}, plus {L.c} at {N.c}.",
    ),
    "moved": (
        "The {L.a} has steadily {M.b} {N.b} since {P.a}, when it was {N.a}.",
        "The {P.b} {L.b} of {N.b} compares with {N.a} in {P.a}.",
        "The {L.b} is currently {N.b}; it was {N.a} in {P.a}.",
        "{P.a}: {N.a}; {P.b}: {N.b} - this is the path of the {L.a}.",
    ),
    "yearly": (
        "On a yearly view, the {L.b} is {N.b}, having been {N.a} {R.a}.",
        "{L.b}: {N.b} ({N.a} {R.a}).",
    ),
    "amount_grown": (
        "{L.a} hit {N.a}, as it {V.g} a hefty {B.g} year on year.",
        "{L.a} came to {N.a}, which {V.g} {B.g} versus the prior year.",
    ),
    "peered": (
        "On {L.a}, {C.a} is at {N.a} while {C.b} is at {N.b}.",
        "The {N.b} {L.b} of {C.b} is no match for the {N.a} of {C.a}.",
        "Comparable {C.b} has a {L.b} of {N.b}; the company itself has {N.a}.",
    ),
    "grown": ("{L.a} of {N.a} means that sales {V.a} {B.a}.",),
    "margins_apart": ("The {L.b} {XD.v} year on year to {N.b} ({P.a}: {N.a}).",),
}

LATE: Mapping[str, Mapping[str, Sequence[str]]] = {"zh": _ZH, "en": _EN}
