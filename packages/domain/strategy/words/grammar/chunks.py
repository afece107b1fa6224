"""A text as the tokens that rules are made of: conditions, outcomes, directives, actions, and what is left over."""

from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest

from packages.domain.market_data.errors import BadSymbol
from packages.domain.market_data.symbols import Market, parse_symbol
from packages.domain.strategy.words.grammar.apart.corrections import with_last_numbers
from packages.domain.strategy.words.grammar.apart.demands import DEMANDS, with_demands
from packages.domain.strategy.words.grammar.apart.glosses import GLOSSES
from packages.domain.strategy.words.grammar.apart.ordering import with_rows_of_units, with_titles, without_standing
from packages.domain.strategy.words.grammar.apart.shared_words import with_bare_settings, with_shared_words
from packages.domain.strategy.words.grammar.apart.standing_alone import LONE
from packages.domain.strategy.words.grammar.apart.topics import with_settings
from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.crosses import CROSSES
from packages.domain.strategy.words.grammar.elisions import COMPARISONS
from packages.domain.strategy.words.grammar.free_order import FREE_ORDER
from packages.domain.strategy.words.grammar.meanings import price
from packages.domain.strategy.words.grammar.measures.by_share import BY_SHARE
from packages.domain.strategy.words.grammar.measures.changes import CHANGES
from packages.domain.strategy.words.grammar.measures.elided_lengths import ELIDED_LENGTHS
from packages.domain.strategy.words.grammar.measures.formulas import FORMULA_VALUES, FORMULAS
from packages.domain.strategy.words.grammar.measures.lately import LATELY, LATELY_OF, with_lately
from packages.domain.strategy.words.grammar.measures.nearness import NEARNESS
from packages.domain.strategy.words.grammar.measures.rows import ROWS
from packages.domain.strategy.words.grammar.moves import MOVES
from packages.domain.strategy.words.grammar.numbered_averages import NUMBERED
from packages.domain.strategy.words.grammar.outcomes import LATE_OUTCOMES, OUTCOMES
from packages.domain.strategy.words.grammar.patterns import WordRule, rewritten
from packages.domain.strategy.words.grammar.persistence import PERSISTENT
from packages.domain.strategy.words.grammar.positions import POSITIONS
from packages.domain.strategy.words.grammar.quantities import QUANTITIES
from packages.domain.strategy.words.grammar.relations import RELATIONS
from packages.domain.strategy.words.grammar.search import least_unread
from packages.domain.strategy.words.grammar.states import STATES
from packages.domain.strategy.words.grammar.timeframes import NamedBars, chosen_bars, with_bars
from packages.domain.strategy.words.grammar.trades import DIRECTIVES, DISTANCES
from packages.domain.strategy.words.grammar.value_rules import VALUES
from packages.domain.strategy.words.grammar.values import AVERAGES
from packages.domain.strategy.words.lexing.lexer import Lexer
from packages.domain.strategy.words.lexing.prohibitions import with_forbidden_entries
from packages.domain.strategy.words.lexing.tokens import Tag, Token

# Words of edits that say nothing in a rule: `set the stop to 5%`.
_SILENT_IN_RULES = (Tag.FILLER, Tag.SET, Tag.TO, Tag.SETTING)
_LABELS = frozenset(
    {
        Tag.STOP_LOSS,
        Tag.TAKE_PROFIT,
        Tag.TRAILING,
        Tag.SIZE,
        Tag.EQUITY,
        Tag.CHART,
        Tag.TIME_UNIT,
        Tag.HOLD,
        Tag.RISK,
        Tag.REWARD,
        Tag.RULE_WORD,
        Tag.PER_TRADE,
        Tag.VOLATILITY,
        Tag.TIMES,
        Tag.GAIN,
        Tag.LOSS,
        Tag.FILTER,
    }
)
_SAID_TWICE = (Tag.INDICATOR, Tag.FIELD)
_OF_PRICES = (Tag.CONDITION, Tag.WHEN)
_CHANGES = ("wider", "tighter", "more", "less")
_TITLE_ENDS = (Tag.COMMA, Tag.BREAK, Tag.BULLET, Tag.COLON)
_PASSES: tuple[tuple[WordRule[SentenceContext], ...], ...] = (
    (*FORMULA_VALUES, *LATELY_OF, *VALUES),
    GLOSSES,
    DISTANCES,
)
_RULES: tuple[WordRule[SentenceContext], ...] = (
    *DIRECTIVES, *PERSISTENT, *POSITIONS, *MOVES, *CROSSES, *STATES, *OUTCOMES, *COMPARISONS, *LONE, *LATE_OUTCOMES,
    *CHANGES, *ROWS, *FORMULAS, *NEARNESS, *ELIDED_LENGTHS, *BY_SHARE, *LATELY,
)  # fmt: skip


