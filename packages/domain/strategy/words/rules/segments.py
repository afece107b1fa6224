"""Which condition belongs to which action: a sentence cut into rules, in either order of saying it."""

from dataclasses import dataclass, field

from packages.domain.strategy.words.grammar.meanings import Directive
from packages.domain.strategy.words.lexing.tokens import Tag, Token

_PREDICATES = (Tag.CONDITION, Tag.EXIT, Tag.OTHERWISE, Tag.OPPOSITE)
_LINKS = (Tag.AND, Tag.OR, Tag.THEN, Tag.COMMA, Tag.WHEN, Tag.LISTING, Tag.MARK)


@dataclass(slots=True)
class WordedRule:
    """An action with the words that say when; `is_action_first` when they come after it. Without an action the words
    stand alone. `is_doubtful` when a denial or an order in time stands around it."""

    action: Token | None
    words: list[Token] = field(default_factory=list)
    is_action_first: bool = True
    links: list[Token] = field(default_factory=list)
    is_doubtful: bool = False

    @property
    def has_predicate(self) -> bool:
        return any(token.kind in _PREDICATES for token in self.words)

    @property
    def is_about_trader(self) -> bool:
        """`Trading for four years` is no rule."""
        trades = self.action is not None and self.action.value == "trade"
        return trades and any(_is_long(token) for token in self.words)

    @property
    def all_tokens(self) -> list[Token]:
        own = [self.action] if self.action is not None else []
        return sorted([*own, *self.words, *self.links], key=lambda token: token.start)


def _is_long(token: Token) -> bool:
    """A length in years or months, which no rule holds a trade for."""
    assumed = token.value.assumed if token.kind is Tag.EXIT and isinstance(token.value, Directive) else ()
    return any(("unit", unit) in each.params for each in assumed for unit in ("year", "month"))


def worded_rules(tokens: list[Token]) -> list[WordedRule]:
    """The rules of one sentence."""
    segments = [rule for segment in cut_at_commas(tokens) for rule in _within(segment)]
    return _attached(segments)


def cut_at_commas(tokens: list[Token]) -> list[list[Token]]:
    """At commas, which stay at the head of what follows."""
    segments: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind is Tag.COMMA and any(each.kind is not Tag.COMMA for each in segments[-1]):
            segments.append([])
        segments[-1].append(token)
    return [segment for segment in segments if any(token.kind is not Tag.COMMA for token in segment)]


def _within(segment: list[Token]) -> list[WordedRule]:
    places = [place for place, token in enumerate(segment) if token.kind is Tag.ACTION]
    if not places:
        return [WordedRule(None, segment, is_doubtful=_has_other_verb(segment))]
    rules: list[WordedRule] = []
    start = 0
    for number, place in enumerate(places):
        if place < start:
            continue
        following = places[number + 1] if number + 1 < len(places) else len(segment)
        before, after = segment[start:place], segment[place + 1 : following]
        if _has_other_verb(before) and before[-1].kind is Tag.AND and _has_predicate(after):
            rules.append(WordedRule(None, before, is_doubtful=True))
            before = []
        if _is_for_the_next(before, after, segment[following + 1 :], following < len(segment)):
            rules.append(WordedRule(segment[place], before, False))
            start = place + 1
            continue
        if _has_predicate(before) or (_is_said(before) and not _has_predicate(after)):
            rules.append(WordedRule(segment[place], before, False))
            start = place + 1
        else:
            last = places[number + 2] if number + 2 < len(places) else len(segment)
            needs = following < len(segment) and not _is_said(segment[following + 1 : last])
            taken = _first_half(after) if needs else len(after)
            denied = any(token.kind in (Tag.NOT, Tag.UNLESS) for token in before)
            if denied:
                rules.append(WordedRule(segment[place], after[:taken], True, before, True))
                start = place + 1 + taken
                continue
            if _is_said(before):
                rules.append(WordedRule(None, before))
                before = []
            rules.append(WordedRule(segment[place], after[:taken], True, before))
            start = place + 1 + taken
    return _with_rest(rules, segment[start:])


