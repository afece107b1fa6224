"""The opinion where there is too little to go by: NO_CALL, with the reason."""

from src.modules.judge.domain.case import FEWEST_EXPERTS, Case
from src.modules.judge.domain.notes import say
from src.modules.judge.domain.verdict import Action, Opinion


def no_call(case: Case) -> Opinion:
    reason = say(f"no_call_{case.why_no_call}", case.language, fewest=FEWEST_EXPERTS)
    return Opinion(
        action=Action.NO_CALL,
        position_percent=0.0,
        confidence=0.0,
        probability=None,
        entry_strategy=say("no_call_entry", case.language),
        stop_loss=None,
        take_profit=None,
        invalidation_triggers=(),
        risk_warnings=(case.market.problem,) if case.market.problem else (),
        reasoning=reason,
    )
