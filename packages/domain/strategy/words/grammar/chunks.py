"""A text as the tokens that rules are made of: conditions, outcomes, directives, actions, and what is left over."""

from dataclasses import dataclass, replace

from packages.domain.market_data.errors import BadSymbol
from packages.domain.market_data.symbols import Market, parse_symbol
from packages.domain.strategy.words.grammar.apart.corrections import with_last_numbers
from packages.domain.strategy.words.grammar.apart.demands import DEMANDS, with_demands
from packages.domain.strategy.words.grammar.apart.glosses import GLOSSES
from packages.domain.strategy.words.grammar.apart.ordering import with_rows_of_units, with_titles, without_standing
from packages.domain.strategy.words.grammar.apart.shared_words import with_bare_settings, with_shared_words
from packages.domain.strategy.words.grammar.apart.standing_alone import LONE
from packages.domain.strategy.words.grammar.apart.subjects import (
    with_subjects_together,
    without_labels,
    without_owners,
    without_subjects,
    without_titles,
)
from packages.domain.strategy.words.grammar.apart.topics import with_settings
from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.crosses import CROSSES
from packages.domain.strategy.words.grammar.elisions import COMPARISONS
from packages.domain.strategy.words.grammar.free_order import FREE_ORDER
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
_SAID_TWICE = (Tag.INDICATOR, Tag.FIELD)
_CHANGES = ("wider", "tighter", "more", "less")
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
    tokens = with_rows_of_units(without_labels(with_bare_settings(said)))
    tokens = rewritten(rewritten(_without_equals(tokens), QUANTITIES, None), RELATIONS, None)
    tokens = with_subjects_together(without_owners(with_shared_words(tokens)))
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
    tokens = with_lately(without_titles(without_subjects(tokens)))
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


def _trades_every_day(words: list[Token]) -> bool:
    symbols = [token.value for token in words if token.kind is Tag.SYMBOL]
    return bool(symbols) and all(_is_crypto(symbol) for symbol in symbols)


def _is_crypto(symbol: str) -> bool:
    try:
        return parse_symbol(symbol).market is Market.CRYPTO
    except BadSymbol:
        return False
