"""Numbers of the rules scaled on request: longer periods, a tighter stop, a smaller size."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from packages.domain.conversation.understanding.model import Wish
from src.modules.llm_platform.infrastructure.guided.common import failed
from src.modules.llm_platform.infrastructure.guided.rule_talk import listed_rules, shown_changed
from src.modules.llm_platform.infrastructure.guided.turn import GuidedTurn, JsonView, Say, Script, change, use

_PERIODS = r"/params/\w*(?:period|length|window|lookback)$|/exits/\d+/bars$"
_STOPS = r"/exits/\d+/stop/(?!period)"
_SIZES = r"/position_sizing/(?!lookback|max_leverage)"


@dataclass(frozen=True, slots=True)
class _Scaling:
    pointers: str
    factor: float


CHANGES: Mapping[Wish, _Scaling] = {
    Wish.LONGER: _Scaling(_PERIODS, 1.5),
    Wish.SHORTER: _Scaling(_PERIODS, 0.67),
    Wish.TIGHTER: _Scaling(_STOPS, 0.75),
    Wish.WIDER: _Scaling(_STOPS, 1.3),
    Wish.SMALLER: _Scaling(_SIZES, 0.67),
    Wish.LARGER: _Scaling(_SIZES, 1.3),
}


def tuned(turn: GuidedTurn, strategy_id: str, wish: Wish) -> Script:
    found = yield from use("strategy", "list_tunable_params", strategy_id=strategy_id, limit=50)
    if not found.ok:
        yield from failed(turn, found)
        return
    operations = operations_for(wish, found.result.rows("tunables"))
    if not operations:
        yield Say(turn.words.say("nothing_to_change"))
        return
    answer = yield from change(
        "strategy",
        "patch_dsl",
        strategy_id=strategy_id,
        operations=operations,
        expected_version=found.result.count("version"),
    )
    if answer.code == "invalid_strategy":
        yield Say(turn.words.say("draft.change_refused"))
        yield from listed_rules(turn.state.texts("constraints"))
        return
    if not answer.ok:
        yield from failed(turn, answer)
        return
    yield from shown_changed(turn, found.result, answer.result)


def operations_for(wish: Wish, tunables: Sequence[JsonView]) -> list[dict[str, object]]:
    """Each number that is meant, scaled within the range that is worth trying; `add` also sets a number that the
    document leaves to its default."""
    scaling = CHANGES[wish]
    found = [each for each in tunables if re.search(scaling.pointers, each.text("pointer"))]
    scaled = [(each.text("pointer"), _scaled(each, scaling.factor), each.number("value")) for each in found]
    return [{"op": "add", "path": path, "value": value} for path, value, before in scaled if value != before]


def _scaled(tunable: JsonView, factor: float) -> int | float:
    value, low, high = (tunable.number(name) or 0.0 for name in ("value", "minimum", "maximum"))
    wanted = min(max(value * factor, low), high)
    return round(wanted) if tunable.text("kind") == "int" else round(wanted, 4)