_FREE: tuple[WordRule[SentenceContext], ...] = (*NUMBERED, *FREE_ORDER)


@dataclass(frozen=True, slots=True)
class Chunked:
    """The tokens of a text, the words they were made of, and what the sentence was about."""

    tokens: list[Token]
    words: list[Token]
    context: SentenceContext


def words_of(lexer: Lexer, *, keeps_demands: bool = False) -> list[Token]:
    """Without fillers, and with one token for what is named twice: 顺势指标CCI, `the price closes`."""
    words: list[Token] = []
    for token in with_demands(lexer, lexer.tokens()) if keeps_demands else lexer.tokens():
        last = words[-1] if words else None
        if last is not None and last.kind is token.kind in _SAID_TWICE and last.value == token.value:
            words[-1] = replace(last, end=token.end)
        elif last is not None and _names_again(lexer, last, token):
            words[-1] = replace(token, start=last.start)
        elif token.kind is not Tag.FILLER:
            words.append(token)
    return with_forbidden_entries(without_standing(lexer, words))


def _places(tokens: list[Token]) -> set[tuple[int, int, Tag]]:
    return {_place(token) for token in tokens}


def _place(token: Token) -> tuple[int, int, Tag]:
    return token.start, token.end, token.kind


def _names_again(lexer: Lexer, name: Token, code: Token) -> bool:
    """`Gold GLD`: a name with the code of what is meant right after it."""
    are_symbols = name.kind is code.kind is Tag.SYMBOL and lexer.stands_between(name, code).strip() == ""
    written, called = lexer.written(code), lexer.written(name)
    is_name = not called.isupper() and called.isalpha()
    return are_symbols and is_name and written.isascii() and written.upper() == written


def chunked(
    words: list[Token], timeframe: str, silent: tuple[Tag, ...] = _SILENT_IN_RULES, *, is_whole: bool = True
) -> Chunked:
    """Each pass makes larger tokens of those of the pass before; an edit is no whole, for its rules stand elsewhere."""
    whole = [token for token in with_titles(words) if token.kind is not Tag.FILLER]
    said = with_last_numbers(whole)
    dropped = _places(whole) - _places(said)
    words = [word for word in words if _place(word) not in dropped]
    tokens = with_rows_of_units(_without_labels(with_bare_settings(said)))
    tokens = rewritten(rewritten(_without_equals(tokens), QUANTITIES, None), RELATIONS, None)
    tokens = _with_subjects_together(_without_owners(with_shared_words(tokens)))
    tokens = with_bars([token for token in _with_changes(tokens) if token.kind not in silent])
    bars = chosen_bars(tokens, timeframe)
    names_bars = bars != timeframe or any(isinstance(token.value, NamedBars) for token in tokens)
    mentioned = frozenset(str(token.value) for token in tokens if token.kind is Tag.INDICATOR)
    context = SentenceContext(bars, _trades_every_day(words), names_bars, may_be_price=is_whole, mentioned=mentioned)
    tokens = with_settings(tokens, words, context)
    context.settings.update(_named_settings(tokens, context))
    for rules in _PASSES:
        tokens = rewritten(tokens, rules, context)
    context.has_bare_average = any(token.kind is Tag.INDICATOR and token.value in AVERAGES for token in tokens)
    tokens, context = least_unread(tokens, (*_RULES, *_FREE) if is_whole else _RULES, context)
    tokens = with_lately(_without_titles(_without_subjects(tokens)))
    return Chunked(_with_marks(tokens, words), words, context)


