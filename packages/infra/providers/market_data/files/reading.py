"""One file on its way into rows: its columns by role, what was guessed, and a count of every line."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal

from packages.core.messages import Message, Sentence, message
from packages.domain.market_data.errors import BadRows, BadSymbol
from packages.domain.market_data.rows import Row
from packages.domain.market_data.symbols import Market, Symbol, parse_symbol
from packages.infra.providers.market_data.bars.evidence.guess import Answers, Guess
from packages.infra.providers.market_data.bars.guesses import symbol_in_name
from packages.infra.providers.market_data.bars.report import RowTally
from packages.infra.providers.market_data.files.cells import (
    DayWriting,
    day_writing,
    is_blank,
    order_shown,
    read_number,
    two_orders,
    uses_comma_for_decimals,
)
from packages.infra.providers.market_data.files.headings import columns_of
from packages.infra.providers.market_data.files.items import item_of
from packages.infra.providers.market_data.files.tables import FileTable, TableLine
from packages.infra.providers.market_data.files.units import FigureUnits

CURRENCIES = {Market.CN_STOCKS: "CNY"}
_ORDERS = ("month/day/year", "day/month/year")
_SAID_BESIDE = {"month/day/year": "month_first_beside", "day/month/year": "day_first_beside"}
_DAYS = ("period", "filed", "start", "day", "published", "released", "ex_date", "declared", "listed")
_VALUES = ("value", "estimate")
_LARGEST = Decimal(10) ** 18
_MAIN_CURRENCIES = ("CNY", "USD", "HKD", "EUR", "GBP", "JPY")

_Said = tuple[str, tuple[tuple[str, object], ...]]


def _sentence(said: _Said) -> str:
    name, params = said
    return Sentence(message(f"market_data.import.{name}", **dict(params)))


class Unreadable(ValueError):
    """A line that cannot be taken; the argument is the reason, a word of `bad_row`."""


@dataclass(frozen=True, slots=True)
class RowOptions:
    """What the person said; None is found out from the file."""

    symbol: str | None = None
    source: str = "import"
    currency: str | None = None
    span: str | None = None
    answers: Answers = Answers({})  # noqa: RUF009 - frozen


@dataclass(slots=True)
class FileReading:
    """What was readable and has no use here is counted by a sentence that says why."""

    table: FileTable
    options: RowOptions
    now: datetime
    tally: RowTally = field(default_factory=RowTally)
    _guessed: list[_Said] = field(default_factory=list)
    _left_out: Counter[_Said] = field(default_factory=Counter)
    columns: dict[str, int] = field(init=False)
    _writings: dict[str, DayWriting] = field(default_factory=dict)
    _symbols: dict[str, Symbol] = field(default_factory=dict)
    _one_symbol: Symbol | None = None
    decimal_comma: bool = False
    units: FigureUnits = field(init=False)
    choices: list[Guess] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.columns = columns_of(self.table.headings)
        corner = self.table.headings[0]
        above = self.table.above if item_of(corner) is not None else f"{self.table.above} {corner}"
        column = next((self.table.headings[self.columns[role]] for role in _VALUES if role in self.columns), "")
        self.units = FigureUnits(self.options.answers, above, column)
        self.tally.read += len(self.table.ragged)
        self.tally.refuse(self.table.ragged, ["fields"] * len(self.table.ragged))
        sample = (cell for line in self.table.lines[:2000] for cell in line.cells)
        answer = self.options.answers.get("decimal")
        self.decimal_comma = answer == "comma" if answer else uses_comma_for_decimals(sample)
        if answer or self.decimal_comma:
            mark = "comma" if self.decimal_comma else "point"
            why = message("market_data.import.decimal_comma")
            self.choose("decimal", mark, why, ("point", "comma"), answered=answer is not None)

    def guess(self, name: str, **params: object) -> None:
        if (said := (name, tuple(params.items()))) not in self._guessed:
            self._guessed.append(said)

    def leave_out(self, name: str, **params: object) -> None:
        self._left_out[(name, tuple(params.items()))] += 1

    def said_guesses(self) -> list[str]:
        return [_sentence(said) for said in self._guessed]

    def said_left_out(self) -> dict[str, int]:
        return {_sentence(said): count for said, count in self._left_out.most_common()}

    def lines(self) -> Iterator[TableLine]:
        for line in self.table.lines:
            self.tally.read += 1
            yield line

    def refuse(self, line: int, reason: str) -> None:
        self.tally.refuse([line], [reason])

    def cell(self, line: TableLine, *roles: str) -> str:
        """The first of the columns that has something."""
        for role in roles:
            place = self.columns.get(role)
            if place is not None and not is_blank(line.cells[place]):
                return line.cells[place]
        return ""

    def has(self, *roles: str) -> bool:
        return any(role in self.columns for role in roles)

    def number(self, text: str) -> Decimal:
        value = read_number(text, decimal_comma=self.decimal_comma)
        if value is None:
            raise Unreadable("number")
        if abs(value) > _LARGEST:
            raise Unreadable("absurd")
        return value

    def choose(
        self, what: str, value: str, why: Message, known: Sequence[str], *, answered: bool, asks: bool = False
    ) -> None:
        """A guess that a person can change, or has changed."""
        if any(what == one.what for one in self.choices):
            return
        said = message("market_data.import.answered", what=what, value=value) if answered else why
        self.choices.append(Guess(what, value, Sentence(said), tuple(one for one in known if one != value), asks))

    def number_or_none(self, line: TableLine, role: str) -> Decimal | None:
        text = self.cell(line, role)
        return self.number(text) if text else None

    def day(self, line: TableLine, *roles: str) -> date:
        found = self.day_or_none(line, *roles)
        if found is None:
            raise Unreadable("day")
        return found

    def day_or_none(self, line: TableLine, *roles: str) -> date | None:
        """None where the cells are empty."""
        for role in roles:
            text = self.cell(line, role)
            if text:
                found = self.writing(role).read(text)
                if found is None:
                    raise Unreadable("day")
                return found
        return None

    def writing(self, role: str) -> DayWriting:
        if role not in self._writings:
            place = self.columns[role]
            texts = [line.cells[place] for line in self.table.lines]
            self._refuse_two_orders(texts)
            self._writings[role] = self.day_writing(texts)
        return self._writings[role]

    def day_writing(self, texts: Sequence[str]) -> DayWriting:
        """How days are written. Where 3/4/2024 can be two of them, as in the other columns, or as a person says: a
        filing that is read a month early is a leak."""
        found, is_sure = day_writing(texts)
        if is_sure:
            return found
        answer = self.options.answers.get("dates")
        beside = self._order_beside()
        order = answer if answer in _ORDERS else beside or _ORDERS[0]
        why = message(f"market_data.import.{_SAID_BESIDE[beside] if beside else 'month_first'}")
        asks = answer != order and beside is None
        self.choose("dates", order, why, _ORDERS, answered=answer == order, asks=asks)
        return DayWriting(day_first=order == _ORDERS[1])

    def _order_beside(self) -> str | None:
        """The order of those columns of days that can be read in one alone; None where they have none, or two."""
        places = [self.columns[role] for role in _DAYS if role in self.columns]
        found = {order for place in places if (order := order_shown(line.cells[place] for line in self.table.lines))}
        return found.pop() if len(found) == 1 else None

    def _refuse_two_orders(self, texts: Sequence[str]) -> None:
        other = two_orders(texts)
        if other is not None:
            line = self.table.lines[texts.index(other)].number
            then, first = _ORDERS
            raise BadRows("market_data.import.two_orders", line=line, shown=other[:40], order=first, other=then)

    def symbol(self, line: TableLine) -> Symbol:
        """Of the row's own column, or the one that the person or the file's name gives for all."""
        text = self.cell(line, "symbol")
        if not text:
            return self._whole_file()
        if text not in self._symbols:
            try:
                self._symbols[text] = parse_symbol(text)
            except BadSymbol as error:
                raise Unreadable("symbol") from error
        return self._symbols[text]

    def symbol_or_none(self, line: TableLine) -> Symbol | None:
        """None: about the market as a whole."""
        if self.cell(line, "symbol") or self.options.symbol is not None or symbol_in_name(self.table.path):
            return self.symbol(line)
        return None

    def _whole_file(self) -> Symbol:
        if self._one_symbol is None:
            if self.options.symbol is not None:
                self._one_symbol = parse_symbol(self.options.symbol)
            else:
                self._one_symbol = symbol_in_name(self.table.path)
                if self._one_symbol is None:
                    raise BadSymbol("market_data.no_symbol_named", path=self.table.path.name)
                self.guess("symbol_from_name", symbol=self._one_symbol)
        return self._one_symbol

    def currency(self, line: TableLine, symbol: Symbol) -> str:
        own = self.cell(line, "currency").strip().upper()
        if own:
            return own
        stated = (self.options.currency or "").strip().upper()
        assumed = stated or CURRENCIES.get(symbol.market, "USD")
        why = message("market_data.import.currency", currency=assumed)
        self.choose("currency", assumed, why, _MAIN_CURRENCIES, answered=bool(stated))
        return assumed

    def not_later(self, row: Row) -> Row:
        """Nothing that a file says of the future was known; and what it holds now is known now."""
        if row.known_at > self.now:
            raise Unreadable("later")
        return row