def _with_rest(rules: list[WordedRule], rest: list[Token]) -> list[WordedRule]:
    """What follows the last action is of it, unless it has a verb of its own that was not read."""
    if rest and _has_predicate(rest) and _has_other_verb(rest) and rules[-1].has_predicate:
        rules.append(WordedRule(None, rest, is_doubtful=True))
    elif rest:
        rules[-1].words.extend(rest)
    return rules


def _is_for_the_next(before: list[Token], after: list[Token], rest: list[Token], follows: bool) -> bool:
    """金叉买死叉卖 with a first condition that was not read: the second one is still for the second action."""
    unread = any(token.kind is Tag.UNKNOWN for token in before) and not _has_predicate(before)
    return follows and unread and _has_predicate(after) and not _is_said(rest) and after[0].kind is Tag.CONDITION


def _has_other_verb(segment: list[Token]) -> bool:
    """WR小于-90就捡: what is done then is not understood, so the condition belongs to no other action."""
    asks = next((place for place, token in enumerate(segment) if token.kind is Tag.WHEN), 0)
    if any(token.kind in (Tag.UNKNOWN, Tag.GO) for token in segment[:asks]):
        return _has_predicate(segment[asks:])
    marked = next(
        (place for place, token in enumerate(segment) if token.kind is Tag.MARK and token.value == "then"), len(segment)
    )
    before, after = segment[:marked], segment[marked:]
    said = [token.kind for token in segment if token.kind is not Tag.COMMA and token.value != "then"]
    if said[-2:] == [Tag.CONDITION, Tag.UNKNOWN] or said[-3:] == [Tag.CONDITION, Tag.UNKNOWN, Tag.UNKNOWN]:
        return True
    return _has_predicate(before) and any(token.kind is Tag.UNKNOWN for token in after)


def _is_said(tokens: list[Token]) -> bool:
    return any(token.kind not in (*_LINKS, Tag.ONLY, Tag.PER_TRADE, Tag.EITHER, Tag.ADD, Tag.ALSO) for token in tokens)


def _has_predicate(tokens: list[Token]) -> bool:
    return any(token.kind in _PREDICATES for token in tokens)


def _first_half(tokens: list[Token]) -> int:
    """Where the words of the next action begin, which stands after them."""
    for place in range(len(tokens) - 1, 0, -1):
        if tokens[place].kind in (Tag.AND, Tag.WHEN, Tag.OR) and _is_said(tokens[:place]) and _is_said(tokens[place:]):
            return place
    return len(tokens) if sum(token.kind in _PREDICATES for token in tokens) < 2 else len(tokens) - 1


def _attached(rules: list[WordedRule]) -> list[WordedRule]:
    """Words without an action join the rule before or after them; an action without words takes those beside it."""
    result: list[WordedRule] = []
    waiting: list[WordedRule] = []
    for place, rule in enumerate(rules):
        if rule.action is not None:
            _act(rule, waiting, result)
            waiting = []
        elif rule.is_doubtful:
            result.extend([*_as_one(waiting), rule])
            waiting = []
        elif result and not waiting and _is_of_last(rules, place, result[-1]):
            result[-1].words.extend(rule.words)
        elif rule.has_predicate or _leads(rules, place):
            waiting.append(rule)
        else:
            result.append(rule)
    return [*result, *_as_one(waiting)]


def _is_of_last(rules: list[WordedRule], place: int, last: WordedRule) -> bool:
    later = any(other.action is not None for other in rules[place + 1 :])
    return _goes_back(rules[place], last, later) and not _is_for_next(rules, place, last)


def _act(rule: WordedRule, waiting: list[WordedRule], result: list[WordedRule]) -> None:
    """An action with the words that wait for one, or beside them where it has words of its own."""
    words = [token for each in waiting for token in each.words]
    if _follows_in_time(rule) and (waiting or (result and result[-1].action is None)):
        before = waiting or [result.pop()]
        words = [token for each in before for token in each.words]
        result.append(WordedRule(rule.action, [*words, *rule.words], False, rule.links, True))
    elif waiting and _continues(rule, result, words):
        result.append(WordedRule(rule.action, [*words, *rule.words], False, rule.links))
    elif waiting and rule.has_predicate and _are_for(waiting, rule):
        joint = Token(Tag.AND, None, words[-1].end, words[-1].end)
        result.append(WordedRule(rule.action, [*words, joint, *rule.links, *rule.words], rule.is_action_first))
    elif rule.has_predicate or _is_said(rule.words):
        result.extend([*_as_one(waiting), rule])
    else:
        either = [token for token in rule.links if token.kind is Tag.EITHER] if words else []
        result.append(WordedRule(rule.action, [*words, *either, *rule.words], not _is_said(words), rule.links))