def _named_settings(tokens: list[Token], context: SentenceContext) -> dict[str, list[float]]:
    """`Sell at the upper band. Bollinger 20, 2.5`: settings that are named apart are of what stands before them too."""
    probe = context.copied()
    topics = {str(token.value) for token in rewritten(tokens, _PASSES[0], probe) if token.kind is Tag.TOPIC}
    return {kind: numbers for kind, numbers in probe.settings.items() if kind in topics and kind not in AVERAGES}


def _with_changes(tokens: list[Token]) -> list[Token]:
    """成交量减少, 红柱缩短: a verb of change after what is measured says something of it, and is no word of an edit."""
    measured = (Tag.POSITIVE, Tag.VOLUME, Tag.OUTPUT, Tag.LINE, Tag.INDICATOR)
    return [
        replace(token, kind=Tag.UNKNOWN)
        if token.kind is Tag.SET and token.value in _CHANGES and last is not None and last.kind in measured
        else token
        for last, token in zip([None, *tokens], tokens, strict=False)
    ]


def _without_equals(tokens: list[Token]) -> list[Token]:
    """`New high = buy`: beside an action the sign only separates."""
    made = list(tokens)
    for place, token in enumerate(tokens):
        beside = [each.kind for each in [*tokens[max(0, place - 1) : place], *tokens[place + 1 : place + 2]]]
        if token.kind is Tag.OVER and token.value == "eq" and Tag.ACTION in beside:
            made[place] = Token(Tag.COMMA, None, token.start, token.start)
    labels = [
        place for place, token in enumerate(made[:-1]) if token.kind is Tag.FILTER and made[place + 1].value == "eq"
    ]
    return [token for place, token in enumerate(made) if place - 1 not in labels]


def _with_marks(tokens: list[Token], words: list[Token]) -> list[Token]:
    """The words that end a condition stand again where they stood, unless something was made across them."""
    marks = [word for word in words if word.kind is Tag.MARK and word.value != DEMANDS and word not in tokens]
    free = [mark for mark in marks if not any(token.start < mark.end and mark.start < token.end for token in tokens)]
    return sorted([*tokens, *free], key=lambda token: token.start)


def _without_labels(tokens: list[Token]) -> list[Token]:
    """Without the colons after a label: `size: 20%`."""
    kept: list[Token] = []
    for place, token in enumerate(tokens):
        following = tokens[place + 1].kind if place + 1 < len(tokens) else None
        heads = token.kind in (Tag.STOP_LOSS, Tag.TAKE_PROFIT, Tag.TRAILING, Tag.SIZE, Tag.GAIN, Tag.LOSS, Tag.RISK)
        if heads and following is Tag.COLON and kept and kept[-1].kind not in _LABELS:
            kept.append(Token(Tag.COMMA, None, token.start, token.start))
        if token.kind is not Tag.COLON or not place or tokens[place - 1].kind not in _LABELS:
            kept.append(token)
    return kept


def _without_subjects(tokens: list[Token]) -> list[Token]:
    """The price is what a condition is about that names no other: 股价放量突破60日高点."""
    kept: list[Token] = []
    for token, after in zip_longest(tokens, tokens[1:]):
        if token.kind is Tag.VALUE and token.value == price("close") and after and after.kind in _OF_PRICES:
            continue
        if token.kind is Tag.OPEN and after and after.kind is Tag.CONDITION:
            if kept and _is_assumed(kept[-1]):
                kept.pop()
            if after.value.left is not None and after.value.left.indicator == "relative_volume":
                while kept and kept[-1].kind in (Tag.VOLUME, Tag.MULTIPLE):
                    kept.pop()
            while kept and kept[-1].kind in (
                Tag.STATE,
                Tag.ARRAY,
                Tag.TREND,
                Tag.NOT,
                Tag.PRONOUN,
                Tag.INDICATOR,
                Tag.OUTLOOK,
            ):
                kept.pop()
            kept = _without_vague(kept)
        defines = token.kind is Tag.OVER and token.value == "eq" and after is not None and after.kind is Tag.CONDITION
        if defines and kept and kept[-1].kind is Tag.UNKNOWN:  # `uptrend = price above the 200 SMA`
            kept = _without_vague(kept)
            continue
        kept.append(token)
    return kept


