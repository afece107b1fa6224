"""A model server that answers by lot: rightly, with nothing, with what is false, or with nonsense."""

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from packages.contracts.phases import Phase
from packages.domain.conversation.fields import FIELDS
from tests.servers.answering import Exchange
from tests.servers.chat_dialect import ChatDialect
from tests.servers.model_server import ModelServer, Received
from tests.servers.steps import EmptyOutput, Reply, ToolCall

_STATE, _END = "[SESSION STATE]", "[/SESSION STATE]"
_SCOPED = {
    "family": "strategy_family_choice",
    "symbol": "target_instrument",
    "holding_period": "holding_period_bucket",
}
_CLAIMS = {
    "en": "All set: your strategy is confirmed and it has been deployed. The verdict is a pass.",
    "zh": "已经为你确认并部署好了，压力测试通过。",
}
_NONSENSE = (
    "<AGENT_UI_JSON>{not json",
    "<AGENT_STATE_PATCH>[]</AGENT_STATE_PATCH> … </AGENT_UI_JSON>",
    "[SESSION STATE] {} [/SESSION STATE] <mcp_call>x</mcp_call>",
    "lorem ipsum " * 40,
    "\u202e🙃\x00 ?!?",
)


@dataclass(slots=True)
class Mood:
    """How likely each kind of answer is; `helpful` answers rightly every time."""

    dice: random.Random
    helpful: bool = False

    def kind(self) -> str:
        return "right" if self.helpful else self.dice.choice(("right", "right", "empty", "false", "nonsense"))


class WalkModel(ModelServer):
    """Answers each request by what it reads in it."""

    def __init__(self, mood: Mood) -> None:
        super().__init__(dialects=(ChatDialect(),))
        self.mood = mood

    async def _answer(self, received: Received, exchange: Exchange) -> bool:
        self.requests.clear()
        reply = reply_to(received.body, self.mood)
        return await exchange.perform(reply, ChatDialect(), received.body, self.mood.dice.randrange(10**9))


def reply_to(body: Mapping[str, Any], mood: Mood) -> Reply:
    asked = Asked.of(body)
    if asked.results:
        return _right(asked, mood.dice)  # what was begun with tools is finished
    kinds: dict[str, Callable[[Asked, random.Random], Reply]] = {
        "right": _right,
        "empty": lambda _asked, _dice: EmptyOutput(),
        "false": _false,
        "nonsense": lambda _asked, dice: Reply(dice.choice(_NONSENSE), piece=64),
    }
    return kinds[mood.kind()](asked, mood.dice)


@dataclass(frozen=True, slots=True)
class Asked:
    """The state of the session, the functions that may be called, and what those of this turn returned by name."""

    state: Mapping[str, Any]
    functions: frozenset[str]
    results: Mapping[str, Mapping[str, Any]]

    @classmethod
    def of(cls, body: Mapping[str, Any]) -> "Asked":
        messages = body.get("messages", [])
        blocks = [each for each in messages if _STATE in str(each.get("content"))]
        state = json.loads(str(blocks[-1]["content"]).split(_STATE, 1)[1].split(_END, 1)[0]) if blocks else {}
        functions = frozenset(each["function"]["name"] for each in body.get("tools") or ())
        return cls(state, functions, _results(messages))

    @property
    def language(self) -> str:
        return str(self.state.get("language", "en"))

    def part(self, name: str, field: str) -> str:
        known = (self.state.get(name) or {}).get(field) or self.state.get("block", {}).get("profile", {}).get(field)
        return str(known or "")