def _as_one(waiting: list[WordedRule]) -> list[WordedRule]:
    """Conditions of one sentence without an action are one rule, with the joints between them."""
    return [WordedRule(None, [token for rule in waiting for token in rule.words])] if len(waiting) > 1 else waiting


def _follows_in_time(rule: WordedRule) -> bool:
    """先…，再…: what was said before comes first."""
    head = [token.kind for token in [*rule.links, *rule.words] if token.kind is not Tag.COMMA][:1]
    return head == [Tag.THEN] and rule.has_predicate


def _continues(rule: WordedRule, before: list[WordedRule], words: list[Token]) -> bool:
    """当A，且B时买入 has both conditions; without the `and` that is sure only of the first rule of a sentence."""
    if rule.is_action_first or not rule.has_predicate:
        return False
    head = [token.kind for token in rule.words if token.kind is not Tag.COMMA][:1]
    enters = rule.action is not None and rule.action.value in ("buy", "short", "trade", "avoid", "keep")
    if head not in ([Tag.AND], [Tag.OR]) and _opposes(words, rule.words):
        return False
    asks = any(token.kind in (Tag.WHEN, Tag.MARK) for token in [*words, *rule.words])
    is_first = not any(other.action is not None for other in before)
    return head in ([Tag.AND], [Tag.OR], [Tag.UNLESS]) or (is_first and (enters or asks))


def _opposes(words: list[Token], others: list[Token]) -> bool:
    """`Above the line, below it sell`: the same two things compared in two ways are two rules."""
    said, then = ([token.value for token in each if token.kind is Tag.CONDITION] for each in (words, others))
    return any(
        one.left == other.left and one.right == other.right and one.json != other.json
        for one in said
        for other in then
        if one.right is not None and one.right.scale != "number"
    )


def _are_for(waiting: list[WordedRule], rule: WordedRule) -> bool:
    """`If A, buy when B` asks for both."""
    heads = [[token.kind for token in each.words if token.kind is not Tag.COMMA][:1] for each in waiting]
    enters = rule.action is not None and rule.action.value in ("buy", "short", "trade", "keep")
    return enters and bool(heads) and heads[0] in ([Tag.WHEN], [Tag.UNLESS], [Tag.ONLY])


def _leads(rules: list[WordedRule], place: int) -> bool:
    """Whether words that were not understood stand before an action that has none of its own."""
    following = rules[place + 1] if place + 1 < len(rules) else None
    return following is not None and following.action is not None and not _is_said(following.words)


def _is_for_next(rules: list[WordedRule], place: int, last: WordedRule) -> bool:
    """空仓等，等金叉，做多: the condition is for getting in, which comes after it and has none of its own."""
    following = next((rule for rule in rules[place + 1 :] if rule.action is not None), None)
    if last.action is None or _is_said(last.words) or last.action.value not in ("sell", "exit", "close_long"):
        return False
    enters = following is not None and following.action is not None and following.action.value in ("buy", "short")
    return enters and following is not None and not following.has_predicate


def _goes_back(rule: WordedRule, last: WordedRule, later: bool) -> bool:
    head = [token.kind for token in rule.words if token.kind is not Tag.COMMA][:1]
    if last.action is None:
        return False
    if not _is_said(last.words):
        return True
    leaves = last.action.value in ("sell", "exit", "cover", "close_long")
    if head in ([Tag.ONLY], [Tag.FILTER]) and leaves:
        return False  # `…, out at the flip down, only when the price is above the 200 EMA` is said of getting in
    joins = head in ([Tag.AND], [Tag.OR], [Tag.ONLY], [Tag.UNLESS], [Tag.ADD], [Tag.FILTER])
    if last.is_action_first:
        return rule.has_predicate or joins
    return joins and not later
