"""The opinion where there is too little to go by: NO_CALL, with the reason."""

from packages.core.messages import Language
from src.modules.judge.domain.case import FEWEST_EXPERTS, Case
from src.modules.judge.domain.verdict import Action, Opinion

_WHY = {
    ("no_debate", Language.EN): "There is no outcome of a debate to judge by.",
    ("no_debate", Language.ZH): "没有可供裁决的辩论结果。",
    ("too_few_experts", Language.EN): f"Fewer than {FEWEST_EXPERTS} experts have reported.",
    ("too_few_experts", Language.ZH): f"成功的专家少于 {FEWEST_EXPERTS} 位。",
    ("no_price", Language.EN): "There is no usable price to call from.",
    ("no_price", Language.ZH): "没有可用的基准价格。",
}
_NOTHING = {Language.EN: "Do nothing until there is more to go by.", Language.ZH: "在依据充分之前不操作。"}


def no_call(case: Case) -> Opinion:
    reason = _WHY[case.why_no_call, case.language]
    return Opinion(
        action=Action.NO_CALL,
        position_percent=0.0,
        confidence=0.0,
        probability=None,
        entry_strategy=_NOTHING[case.language],
        stop_loss=None,
        take_profit=None,
        invalidation_triggers=(),
        risk_warnings=(case.market.problem,) if case.market.problem else (),
        reasoning=reason,
    )
