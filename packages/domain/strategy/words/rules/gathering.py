"""From tokens to what they say: entries and exits by side, directives, and the words that were not understood."""

from dataclasses import replace

from packages.domain.strategy.words.grammar.chunks import Chunked
from packages.domain.strategy.words.grammar.meanings import TURNED, Meant, negated
from packages.domain.strategy.words.lexing.tokens import Tag, Token
from packages.domain.strategy.words.rules.corrected import without_corrected
from packages.domain.strategy.words.rules.explaining import without_explained
from packages.domain.strategy.words.rules.joining import combined
from packages.domain.strategy.words.rules.keeping import KEEP, enters_otherwise, kept
from packages.domain.strategy.words.rules.lone_rules import settle_conditional, settle_lone, settle_topics
from packages.domain.strategy.words.rules.parts import Part, parts_of
from packages.domain.strategy.words.rules.required import is_required
from packages.domain.strategy.words.rules.roles import sides_left, sure_of_roles, with_roles
from packages.domain.strategy.words.rules.segments import WordedRule, worded_rules
from packages.domain.strategy.words.rules.sentences import (
    ReadClause,
    Reading,
    note,
    prepared,
    sentences_of,
    without_directives,
    without_distances_from_levels,
)
from packages.domain.strategy.words.rules.sides import LONG, SHORT, crossed_back, mirrored, other_way
from packages.domain.strategy.words.rules.strictness import without_doubtful

# Where such words were not understood, a way out may have been among them.
_OF_RULES = {Tag.CONDITION, Tag.EXIT, Tag.VALUE, Tag.ACTION, Tag.OPPOSITE, Tag.OTHERWISE, Tag.CROSS, Tag.OVER}
_ENTRIES = {"buy": LONG, "short": SHORT}


def gathered_from(chunked: Chunked) -> Reading:
    """Directives first, for they are said of everything; then the rules, sentence by sentence."""
    reading = Reading(words=chunked.words)
    tokens, explained = without_explained(without_distances_from_levels(chunked.tokens, chunked.words))
    reading.unread.extend(explained)
    rest = without_directives(prepared(without_corrected(tokens, reading)), reading)
    rules = [rule for sentence in sentences_of(rest) for rule in sure_of_roles(worded_rules(sentence))]
    later, held = list[WordedRule](), list[WordedRule]()
    with_roles(rules, keeps=enters_otherwise(rules))
    for rule in rules:
        if rule.action is None or rule.action.value in ("buy", "short", "trade"):
            _read(rule, reading)
        elif rule.action.value == "avoid":
            later.insert(0, rule)
        elif rule.action.value == KEEP:
            held.append(rule)
        else:
            later.append(rule)
    settle_lone(reading)
    settle_conditional(reading)
    for rule in [*later, *held]:
        _read(rule, reading)
    settle_topics(reading)
    without_doubtful(reading, chunked.words)
    said = {token.kind for tokens in reading.unread for token in tokens}
    reading.gathered.exit_unread = reading.gathered.exit_unread or bool(said & _OF_RULES)
    return reading


def _read(rule: WordedRule, reading: Reading) -> None:
    parts = [part for part in parts_of(_without_then(rule.words)) if not part.says_nothing]
    parts = _without_other_verbs(parts, reading)
    known = [part for part in parts if part.understood is not None]
    unknown = [part for part in parts if part.understood is None]
    is_sure = all(part.is_foreign and not part.explains for part in unknown)
    heads = [token.kind for token in rule.words if token.kind is not Tag.COMMA][:1]
    in_order = heads == [Tag.AFTER] and any(part.joint != "or" for part in known[1:])
    lone_either = len(parts) == 1 and any(token.kind is Tag.EITHER for token in rule.words)
    if rule.is_doubtful or lone_either or in_order:
        _unread(rule, reading)
    elif not parts:
        _dangling(rule, reading)
    elif not known or (unknown and not (is_sure and _may_lose(unknown, parts) and not _excludes(rule, parts))):
        _unread(rule, reading)
    else:
        for part in unknown:
            reading.unread.append(part.tokens)
        reading.is_partial = reading.is_partial or bool(unknown)
        _understood(rule, known, reading)


def _without_other_verbs(parts: list[Part], reading: Reading) -> list[Part]:
    """`Buy when A and let it go when B`: after words that are not known, `when` begins the condition of those words."""
    for place in range(1, len(parts) - 1):
        part, following = parts[place], parts[place + 1]
        asks = bool(following.tokens) and following.tokens[0].kind is Tag.WHEN
        if part.understood is None and part.is_foreign and asks and part.joint in ("and", ""):
            reading.gathered.exit_unread = True
            reading.unread.extend(each.tokens for each in parts[place:])
            return parts[:place]
    return parts


