"""More wordings, longer and looser: written without the checker at hand, as models write."""

from collections.abc import Mapping, Sequence

_ZH: Mapping[str, Sequence[str]] = {
    "single": (
        "值得一提的是，公司{L.a}目前已经来到 {N.a} 的水平，这在行业里并不常见。",
        "就{L.a}而言，{N.a} 的读数并不足以支持更激进的判断。",
        "我们注意到{L.a}为 {N.a}；在没有更多证据之前，这一点需要打折看待。",
        "（1）{L.a}：{N.a}，属中等水平。",
        "**结论**：{L.a} {N.a}，维持中性。",
        "{L.a}的最新值是{N.a}，请结合第 2 节一并阅读。",
    ),
    "named": (
        "{C.a}当前{L.a}为 {N.a}，与其业务模式相符。",
        "从公开数据看，{C.a}的{L.a}达到 {N.a}，但可持续性存疑。",
        "作为细分龙头，{C.a}实现{L.a} {N.a}。",
    ),
    "dated": (
        "回看 {P.a}，{L.a}曾为 {N.a}。",
        "在 {P.a} 这一时点，公司{L.a}录得 {N.a}。",
        "{P.a}末的{L.a}是 {N.a}，可作为参照。",
        "公司于 {P.a} 披露的{L.a}为 {N.a}。",
    ),
    "many": (
        "尽管{L.a}达到 {N.a}，但{L.b}只有 {N.b}，{L.c}则为 {N.c}，三者并不一致。",
        "综合来看，{L.a} {N.a}、{L.b} {N.b} 共同指向同一方向；此外，{L.c}为 {N.c}，也需纳入考量。",
        "若以 {N.a} 的{L.a}计，再考虑 {N.b} 的{L.b}和 {N.c} 的{L.c}，结论仍偏谨慎。",
        "在{L.a}为 {N.a}、{L.b}为 {N.b} 的情况下，{L.c}仍有 {N.c}，说明韧性尚可。",
        "{L.a}/{L.b}/{L.c}：{N.a}/{N.b}/{N.c}。",
        "一是{L.a}为 {N.a}；二是{L.b}为 {N.b}；三是{L.c}为 {N.c}。",
    ),
    "listed": (
        "{P.a} 业绩要点如下：{L.a} {N.a}，{L.b} {N.b}，以及{L.c} {N.c}。",
        "根据 {P.a} 的报表，公司{L.a}为 {N.a}，{L.b}为 {N.b}；{L.c}则为 {N.c}。",
        "（{P.a}）{L.a}：{N.a}；{L.b}：{N.b}；{L.c}：{N.c}。",
    ),
    "moved": (
        "{P.a} 至 {P.b} 期间，{L.a}由 {N.a} 变为 {N.b}。",
        "{L.a}此前在 {P.a} 为 {N.a}，最新已{M.b} {N.b}。",
        "与 {P.a} 的 {N.a} 相比，{L.b}如今是 {N.b}。",
        "{L.a}经历了从 {N.a}（{P.a}）到 {N.b}（{P.b}）的变化。",
        "{P.a} 时{L.a}还是 {N.a}，到 {P.b} 已是 {N.b}。",
    ),
    "yearly": (
        "{L.b}为 {N.b}，而{R.a}仅为 {N.a}，变化值得跟踪。",
        "公司{P.b}{L.b}为 {N.b}，{R.a}则是 {N.a}。",
        "相比{R.a}的 {N.a}，{L.b}如今为 {N.b}。",
        "{L.b} {N.b} vs {R.a} {N.a}。",
    ),
    "grown": (
        "{L.a}为 {N.a}，与预期大体相符。",
        "公司{L.a}大幅{V.a} {B.a}。",
        "{P.a}，公司{L.a}{V.a}达 {B.a}。",
    ),
    "amount_grown": (
        "公司实现{L.a} {N.a}，同比{V.g} {B.g}，节奏与上季度相近。",
        "{P.a} 公司{L.a}为 {N.a}，与上年同期相比{V.g}了 {B.g}。",
        "{L.a}规模 {N.a}，同比变动 {N.g}。",
    ),
    "peered": (
        "{C.a}的{L.a}为 {N.a}，同行{C.b}则为 {N.b}，差距明显。",
        "对比来看，{C.b}的{L.b}为 {N.b}，而{C.a}只有 {N.a}。",
        "{C.a}的{L.a}（{N.a}）与{C.b}（{N.b}）不在同一水平。",
        "横向比较，{C.a}、{C.b}的{L.a}依次为 {N.a}、{N.b}。",
    ),
    "ruled": (
        "{L.a}读数为 {N.a}，而本机构的{L.r}定在 {N.r}，两者需对照看。",
        "按照内部规则，{L.r}为 {N.r}；当前{L.a}为 {N.a}。",
    ),
    "ranged": ("{L.a}为 {N.a}，{L.b}为 {N.b}，区间较宽。", "DCF 测算给出的区间：{L.a} {N.a} ~ {L.b} {N.b}。"),
    "charted": (
        "技术面上，{L.a}报 {N.a}，站在 MA20（{N.b}）附近，RSI14 读数 {N.c}。",
        "{L.a} {N.a}；MA20 {N.b}；RSI(14) {N.c}；5 日、10 日均线粘合。",
    ),
    "lost": ("公司{L.a}仍录得{S.a} {B.a}，需要观察。",),
    "quoted_text": ("市场关注{Q.d}一事，后续进展待披露。", "1）{Q.d}；2）暂无其他重大公告。"),
    "margins_apart": (
        "与{R.a}的 {N.a} 相比，{L.b} {N.b}，{XD.v}。",
        "{P.b}{L.b}为 {N.b}，同比{XD.v}（{P.a}为 {N.a}）。",
    ),
    "multiplied": ("{P.b} 的{L.b}（{N.b}）是 {P.a}（{N.a}）的 {XR.x}。", "{L.b}由 {P.a} 的 {N.a} 变为 {N.b}，{XG.v}。"),
}

