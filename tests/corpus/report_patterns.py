"""How facts are put into sentences, Chinese and English; see `report_prose` for what the holes mean."""

from collections.abc import Mapping, Sequence

Patterns = Mapping[str, Sequence[str]]

Words = Mapping[str, Mapping[int, Sequence[str]]]

VERBS: Words = {
    "zh": {1: ("增长", "上升", "增加", "提升"), -1: ("下降", "下滑", "减少", "回落")},
    "en": {1: ("rose", "increased", "grew", "climbed"), -1: ("fell", "declined", "decreased", "dropped")},
}
MOVES: Words = {
    "zh": {1: ("升至", "提升至", "上升到", "增至"), -1: ("降至", "回落至", "下降到", "下滑至")},
    "en": {1: ("rose to", "climbed to", "increased to"), -1: ("fell to", "declined to", "slipped to")},
}
STATES: Words = {
    "zh": {1: ("盈利",), -1: ("亏损",)},
    "en": {1: ("a profit of",), -1: ("a loss of",)},
}

_ZH: Patterns = {
    "single": (
        "{L.a}为 {N.a}。",
        "{L.a}：{N.a}。",
        "最新{L.a}为 {N.a}，值得关注。",
        "目前{L.a}{N.a}。",
        "从估值和经营两方面看，{L.a}约束明显，为 {N.a}。",
        "1. {L.a}：{N.a}。",
        "- **{L.a}**：{N.a}。",
        "以 {N.a} 的{L.a}来看，判断偏中性。",
        "{L.a}{A.a}，与管理层口径一致。",
        "公司{L.a}（{N.a}）处于合理区间。",
        "| {L.a} | {N.a} |\n",
    ),
    "named": (
        "{C.a}的{L.a}为 {N.a}。",
        "{C.a} {L.a}录得 {N.a}，表现稳健。",
        "对{C.a}而言，{L.a}为 {N.a}。",
        "截至 {P.a}，{C.a}的{L.a}为 {N.a}。",
        "{L.a}方面，{C.a}为 {N.a}。",
    ),
    "dated": (
        "{P.a}{L.a}为 {N.a}。",
        "{P.a}的{L.a}是 {N.a}。",
        "截至 {P.a}，{L.a}为 {N.a}。",
        "{L.a}在 {P.a} 为 {N.a}。",
        "{L.a}（{P.a}）为 {N.a}。",
        "{L.a}为 {N.a}（{P.a}）。",
        "- {P.a}：{L.a} {N.a}。",
    ),
    "many": (
        "{L.a}为 {N.a}，{L.b}为 {N.b}，{L.c}为 {N.c}。",
        "{L.a} {N.a}、{L.b} {N.b}、{L.c} {N.c}。",
        "{L.a}（{N.a}）、{L.b}（{N.b}）与{L.c}（{N.c}）需要合并观察。",
        "{L.a}、{L.b}和{L.c}分别为 {N.a}、{N.b} 和 {N.c}。",
        "主要指标：{L.a}={N.a}；{L.b}={N.b}；{L.c}={N.c}。",
        "核心指标如下：\n- {L.a}：{N.a}\n- {L.b}：{N.b}\n- {L.c}：{N.c}\n",
        "| 指标 | 数值 |\n|---|---|\n| {L.a} | {N.a} |\n| {L.b} | {N.b} |\n| {L.c} | {N.c} |\n",
    ),
    "listed": (
        "{P.a}，{L.a}为 {N.a}，{L.b}为 {N.b}，{L.c}为 {N.c}。",
        "{P.a}：{L.a} {N.a}；{L.b} {N.b}；{L.c} {N.c}。",
        "截至 {P.a}：\n- {L.a}：{N.a}\n- {L.b}：{N.b}\n1. {L.c}：{N.c}\n",
        "| 指标 | {P.a} |\n|---|---|\n| {L.a} | {N.a} |\n| {L.b} | {N.b} |\n| {L.c} | {N.c} |\n",
    ),
    "moved": (
        "{L.a}从 {P.a} 的 {N.a} {M.b} {N.b}。",
        "{L.a}由 {P.a} 的 {N.a} {M.b} {P.b} 的 {N.b}。",
        "{P.a}{L.a}为 {N.a}，目前为 {N.b}。",
        "{L.b}为 {N.b}，而 {P.a} 为 {N.a}。",
        "{P.a} 和 {P.b} 的{L.a}分别为 {N.a} 和 {N.b}。",
        "{P.b}{L.b}{M.b} {N.b}，{P.a} 为 {N.a}。",
        "| 指标 | {P.a} | {P.b} |\n|---|---|---|\n| {L.a} | {N.a} | {N.b} |\n",
    ),
    "yearly": (
        "{L.b}为 {N.b}，{R.a}为 {N.a}。",
        "{L.b} {N.b}，较{R.a}的 {N.a} 有变化。",
        "{P.b}{L.b}为 {N.b}（{R.a}：{N.a}）。",
        "{L.b}由{R.a}的 {N.a} {M.b} {N.b}。",
        "{L.b}为 {N.b}，{R.a}{L.a}为 {N.a}。",
    ),
    "grown": (
        "{L.a}为 {N.a}。",
        "{L.a}{V.a} {B.a}。",
        "{P.a}{L.a}{V.a} {B.a}，好坏参半。",
        "{L.a}{V.a}了 {B.a}。",
        "{L.a}录得 {N.a}，动能一般。",
    ),
    "amount_grown": (
        "{L.a}为 {N.a}，同比{V.g} {B.g}。",
        "{P.a}{L.a} {N.a}，较上年同期{V.g} {B.g}。",
        "{C.a} {L.a}达 {N.a}，同比{V.g}约 {B.g}。",
        "{L.a} {N.a}（同比 {N.g}）。",
    ),
    "lost": (
        "{L.a}口径下公司{S.a} {B.a}。",
        "{P.a}{L.a}{S.a} {B.a}。",
    ),
    "peered": (
        "{C.a}的{L.a}为 {N.a}，{C.b}为 {N.b}。",
        "与{C.b}的 {N.b} 相比，{C.a}的{L.a}为 {N.a}。",
        "{C.a}和{C.b}的{L.a}分别为 {N.a} 与 {N.b}。",
        "{C.b}的{L.b}为 {N.b}，{C.a}为 {N.a}。",
        "同业{C.b}的{L.b}：{N.b}；{C.a}：{N.a}。",
    ),
    "ruled": (
        "{L.a}为 {N.a}，{L.r}为 {N.r}。",
        "{L.a} {N.a}，对照{L.r} {N.r} 判断。",
        "以{L.r} {N.r} 为界，{L.a}为 {N.a}。",
    ),
    "ranged": (
        "{L.a}与{L.b}构成 {N.a}–{N.b} 的区间。",
        "{L.a}至{L.b}为 {N.a}～{N.b}。",
        "{L.a} {N.a}，{L.b} {N.b}。",
    ),
    "charted": (
        "{L.a}为 {N.a}，MA20 为 {N.b}，RSI14 为 {N.c}，KDJ(9,3,3) 与 MACD(12,26,9) 未见背离。",
        "近 20 日看，{L.a} {N.a} 与 {L.b} {N.b} 缠绕，{L.c}读数 {N.c}，52 周区间未破。",
        "{L.a}（{N.a}）相对 {L.b}（{N.b}）偏离有限；{L.c}为 {N.c}，第 3 次测试前高。",
    ),
    "quoted_text": (
        "据报道，{Q.d}，影响尚待确认。",
        "消息面：{Q.d}。",
    ),
    "margins_apart": (
        "{L.b}为 {N.b}，较{R.a}的 {N.a} {XD.v}。",
        "{L.b}较 {P.a} {XD.v}。",
        "{L.a}从 {P.a} 的 {N.a} {M.b} {N.b}，变动 {XD.x}。",
    ),
    "multiplied": (
        "{L.b}为 {N.b}，相当于 {P.a} {N.a} 的 {XR.x}。",
        "{L.b} {N.b}，较 {P.a} {XG.v}。",
    ),
    "averaged": ("{P.a} 与 {P.b} 的{L.b}均值为 {XM.x}。", "{L.b}在 {P.a} 和 {P.b} 两期的平均为 {XM.x}。"),
    "totalled": ("{L.a}与{L.b}合计 {XS.x}。",),
}

