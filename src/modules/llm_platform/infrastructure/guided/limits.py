"""What has to be right before a deployment, and what binds it, in plain words."""

from src.modules.llm_platform.infrastructure.guided.facts import Facts
from src.modules.llm_platform.infrastructure.guided.turn import GuidedTurn
from src.modules.llm_platform.infrastructure.guided.words import amount, percent

_SHARES = frozenset({"drawdown", "daily_loss", "position_share", "symbol_exposure"})
_MONEY = frozenset({"position_value", "capital"})


def checked(turn: GuidedTurn, check: Facts) -> str:
    """In the voice's own words where it has them, in the tool's otherwise."""
    mark, name = "✓" if check.text("status") == "ok" else "✗", check.text("name")
    code = check.text("code")
    told = turn.words.own(f"blocker.{code}" if code else f"check.{name}.ok", check.text("told"))
    return f"{mark} {turn.words.label('check', name)}: {told}"


def limits_told(turn: GuidedTurn, facts: Facts) -> str:
    """Those on money; how many orders and how old data may be goes without saying them all."""
    told = [_limit(turn, each) for each in facts.rows("limits")]
    return turn.words.say("comma").join(each for each in told if each)


def _limit(turn: GuidedTurn, limit: Facts) -> str:
    name, most = limit.text("name"), limit.number("most")
    if name in _SHARES:
        shown = percent(most)
    elif name in _MONEY:
        shown = amount(most)
    elif name == "gross_exposure":
        shown = turn.words.say("times", number=f"{most or 0:g}")
    else:
        return ""
    clause = limit.text("clause")
    return f"{turn.words.label('limit', name)} ≤ {shown} ({turn.words.label('clause', clause)})"
