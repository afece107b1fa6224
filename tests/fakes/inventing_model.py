"""A model that invents: every number, tag and event of its sentences is its own, and every sentence has a name."""

import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

_ZH = (
    "{name}预计营收将增长 {number}%，市场空间巨大",
    "{name}获得巴菲特增持 {number}% 股份",
    "{name}净利润达到 {number} 亿元[{tag}]",
    "{name}的毛利率升至 {number}%[{tag}]，创历史新高",
    "{name}公司首席财务官已被逮捕[{tag}]",
    "{name}监管机构已对其立案",
    "{name}签订重大合同[{tag}]",
    "{name}目标价上看 {number} 元",
    "{name}前景看好，值得期待",
)
_EN = (
    "{name} revenue will triple to {number} billion",
    "{name}: Buffett bought {number}% of the company",
    "{name} net profit reached {number} million[{tag}]",
    "{name} gross margin rose to {number}%[{tag}], a record",
    "{name}: the CFO was arrested for fraud [{tag}]",
    "{name}: the regulator fined the company",
    "{name} signed a contract with the state [{tag}]",
    "{name} has a fair value of {number} a share",
    "{name} has a bright future ahead",
)
_FILLER_ZH = (
    "这是一段示例文本", "内容待补充", "综合来看公司基本面良好", "建议持续关注后续表现", "整体趋势向好", "无",
    "行业前景广阔", "风险与机遇并存", "估值处于合理区间", "市场情绪有所回暖", "技术形态偏强，均线呈多头排列",
    "公司竞争优势明显",
)  # fmt: skip
_FILLER_EN = (
    "string", "Lorem ipsum dolor sit amet", "This is a sample text", "To be completed", "The outlook is mixed",
    "The company has solid fundamentals", "Momentum looks strong", "Valuation is reasonable", "n/a",
    "Investors should watch further developments", "The trend is positive and volume confirms it",
)  # fmt: skip
_FILLER_TAILS = ("", "", "", "[E{tag}]", " {number}", " {number}%[E{tag}]", "[E999]")


@dataclass
class Inventions:
    """`tags`: rows that exist, to be cited for numbers that they do not have; without any, tags are made up too."""

    dice: random.Random
    chinese: bool
    _names: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))
    made: list[str] = field(default_factory=list)

    def sentences(self, count: int, tags: Sequence[str] = ()) -> list[str]:
        return [self._sentence(tags) for _ in range(count)]

    def _sentence(self, tags: Sequence[str]) -> str:
        name = f"zq{next(self._names)}"
        self.made.append(name)
        template = self.dice.choice(_ZH if self.chinese else _EN)
        wants_number = "{number}" in template
        tag = self.dice.choice(tags) if tags and wants_number and self.dice.random() < 0.5 else self._made_up()
        number = f"{self.dice.uniform(100, 99_999):.2f}"
        return template.format(name=name, number=number, tag=tag) + ("。" if self.chinese else ".")

    def _made_up(self) -> str:
        number = self.dice.randrange(700, 9_999)
        return self.dice.choice((f"E{number}", f"technical_analyst:E{number}", f"catalyst_detective:E{number}"))


def filler(dice: random.Random, *, chinese: bool) -> str:
    """Words without anything in them; now and then with a number or a tag that nothing stands behind."""
    words = dice.choice(_FILLER_ZH if chinese else _FILLER_EN)
    tail = dice.choice(_FILLER_TAILS).format(tag=dice.randrange(1, 60), number=dice.randrange(100, 100_000))
    return f"{words}{tail}" + ("。" if chinese else ".")