def _may_lose(unknown: list[Part], parts: list[Part]) -> bool:
    """One of several that need not all be so cannot be left out, unless one alone stands beside it."""
    either = any(part.either or part.joint == "or" for part in parts)
    added = unknown == parts[-len(unknown) :] and all(part.joint == "and" and part.after_comma for part in unknown)
    return not either or added or len(parts) == 2 == len(unknown) + 1


def _excludes(rule: WordedRule, parts: list[Part]) -> bool:
    """What is left of an exception would exclude more than was said."""
    avoids = rule.action is not None and rule.action.value == "avoid"
    return avoids or any(part.joint == "unless" and part.understood is not None for part in parts)


def _without_then(words: list[Token]) -> list[Token]:
    """`Then` beside a comma or at an end only leads on; between two conditions it is an order in time."""
    kept: list[Token] = []
    for place, token in enumerate(words):
        before = words[place - 1].kind if place else Tag.COMMA
        ends = all(each.kind in (Tag.AND, Tag.COMMA) for each in words[place + 1 :])
        is_end = ends or before in (Tag.COMMA, Tag.AND)
        if token.kind is not Tag.THEN or not is_end:
            kept.append(token)
    return kept


def _dangling(rule: WordedRule, reading: Reading) -> None:
    """An action without a condition is part of what was said beside it, or of nothing."""
    if rule.action is None:
        return
    if rule.action.value in ("buy", "short", "trade", KEEP):
        if rule.action.value in _ENTRIES and reading.called is None:
            reading.called, reading.calls_after = _ENTRIES[rule.action.value], bool(reading.lone)
        reading.clauses.append(ReadClause("", rule.all_tokens))
        return
    reading.gathered.exit_unread = reading.gathered.exit_unread or _is_way_out(rule)
    reading.unread.append(rule.all_tokens)


def _is_way_out(rule: WordedRule) -> bool:
    return rule.action is not None and rule.action.value in ("sell", "exit", "cover", "close_long")


def _unread(rule: WordedRule, reading: Reading) -> None:
    if rule.is_about_trader:
        reading.unread.append(rule.all_tokens)
        return
    if rule.action is not None and rule.action.value in ("buy", "short", "trade"):
        reading.unread_entry = True
    reading.gathered.exit_unread = reading.gathered.exit_unread or _is_way_out(rule)
    reading.has_unread_rule = reading.has_unread_rule or (rule.action is not None and rule.has_predicate)
    reading.unread.append(rule.all_tokens)


def _understood(rule: WordedRule, parts: list[Part], reading: Reading) -> None:
    action = rule.action.value if rule.action is not None else ""
    tokens = [token for part in parts for token in part.tokens if token.kind not in (Tag.UNKNOWN, Tag.SYMBOL)]
    tokens += [token for token in rule.words if token.kind in (Tag.UNLESS, Tag.OTHERWISE)]
    own = [rule.action] if rule.action is not None else []
    if action == "avoid":
        _avoid(rule, parts, [*own, *tokens], reading)
    elif action in ("", "buy", "short", "trade", KEEP):
        meant = combined(parts) if all(part.says_a_condition for part in parts) else None
        if meant is None:
            _unread(rule, reading)
        elif action == KEEP:
            if not kept(meant, [*own, *tokens], reading):
                _unread(rule, reading)
        elif action == "":
            reading.lone.append((rule, meant, tokens))
        else:
            _enter(rule, meant, [*own, *tokens], reading)
    else:
        _leave(rule, parts, [*own, *tokens], reading)


def _enter(rule: WordedRule, meant: Meant, tokens: list[Token], reading: Reading) -> None:
    side = _ENTRIES.get(rule.action.value if rule.action else "", LONG)
    if meant.turns and rule.is_action_first:
        _unread(rule, reading)
        return
    if meant.is_neutral and side == SHORT:
        meant = other_way(meant)
    worded = reading.gathered.sides[side]
    if _lasts(rule):
        meant = replace(meant, closes=True)
    said = {token.kind for token in [*rule.words, *rule.links]}
    is_filter = bool(said & {Tag.ONLY, Tag.FILTER}) or is_required(rule, reading.words)
    others = [number for number, _ in worded.entries if number not in {each for each, _ in reading.conditional}]
    trades = [token for number in others for token in reading.clauses[number].tokens]
    if any(token.kind is Tag.ACTION and token.value == "trade" for token in trades) and not said & {Tag.OR, Tag.ALSO}:
        _unread(rule, reading)
        return
    if Tag.OR in said:
        reading.conditional.clear()  # what was asked before is one of several ways in
    if worded.entries and _buys_more(rule) and all(meant.json != each.json for _, each in worded.entries):
        _unread(rule, reading)
    elif is_filter and worded.entries:
        worded.filters.append((reading.clause("filter", tokens), meant))
    else:
        worded.entries.append((reading.clause("entry", tokens), meant))
        if is_filter:
            reading.conditional.append(worded.entries[-1])