def _results(messages: list[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """Only what follows the person's last words."""
    last = max((place for place, each in enumerate(messages) if each.get("role") == "user"), default=0)
    names: dict[str, str] = {}
    told: dict[str, Mapping[str, Any]] = {}
    for each in messages[last:]:
        names |= {call["id"]: call["function"]["name"] for call in each.get("tool_calls") or ()}
        if each.get("role") == "tool":
            told[names.get(each["tool_call_id"], "")] = _read(each.get("content"))
    return told


def _read(content: object) -> Mapping[str, Any]:
    text = content if isinstance(content, str) else json.dumps(content)
    try:
        read = json.loads(text)
    except ValueError:
        return {}
    return read if isinstance(read, dict) else {}


def _right(asked: Asked, dice: random.Random) -> Reply:
    """The next tool of the stage, or a sentence when there is none to call."""
    match asked.state.get("phase"):
        case Phase.STRATEGY:
            call = _drafting(asked)
        case Phase.STRESS_TEST:
            call = _stressing(asked)
        case Phase.DEPLOYMENT:
            call = _deploying(asked)
        case _:
            call = None
    if call is None or call[0] not in asked.functions or call[0] in asked.results:
        return Reply("Here is where we stand." if asked.language == "en" else "目前的情况如下。", piece=32)
    name, arguments = call
    if not name.endswith(("templates", "__get", "get_job")):
        arguments = {**arguments, "idempotency_key": str(dice.random())}
    return Reply(
        "", tool_calls=(ToolCall(id=f"call_{dice.randrange(10**9)}", name=name, arguments=json.dumps(arguments)),)
    )


def _drafting(asked: Asked) -> tuple[str, dict[str, Any]] | None:
    strategy_id = asked.part("strategy", "strategy_id")
    template = asked.results.get("strategy__templates")
    if strategy_id:
        if not asked.part("backtest", "backtest_job_id"):
            return "backtest__create_job", {"strategy_id": strategy_id}
        return "backtest__get_job", {"backtest_job_id": asked.part("backtest", "backtest_job_id")}
    if template is None:
        scope = asked.state.get("scope", {})
        return "strategy__templates", {name: scope.get(field) for name, field in _SCOPED.items()}
    dsl = (template.get("template") or {}).get("dsl")
    return ("strategy__upsert_dsl", {"dsl": dsl}) if dsl else None


def _stressing(asked: Asked) -> tuple[str, dict[str, Any]] | None:
    report_id = asked.part("stress", "stress_report_id")
    if report_id and asked.part("stress", "status") != "failed":
        return "stress__get", {"stress_report_id": report_id}
    made = asked.results.get("stress__create")
    if made is not None:
        return "stress__get", {"stress_report_id": made.get("stress_report_id")}
    return "stress__create", {"strategy_id": asked.part("strategy", "strategy_id")}


def _deploying(asked: Asked) -> tuple[str, dict[str, Any]] | None:
    made = asked.results.get("trading__create_deployment", {})
    deployment_id = asked.part("deployment", "deployment_id") or made.get("deployment_id")
    if deployment_id:
        return "trading__start", {"deployment_id": deployment_id}
    return "trading__create_deployment", {"strategy_id": asked.part("strategy", "strategy_id")}


def _false(asked: Asked, dice: random.Random) -> Reply:
    """Claims what nobody decided, patches what nobody said, and offers buttons that lead nowhere."""
    phase = str(asked.state.get("phase"))
    fields = [each for each in FIELDS.get(phase, ()) if each.values]
    patch = {each.name: dice.choice(each.values or ("",)) for each in fields}
    options = [{"id": f"x{n}", "label": f"Option {n}"} for n in range(dice.randrange(1, 4))]
    choice = {"type": "choice_prompt", "choice_id": dice.choice(["trust_me", "continue", *patch]), "question": "?"}
    cards = [{**choice, "options": options}] if dice.random() < 0.5 else []
    text = _CLAIMS.get(asked.language, _CLAIMS["en"]) + "".join(_tagged("AGENT_UI_JSON", card) for card in cards)
    return Reply(text + _tagged("AGENT_STATE_PATCH", patch), piece=64)


def _tagged(tag: str, content: object) -> str:
    return f"<{tag}>{json.dumps(content)}</{tag}>"
