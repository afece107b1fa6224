"""What a side stands for in a few sentences, counted from the experts and quoting them."""

from collections.abc import Sequence
from dataclasses import dataclass

from packages.core.messages import Language
from src.modules.debate.domain.dtos import DebateInput, SupportingArgument
from src.modules.debate.domain.lean import in_order, strength_of
from src.modules.debate.domain.model.enums import Stance
from src.modules.debate.infrastructure.rules.statements import ExpertStatement, clipped

_ZH_SIDE = {Stance.BULL: ("偏多", "多方"), Stance.BEAR: ("偏空", "空方")}
_EN_SIDE = {Stance.BULL: "bullish", Stance.BEAR: "bearish"}


@dataclass(frozen=True, slots=True)
class AdvocateCase:
    """A side, and what was said for it, the strongest first."""

    debate_input: DebateInput
    stance: Stance
    language: Language
    statements: Sequence[ExpertStatement]

    @property
    def followers(self) -> list[str]:
        """Experts whose signal points this side's way."""
        experts = self.debate_input.expert_summaries
        return [name for name in in_order(experts) if strength_of(experts[name].signal) * self.stance.sign > 0]


def thesis(case: AdvocateCase) -> str:
    return _thesis_zh(case) if case.language is Language.ZH else _thesis_en(case)


def answered(case: AdvocateCase, strongest: SupportingArgument, answer: ExpertStatement | None) -> str:
    """On the other side's strongest argument: the same expert's own words against it, or that there are none."""
    if case.language is Language.ZH:
        reply = f"同一专家亦指出：“{clipped(answer.text)}”。" if answer else "对此没有专家依据可以反驳，予以承认。"
        return f"对方最强的论点来自 {strongest.dimension}：“{clipped(strongest.argument)}”。{reply}"
    reply = (
        f"The same expert also says: “{clipped(answer.text)}”."
        if answer
        else "No expert gives an answer to it: granted."
    )
    return f" The other side's strongest argument is {strongest.dimension}'s: “{clipped(strongest.argument)}”. {reply}"


def _thesis_zh(case: AdvocateCase) -> str:
    word, side = _ZH_SIDE[case.stance]
    count, symbol = len(case.debate_input.expert_summaries), case.debate_input.symbol
    if not case.statements and not case.followers:
        return f"{symbol}：{count} 位专家没有一位给出{side}可用的依据，{side}无从立论。"
    who = (
        f"{len(case.followers)}/{count} 位专家{word}（{_listed(case, '、')}）"
        if case.followers
        else f"没有专家给出{word}信号，{side}只能依据其他专家承认的内容"
    )
    best = (
        f"最强的依据来自 {case.statements[0].expert}：“{clipped(case.statements[0].text)}”。" if case.statements else ""
    )
    return f"{symbol}：{who}。{best}"


def _thesis_en(case: AdvocateCase) -> str:
    word = _EN_SIDE[case.stance]
    count, symbol = len(case.debate_input.expert_summaries), case.debate_input.symbol
    if not case.statements and not case.followers:
        return (
            f"{symbol}: none of {count} experts says anything that the {case.stance.value} could use: there is no case."
        )
    who = (
        f"{len(case.followers)} of {count} experts are {word} ({_listed(case, ', ')})"
        if case.followers
        else f"no expert is {word}, so the {case.stance.value} argues from what the others grant"
    )
    strongest = case.statements[0] if case.statements else None
    best = f" The strongest ground is {strongest.expert}'s: “{clipped(strongest.text)}”." if strongest else ""
    return f"{symbol}: {who}.{best}"


def _listed(case: AdvocateCase, between: str) -> str:
    experts = case.debate_input.expert_summaries
    return between.join(f"{name} {experts[name].confidence:g}" for name in case.followers)