_EN: Patterns = {
    "single": (
        "The {L.a} is {N.a}.",
        "{L.a}: {N.a}.",
        "The latest {L.a} of {N.a} deserves attention.",
        "Currently, the {L.a} stands at {N.a}.",
        "At {N.a}, the {L.a} leaves little room.",
        "2) {L.a}: {N.a}.",
        "- **{L.a}**: {N.a}.",
        "With a {L.a} of {N.a}, the picture is mixed.",
        "The {L.a} is {A.a}, in line with guidance.",
        "The company's {L.a} ({N.a}) looks reasonable.",
        "| {L.a} | {N.a} |\n",
    ),
    "named": (
        "{C.a}'s {L.a} is {N.a}.",
        "The {L.a} of {C.a} came in at {N.a}.",
        "For {C.a}, the {L.a} is {N.a}.",
        "As of {P.a}, {C.a} had a {L.a} of {N.a}.",
        "{C.a} reported a {L.a} of {N.a}.",
    ),
    "dated": (
        "In {P.a}, the {L.a} was {N.a}.",
        "The {L.a} was {N.a} in {P.a}.",
        "As of {P.a}, the {L.a} stood at {N.a}.",
        "The {L.a} for {P.a} was {N.a}.",
        "{L.a} ({P.a}): {N.a}.",
        "The {L.a} came to {N.a} ({P.a}).",
        "- {P.a}: {L.a} {N.a}.",
    ),
    "many": (
        "The {L.a} is {N.a}, the {L.b} is {N.b} and the {L.c} is {N.c}.",
        "{L.a} {N.a}, {L.b} {N.b}, {L.c} {N.c}.",
        "The {L.a} ({N.a}), {L.b} ({N.b}) and {L.c} ({N.c}) belong together.",
        "The {L.a}, {L.b} and {L.c} are {N.a}, {N.b} and {N.c}, respectively.",
        "Key figures: {L.a} = {N.a}; {L.b} = {N.b}; {L.c} = {N.c}.",
        "Key figures:\n- {L.a}: {N.a}\n- {L.b}: {N.b}\n- {L.c}: {N.c}\n",
        "| Figure | Value |\n|---|---|\n| {L.a} | {N.a} |\n| {L.b} | {N.b} |\n| {L.c} | {N.c} |\n",
        "With {N.a} in {L.a}, {N.b} in {L.b} and {N.c} in {L.c}, the case is balanced.",
    ),
    "listed": (
        "In {P.a}, the {L.a} was {N.a}, the {L.b} {N.b} and the {L.c} {N.c}.",
        "{P.a}: {L.a} {N.a}; {L.b} {N.b}; {L.c} {N.c}.",
        "As of {P.a}:\n- {L.a}: {N.a}\n- {L.b}: {N.b}\n3. {L.c}: {N.c}\n",
        "| Figure | {P.a} |\n|---|---|\n| {L.a} | {N.a} |\n| {L.b} | {N.b} |\n| {L.c} | {N.c} |\n",
        "The {L.a} was {N.a}, the {L.b} {N.b} and the {L.c} {N.c} in {P.a}.",
    ),
    "moved": (
        "The {L.a} {M.b} {N.b} from {N.a} in {P.a}.",
        "From {N.a} in {P.a}, the {L.a} {M.b} {N.b} in {P.b}.",
        "The {L.a} was {N.a} in {P.a} and is now {N.b}.",
        "The {L.b} is {N.b}, against {N.a} in {P.a}.",
        "In {P.a} and {P.b} the {L.a} was {N.a} and {N.b}, respectively.",
        "In {P.b} the {L.b} {M.b} {N.b}, compared with {N.a} in {P.a}.",
        "| Figure | {P.a} | {P.b} |\n|---|---|---|\n| {L.a} | {N.a} | {N.b} |\n",
    ),
    "yearly": (
        "The {L.b} was {N.b}, versus {N.a} {R.a}.",
        "The {L.b} is {N.b}, compared with {N.a} {R.a}.",
        "In {P.b} the {L.b} was {N.b} ({R.a}: {N.a}).",
        "The {L.b} {M.b} {N.b} from {N.a} {R.a}.",
        "The {L.b} is {N.b}, and the {L.a} {R.a} was {N.a}.",
    ),
    "grown": (
        "The {L.a} is {N.a}.",
        "On the measure of {L.a}, the company {V.a} {B.a}.",
        "In {P.a}, {L.a} was {N.a}.",
        "{L.a} of {N.a} shows mixed momentum.",
    ),
    "amount_grown": (
        "The {L.a} was {N.a}, and it {V.g} {B.g} from a year earlier.",
        "In {P.a} the {L.a} came to {N.a}; it {V.g} {B.g} year on year.",
        "{C.a}'s {L.a} reached {N.a} and {V.g} by about {B.g} year on year.",
        "The {L.a} was {N.a} ({N.g} year on year).",
    ),
    "lost": (
        "In terms of {L.a}, the company made {S.a} {B.a}.",
        "In {P.a} the {L.a} line showed {S.a} {B.a}.",
    ),
    "peered": (
        "{C.a}'s {L.a} is {N.a}, and {C.b}'s is {N.b}.",
        "Compared with {N.b} at {C.b}, {C.a} has a {L.a} of {N.a}.",
        "The {L.a} of {C.a} and {C.b} is {N.a} and {N.b}, respectively.",
        "{C.b}'s {L.b} is {N.b}, while {C.a}'s is {N.a}.",
        "{C.a} has a {L.a} of {N.a} versus {N.b} for {C.b}.",
    ),
    "ruled": (
        "The {L.a} is {N.a}; the {L.r} is {N.r}.",
        "At {N.a}, the {L.a} is judged against the {L.r} of {N.r}.",
        "Measured by the {L.r} of {N.r}, the {L.a} is {N.a}.",
    ),
    "ranged": (
        "The {L.a} and the {L.b} span {N.a}–{N.b}.",
        "Between the {L.a} of {N.a} and the {L.b} of {N.b} lies fair value.",
        "{L.a} {N.a}, {L.b} {N.b}.",
    ),
    "charted": (
        "The {L.a} is {N.a}, MA20 is {N.b} and RSI14 is {N.c}; KDJ(9,3,3) and MACD(12,26,9) show no divergence.",
        "Over the past 20 days the {L.a} of {N.a} hugged {L.b} at {N.b}, with {L.c} at {N.c} inside the 52-week range.",
        "{L.a} ({N.a}) versus {L.b} ({N.b}): little distance; {L.c} reads {N.c}.",
    ),
    "quoted_text": (
        "According to the wire, {Q.d}, and the effect is open.",
        "News: {Q.d}.",
    ),
    "margins_apart": (
        "The {L.b} was {N.b}, against {N.a} {R.a}; it {XD.v}.",
        "The {L.b} {XD.v} from {P.a}.",
        "The {L.a} {M.b} {N.b} from {N.a} in {P.a}, a move of {XD.x}.",
    ),
    "multiplied": (
        "The {L.b} of {N.b} is {XR.x} of the {N.a} of {P.a}.",
        "The {L.b} was {N.b} and {XG.v} from {P.a}.",
    ),
    "averaged": ("The mean {L.b} of {P.a} and {P.b} is {XM.x}.", "Over {P.a} and {P.b} the {L.b} averaged {XM.x}."),
    "totalled": ("The {L.a} and the {L.b} add up to {XS.x}.",),
}

PATTERNS: Mapping[str, Patterns] = {"zh": _ZH, "en": _EN}
