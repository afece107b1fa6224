"""The fixed words of `parley debate`, in both languages."""

from collections.abc import Mapping

from packages.core.messages import Language

_WORDS: Mapping[str, tuple[str, str]] = {
    "debate": ("多空辩论", "Debate"),
    "rounds": ("{rounds} 轮", "rounds: {rounds}"),
    "BULLISH": ("偏多", "Leans bullish"),
    "BEARISH": ("偏空", "Leans bearish"),
    "NEUTRAL": ("中性", "Neutral"),
    "confidence": ("置信度", "confidence"),
    "rise": ("上涨概率", "Probability of a rise"),
    "stage_before": ("辩论前", "before"),
    "stage_bull": ("多方后", "after the bull"),
    "stage_bear": ("空方后", "after the bear"),
    "stage_resolution": ("结论后", "after the resolution"),
    "bull": ("多方", "Bull"),
    "bear": ("空方", "Bear"),
    "risks": ("承认的风险", "Grants these risks"),
    "catalysts": ("价格催化剂", "What could lift the price"),
    "strengths": ("承认的优势", "Grants these strengths"),
    "triggers": ("风险触发点", "What could set it off"),
    "resolution": ("结论", "Resolution"),
    "disagreements": ("核心分歧", "Where they disagree"),
    "risk_matrix": ("风险矩阵", "Risk matrix"),
    "risk": ("风险", "Risk"),
    "chance": ("概率", "Probability"),
    "impact": ("影响", "Impact"),
    "mitigation": ("应对", "Mitigation"),
    "verdict": ("裁决", "Verdict"),
    "action": ("操作 {}", "{}"),
    "probability": ("概率 {:.0%}", "probability {:.0%}"),
    "position_percent": ("仓位 {:g}%", "position {:g}%"),
    "time_horizon": ("期限 {} 天", "over {} days"),
    "benchmark": ("基准 {}", "against {}"),
    "evidence": ("证据", "Evidence"),
    "failed": ("失败", "failed"),
    "debate_failed": ("辩论失败，研究结果仍然有效：{said}", "The debate failed; the research stands. {said}"),
    "judge_failed": ("裁决失败：{said}", "The judge failed: {said}"),
    "session": ("研究编号：{said}", "Session: {said}"),
    "no_model": ("按规则辩论：不询问任何模型。", "The debate goes by the rules: no model is asked."),
    "cost": (
        "辩论将向 {model} 提问 {calls} 次（至多 {most} 次），",
        "The debate asks {model} {calls} questions ({most} at most), ",
    ),
    "price": ("费用至多 ${cost}", "for at most ${cost}"),
    "unpriced": ("费用未知（该模型没有价格）", "at a cost that nobody knows (the model has no price)"),
    "if_usual": (
        "（按每位专家的报告不超过 {bytes} 字节计）；五位专家自己的提问与裁决不在其内。",
        " if no expert's report is longer than {bytes} bytes; what the five experts and the judge ask comes on top.",
    ),
}
_LEVELS = {"HIGH": ("高", "high"), "MEDIUM": ("中", "medium"), "LOW": ("低", "low")}
_STRENGTHS = {"HIGH": ("强", "strong"), "MEDIUM": ("中", "medium"), "LOW": ("弱", "weak")}


def _by_language(words: Mapping[str, tuple[str, str]]) -> dict[Language, dict[str, str]]:
    return {
        Language.ZH: {key: both[0] for key, both in words.items()},
        Language.EN: {key: both[1] for key, both in words.items()},
    }


WORDS, LEVELS, STRENGTHS = _by_language(_WORDS), _by_language(_LEVELS), _by_language(_STRENGTHS)
