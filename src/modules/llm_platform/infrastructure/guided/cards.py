"""The cards that the guided voice shows, as JSON of the closed union."""

from collections.abc import Mapping, Sequence

from src.modules.llm_platform.infrastructure.guided.steps import Show
from src.modules.llm_platform.infrastructure.guided.turn import GuidedTurn


def choice(turn: GuidedTurn, choice_id: str, question: str, options: Sequence[str]) -> Show:
    """Options by id; their labels are the words `option.<id>`."""
    told = [{"id": each, "label": turn.words.label("option", each)} for each in options]
    return Show({"type": "choice_prompt", "choice_id": choice_id, "question": question, "options": told})


def prompt(turn: GuidedTurn, field: str, options: Sequence[str]) -> Show:
    """The question that the phase wants to ask, when it is for this field; the voice's own where there is none."""
    asked = turn.state.mapping("next_prompt")
    if field in str(asked.get("choice_id", "")):
        return Show(asked)
    return choice(turn, field, turn.words.say(f"ask.{field}"), options)


def strategy_card(dsl: Mapping[str, object], strategy_id: str, version: int) -> Show:
    return Show({"type": "strategy_card", "dsl_json": dict(dsl), "strategy_id": strategy_id, "version": version})


def backtest_charts(job_id: str, strategy_id: str) -> Show:
    return Show({"type": "backtest_charts", "job_id": job_id, "strategy_id": strategy_id})


def stress_report(report_id: str, scenario_set_id: str, verdict: str) -> Show:
    card = {"type": "stress_report", "stress_report_id": report_id, "scenario_set_id": scenario_set_id or None}
    return Show({**card, "verdict": verdict or None})


def deployment_status(deployment_id: str, status: str, mode: str, blocker: str) -> Show:
    card = {"type": "deployment_status", "deployment_id": deployment_id, "status": status}
    return Show({**card, "target": mode or None, "blocker": blocker or None})


def research_report(session_id: str, symbol: str, status: str) -> Show:
    shown = status if status in ("running", "completed", "partial") else "failed"
    return Show({"type": "research_report", "research_session_id": session_id, "symbol": symbol, "status": shown})


def debate_card(session_id: str, symbol: str) -> Show:
    return Show({"type": "debate_card", "research_session_id": session_id, "symbol": symbol})