def _buys_more(rule: WordedRule) -> bool:
    """RSI<20再买一半: a second purchase, which a rule of getting in cannot be."""
    said = [token for token in rule.all_tokens if token.kind is not Tag.MARK]
    places = [place for place, token in enumerate(said) if token is rule.action]
    return bool(places) and places[0] > 0 and said[places[0] - 1].kind is Tag.THEN


def _avoid(rule: WordedRule, parts: list[Part], tokens: list[Token], reading: Reading) -> None:
    """Not to buy in some case is a filter of the ways in; not to buy unless it is so, as well."""
    excepted = bool(parts) and parts[0].joint == "unless"
    meant = combined([replace(parts[0], joint=""), *parts[1:]])
    sides = [side for side in reading.gathered.sides.values() if side.entries]
    if meant is None or not sides or not all(part.says_a_condition for part in parts):
        _unread(rule, reading)
        return
    number = reading.clause("filter", tokens)
    filtering = meant if excepted else negated(meant)
    for side in sides:
        if not _is_implied(filtering, side.entry()):
            side.filters.append((number, filtering))


def _is_implied(filtering: Meant, entry: Meant | None) -> bool:
    """Not below a line is said by above it, and not falling through it by rising through it."""
    [(word, body)] = filtering.json.items()
    [(kind, denied)] = body.items() if word == "not" and isinstance(body, dict) else [("", None)]
    compares = kind in ("cmp", "cross") and isinstance(denied, dict)
    turned = {**denied, "op": TURNED.get(str(denied["op"]))} if compares and isinstance(denied, dict) else None
    return turned is not None and entry is not None and str({kind: turned}) in str(entry.json)


def _lasts(rule: WordedRule) -> bool:
    """`Long while …`: in as long as it is so."""
    said = [token for token in rule.words if token.kind is not Tag.COMMA]
    return bool(said) and said[0].kind in (Tag.AND, Tag.WHEN) and said[0].value == "while"


def _leave(rule: WordedRule, parts: list[Part], tokens: list[Token], reading: Reading) -> None:
    outcomes = [part for part in parts if part.understood and part.understood.kind is Tag.EXIT]
    signals = [part for part in parts if part not in outcomes]
    if outcomes and not _are_apart(parts):
        _unread(rule, reading)
        return
    if (
        len(signals) > 1
        and all(part.joint == "or" for part in signals[1:])
        and any(_is_opposite(part) for part in signals)
    ):
        for part in signals:  # each is a way out by itself
            _leave(rule, [replace(part, joint="")], [*tokens[:1], *part.tokens], reading)
        signals = []
    meant = _signal(signals, reading) if signals else None
    is_open = meant is not None and meant.is_neutral and meant.right is not None and meant.right.scale == "number"
    if signals and (meant is None or is_open):
        _unread(rule, reading)
        return
    for part in outcomes:
        token = part.understood
        if token is None:
            continue
        note(replace(token, start=part.tokens[0].start), reading)
    if meant is None:
        reading.clauses.append(ReadClause("", tokens))
        return
    number = reading.clause("exit", tokens)
    for side in sides_left(rule, reading):
        turned = other_way(meant) if meant.is_neutral and side == LONG else meant
        reading.gathered.sides[side].exits.append((number, turned))


def _is_opposite(part: Part) -> bool:
    return part.understood is not None and part.understood.kind is Tag.OPPOSITE


def _are_apart(parts: list[Part]) -> bool:
    """Ways out may be listed or joined by or; `and` would ask for both at once, which outcomes cannot be part of."""
    if len(parts) == 1:
        return True
    if all(part.understood and part.understood.kind is Tag.EXIT for part in parts):
        names = [part.understood.value.name for part in parts if part.understood]
        return len(set(names)) == len(names) and (
            "and" not in {part.joint for part in parts[1:]} or "time" not in names
        )
    return "and" not in {part.joint for part in parts[1:]}


def _signal(parts: list[Part], reading: Reading) -> Meant | None:
    special = [part.understood for part in parts if part.understood and part.understood.kind is not Tag.CONDITION]
    if not special:
        return combined(parts)
    entries = [side.entry() for side in reading.gathered.sides.values() if side.entries]
    entry = entries[0] if len(entries) == 1 else None
    if len(parts) > 1 or entry is None:
        return None
    if reading.is_partial and (special[0].value not in ("mirror", "cross") or set(entry.json) & {"all", "any"}):
        return None  # the opposite of one crossing is sure, of a whole of which a part is missing it is not
    if special[0].kind is Tag.OTHERWISE or special[0].value == "not":
        return negated(entry) if "cross_" not in str(entry.json) else None  # an event is over after its bar
    return crossed_back(entry) if special[0].value == "cross" else mirrored(entry)
