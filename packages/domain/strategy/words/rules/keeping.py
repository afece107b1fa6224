"""`Hold while …` beside a way in of its own: as long as it is so the trade is kept, so that its end is the way out."""

from packages.domain.strategy.json_tree import Document, Json
from packages.domain.strategy.words.grammar.meanings import TURNED, Meant, negated
from packages.domain.strategy.words.lexing.tokens import Token
from packages.domain.strategy.words.rules.segments import WordedRule
from packages.domain.strategy.words.rules.sentences import Reading
from packages.domain.strategy.words.rules.sides import mirrored

KEEP = "keep"


def enters_otherwise(rules: list[WordedRule]) -> bool:
    """Whether another rule than one of holding says when to get in; else who holds gets in."""
    enters = ("buy", "short", "rebuy", "trade")
    return any(rule.action is not None and rule.action.value in enters and rule.has_predicate for rule in rules)


def kept(meant: Meant, tokens: list[Token], reading: Reading) -> bool:
    """The end of it as a way out of every side that has a way in; False where that is not sure."""
    ends, sides = _end_of(meant), [side for side in reading.gathered.sides.values() if side.entries]
    if ends is None or not sides:
        return False
    said = [exit_.json for side in sides for _, exit_ in side.exits]
    if any(_compares(each) == _compares(ends.json) for each in said):
        reading.clause("", tokens)
        return True
    if said and set(ends.json) & {"not", "any"}:
        return False
    number = reading.clause("exit", tokens)
    for side in sides:
        side.exits.append((number, ends))
    return True


def _end_of(meant: Meant) -> Meant | None:
    [(word, body)] = meant.json.items()
    if word == "cross":
        return None  # an event does not last
    if word == "not" and isinstance(body, dict):
        return Meant(body, meant.factors, meant.assumed, meant.left, meant.right)
    return mirrored(meant) if word == "cmp" else None if "cross" in str(meant.json) else negated(meant)


def _compares(json: Document) -> tuple[Json, str] | None:
    """What is compared with what, and which way, whether it is an event or a state."""
    [(word, body)] = json.items()
    if word not in ("cmp", "cross") or not isinstance(body, dict):
        return None
    op = str(body["op"])
    way = "up" if op in ("gt", "gte", "cross_above") else "down" if TURNED.get(op) else op
    return [body.get("left", body.get("a")), body.get("right", body.get("b"))], way