def _without_vague(kept: list[Token]) -> list[Token]:
    """`When it looks cheap (RSI below 30)`: the words before the bracket are told, what is in it is meant."""
    place = len(kept)
    while place and kept[place - 1].kind in (Tag.UNKNOWN, Tag.PRONOUN, Tag.MARK):
        place -= 1
    starts = (Tag.WHEN, Tag.COMMA, Tag.BREAK, Tag.DIRECTIVE, Tag.ACTION, Tag.AND, Tag.BULLET, Tag.COLON)
    begins = place == 0 or kept[place - 1].kind in starts
    return kept[:place] if begins and any(token.kind is Tag.UNKNOWN for token in kept[place:]) else kept


def _without_titles(tokens: list[Token]) -> list[Token]:
    """放量阳线：成交量超过5日均量两倍而且收阳: what the words before a colon leave open is said after it."""
    made = list(tokens)
    for place, (token, after) in enumerate(pairwise(tokens)):
        if token.kind is not Tag.COLON or after.kind is not Tag.CONDITION:
            continue
        start = next((at + 1 for at in range(place - 1, -1, -1) if tokens[at].kind in _TITLE_ENDS), 0)
        title, rest = tokens[start:place], tokens[place + 1 :]
        end = next((at for at, each in enumerate(rest) if each.kind in (Tag.BREAK, Tag.ACTION)), len(rest))
        said = [each for each in rest[:end] if each.kind is Tag.CONDITION]
        if not title or not said:
            continue
        known = [each.value.json for each in said]
        vague = [each for each in title if each.kind in (Tag.UNKNOWN, Tag.RISE)]
        meant = [each for each in title if each not in vague]
        if meant and all(
            _is_assumed(each) or (each.kind is Tag.CONDITION and each.value.json in known) for each in meant
        ):
            first = replace(rest[0], start=title[0].start) if not vague else rest[0]
            return [*made[:start], first, *_without_titles(rest[1:])]
    return made


def _with_subjects_together(tokens: list[Token]) -> list[Token]:
    """`The price of AAPL drops`: the instrument stands before its price, so that the price is beside the verb."""
    made = list(tokens)
    for place in range(1, len(made) - 1):
        around = made[place - 1].kind is Tag.FIELD and made[place + 1].kind in (
            Tag.OVER,
            Tag.CROSS,
            Tag.TOUCH,
            Tag.RISE,
        )
        if made[place].kind is Tag.SYMBOL and around:
            made[place - 1], made[place] = made[place], made[place - 1]
    return made


def _is_assumed(token: Token) -> bool:
    """Oversold or a surge of volume at the usual level, which the brackets after it say otherwise."""
    codes = {each.code for each in token.value.assumed} if token.kind is Tag.CONDITION else set()
    return bool(codes & {"level", "volume_average", "aligned_averages"})


def _without_owners(tokens: list[Token]) -> list[Token]:
    """`Its 20-day average` is the 20-day average, and who sells sells `it`."""
    kept: list[Token] = []
    for place, token in enumerate(tokens):
        following = tokens[place + 1].kind if place + 1 < len(tokens) else None
        owns = following in (Tag.DURATION, Tag.INDICATOR, Tag.AVERAGE, Tag.OUTPUT, Tag.VOLUME, Tag.MULTIPLE)
        owned = kept and kept[-1].kind in (Tag.ACTION, Tag.STOP_LOSS, Tag.TRAILING, Tag.TAKE_PROFIT, Tag.HOLD)
        if token.kind is not Tag.PRONOUN or not (owns or (owned and following not in (Tag.OVER, Tag.CROSS))):
            kept.append(token)
    return kept


def _trades_every_day(words: list[Token]) -> bool:
    symbols = [token.value for token in words if token.kind is Tag.SYMBOL]
    return bool(symbols) and all(_is_crypto(symbol) for symbol in symbols)


def _is_crypto(symbol: str) -> bool:
    try:
        return parse_symbol(symbol).market is Market.CRYPTO
    except BadSymbol:
        return False