_EN: Mapping[str, Sequence[str]] = {
    "single": (
        "Worth noting is the {L.a}, which now sits at {N.a} and is unusual for the industry.",
        "A reading of {N.a} for {L.a} does not support a bolder call.",
        "We note that the {L.a} is {N.a}; without more evidence we would not lean on it.",
        "(1) {L.a}: {N.a}, which is middling.",
        "**Verdict**: {L.a} {N.a}, stay neutral.",
        "Its {N.a} {L.a} is the number to watch, as section 2 explains.",
    ),
    "named": (
        "{C.a} currently shows a {L.a} of {N.a}, which fits its model.",
        "Public data put the {L.a} of {C.a} at {N.a}, though it may not last.",
        "As a niche leader, {C.a} delivered {L.a} of {N.a}.",
    ),
    "dated": (
        "Back in {P.a}, the {L.a} had been {N.a}.",
        "The company posted a {L.a} of {N.a} for {P.a}.",
        "At {N.a}, the {L.a} of {P.a} serves as a reference.",
        "The {L.a} reported for {P.a} was {N.a}.",
    ),
    "many": (
        "Despite a {L.a} of {N.a}, the {L.b} remains at only {N.b}, and the {L.c}, at {N.c}, points the other way.",
        "Taken together, {L.a} at {N.a} and {L.b} at {N.b} point one way; in addition, {L.c} of {N.c} matters.",
        "The picture is thin: {N.a} {L.a}, {N.b} {L.b} and {N.c} {L.c}.",
        "With the {L.a} at {N.a} and the {L.b} at {N.b}, a {L.c} of {N.c} still shows resilience.",
        "{L.a}/{L.b}/{L.c}: {N.a}/{N.b}/{N.c}.",
        "First, the {L.a} is {N.a}; second, the {L.b} is {N.b}; third, the {L.c} is {N.c}.",
    ),
    "listed": (
        "Highlights of {P.a}: {L.a} {N.a}, {L.b} {N.b}, and {L.c} {N.c}.",
        "According to the {P.a} report, the {L.a} was {N.a} and the {L.b} {N.b}, while the {L.c} was {N.c}.",
        "({P.a}) {L.a}: {N.a}; {L.b}: {N.b}; {L.c}: {N.c}.",
    ),
    "moved": (
        "Between {P.a} and {P.b}, the {L.a} went from {N.a} to {N.b}.",
        "The {L.a}, which was {N.a} in {P.a}, most recently {M.b} {N.b}.",
        "Against {N.a} in {P.a}, the {L.b} is {N.b} today.",
        "The {L.a} moved from {N.a} ({P.a}) to {N.b} ({P.b}).",
        "In {P.a} the {L.a} was still {N.a}; by {P.b} it was {N.b}.",
    ),
    "yearly": (
        "The {L.b} is {N.b}, whereas it was {N.a} {R.a}.",
        "In {P.b} the company's {L.b} was {N.b}, against {N.a} {R.a}.",
        "Next to {N.a} {R.a}, the {L.b} is now {N.b}.",
        "{L.b} {N.b} vs. {N.a} {R.a}.",
    ),
    "grown": (
        "{L.a} was {N.a}, broadly as expected.",
        "Measured by {L.a}, the top line {V.a} by {B.a}.",
        "For {P.a}, the {L.a} figure is {N.a}.",
    ),
    "amount_grown": (
        "The company delivered {L.a} of {N.a}, which {V.g} {B.g} year on year.",
        "In {P.a} {L.a} amounted to {N.a} and {V.g} {B.g} compared with a year earlier.",
        "{L.a} of {N.a} means a year-on-year change of {N.g}.",
    ),
    "peered": (
        "{C.a}'s {L.a} is {N.a}, while its peer {C.b} shows {N.b}, a clear gap.",
        "By comparison, {C.b} has a {L.b} of {N.b}, and {C.a} only {N.a}.",
        "{C.a}'s {L.a} ({N.a}) and {C.b}'s ({N.b}) are not on the same level.",
        "Its {N.a} {L.a} compares with {N.b} for {C.b}.",
    ),
    "ruled": (
        "The {L.a} reads {N.a}, whereas our own {L.r} is set at {N.r}.",
        "Under the house rules the {L.r} is {N.r}; at present the {L.a} is {N.a}.",
    ),
    "ranged": ("The {L.a} is {N.a} and the {L.b} {N.b}, a wide range.", "DCF range: {L.a} {N.a} to {L.b} {N.b}."),
    "charted": (
        "On the chart the {L.a} of {N.a} stands near MA20 ({N.b}), and RSI14 reads {N.c}.",
        "{L.a} {N.a}; MA20 {N.b}; RSI(14) {N.c}; the 5-day and 10-day averages have converged.",
    ),
    "lost": ("The {L.a} line again shows {S.a} {B.a}, which needs watching.",),
    "quoted_text": ("The market is watching {Q.d}; details are to follow.", "1) {Q.d}; 2) no other announcements."),
    "margins_apart": (
        "Compared with {N.a} {R.a}, the {L.b} of {N.b} {XD.v}.",
        "In {P.b} the {L.b} was {N.b} and {XD.v} year on year ({P.a}: {N.a}).",
    ),
    "multiplied": (
        "The {L.b} of {P.b} ({N.b}) is {XR.x} of that of {P.a} ({N.a}).",
        "The {L.b} went from {N.a} in {P.a} to {N.b}, so it {XG.v}.",
    ),
}

MORE: Mapping[str, Mapping[str, Sequence[str]]] = {"zh": _ZH, "en": _EN}
