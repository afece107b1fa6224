"""Whether a condition is for getting in or out, where its own words leave that open."""

from dataclasses import replace

from packages.domain.strategy.words.lexing.tokens import Tag, Token
from packages.domain.strategy.words.rules.segments import WordedRule, cut_at_commas
from packages.domain.strategy.words.rules.sentences import MANAGED, TITLE, Reading
from packages.domain.strategy.words.rules.sides import LONG, SHORT


def of_short_or_back(action: str, actions: set[str]) -> str:
    """Who covers has sold short before; 买回来 after 出来 is to buy."""
    if action == "rebuy":
        return "cover" if "short" in actions else "buy"
    if action == "sell":
        return "short"
    return "buy" if action == "cover" and "exit" in actions and not actions & {"short", "sell"} else action


def heads_short(rules: list[WordedRule]) -> bool:
    """做空：…进，…平: a heading without a condition says which side all that follows is of."""
    first = next((rule for rule in rules if rule.action is not None), None)
    if first is None or first.action is None or first.action.value != "short" or first.has_predicate:
        return False
    return not any(rule.action is not None and rule.action.value == "short" for rule in rules if rule is not first)


def with_roles(rules: list[WordedRule], *, keeps: bool) -> None:
    """Settles what an action is where the others decide it; `keeps` where holding is no way in."""
    actions = [rule.action.value for rule in rules if rule.action is not None]
    covers, buys = "cover" in actions, "buy" in actions
    is_short = heads_short(rules)
    for rule in rules:
        if not set(actions) & {"buy", "short", "trade", "keep"}:
            enters_unless(rule)
        if rule.action is None:
            continue
        if rule.action.value == "keep" and not keeps:
            rule.action = replace(rule.action, value="buy")
        if is_short and rule.action.value == "buy":
            rule.action = replace(rule.action, value="short")
        if rule.action.value == "rebuy" or (covers and not buys):
            rule.action = replace(rule.action, value=of_short_or_back(rule.action.value, {*actions}))


def sure_of_roles(rules: list[WordedRule]) -> list[WordedRule]:
    """Conditions without an action beside words that are not known: those may say what is done then."""
    whole = sorted((token for rule in rules for token in rule.all_tokens), key=lambda token: token.start)
    segments = cut_at_commas(whole)
    titled = [following[0].value == TITLE for following in segments[1:]] + [False]
    unknown = any(_is_unknown(segment) for segment, title in zip(segments, titled, strict=False) if not title)
    enters = any(rule.action is not None and rule.action.value in ("buy", "short", "trade", "keep") for rule in rules)
    for rule in rules:
        if rule.action is None and rule.has_predicate and unknown and not enters:
            rule.is_doubtful = True
    return rules


def _is_unknown(segment: list[Token]) -> bool:
    kinds = [token.kind for token in segment if token.kind is not Tag.COMMA]
    if any(token.value == MANAGED for token in segment):
        return False  # a stop that was not read is no way in or out
    place = kinds.index(Tag.UNKNOWN) if Tag.UNKNOWN in kinds else -1
    return place >= 0 and not {Tag.AND, Tag.OR, Tag.UNLESS, Tag.ACTION} & set(kinds)


def sides_left(rule: WordedRule, reading: Reading) -> list[str]:
    """The sides that a way out is of."""
    action = rule.action.value if rule.action is not None else ""
    if action == "cover":
        return [SHORT]
    if action in ("sell", "close_long"):
        return [LONG]
    return [side for side in (LONG, SHORT) if reading.gathered.sides[side].entries] or [LONG]


def enters_unless(rule: WordedRule) -> None:
    """`I'm flat unless A`, where nothing else says when to get in: in while A."""
    said = [place for place, token in enumerate(rule.words) if token.kind is not Tag.COMMA]
    flat = rule.action is not None and rule.action.value == "exit" and rule.is_action_first and bool(said)
    if flat and rule.action is not None and rule.words[said[0]].kind is Tag.UNLESS:
        rule.action = replace(rule.action, value="buy")
        rule.words[said[0]] = replace(rule.words[said[0]], kind=Tag.WHEN, value=None)
