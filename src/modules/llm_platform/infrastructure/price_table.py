"""What models cost: a table with the address of each price, a person's own table over it, and prices set by hand.

A price that nobody has stated is unknown, never zero. The table leaves out models that have no single price (by
the hour of the day, or by the length of ordinary prompts) rather than guess; cached input is counted at the full price.
"""

import json
import re
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from packages.core.errors import Invalid
from src.modules.llm_platform.domain.models import ModelConfig, ModelPrice

_TABLE = Path(__file__).with_name("prices.json")
_DATE = re.compile(r"-(?:20\d{2}-\d{2}-\d{2}|20\d{6})$")

Dollars = Annotated[Decimal, Field(ge=0, le=100_000, decimal_places=6, allow_inf_nan=False)]


class PricesUnreadable(Invalid):
    """A price file is not of the form that it should have."""


class PriceEntry(BaseModel):
    """One model as its maker names it; a name with a date behind it is the same model. With a `host`, the price
    holds for that server only: who resells a model sets a price of his own."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str = Field(min_length=1)
    input_per_million: Dollars
    output_per_million: Dollars
    currency: Literal["USD"]
    source: str = Field(min_length=1)
    as_of: date
    host: str | None = None
    note: str | None = None

    @property
    def price(self) -> ModelPrice:
        return ModelPrice(self.input_per_million, self.output_per_million)

    def is_of(self, config: ModelConfig) -> bool:
        if self.model not in (config.model, _DATE.sub("", config.model)):
            return False
        return self.host is None or config.base_url is None or urlsplit(config.base_url).hostname == self.host


class PriceTable:
    """The port of prices: a configuration's own price first, then the person's table, then ours."""

    def __init__(self, own_file: Path | None = None) -> None:
        """`own_file` is `prices.json` in `PARLEY_HOME`; it need not exist."""
        self._own_file = own_file

    def of(self, config: ModelConfig) -> ModelPrice | None:
        if config.price is not None:
            return config.price
        entry = self.entry_of(config)
        return None if entry is None else entry.price

    def entry_of(self, config: ModelConfig) -> PriceEntry | None:
        """Where the price comes from; a model with its date goes before the same model without."""
        fitting = [entry for entry in self.entries if entry.is_of(config)]
        exact = [entry for entry in fitting if entry.model == config.model]
        return next(iter(exact + fitting), None)

    @cached_property
    def entries(self) -> Sequence[PriceEntry]:
        """Read once; raises `PricesUnreadable` with the file and the entry that is wrong."""
        own = self._own_file
        return [*(_read(own) if own is not None and own.exists() else ()), *_read(_TABLE)]


def _read(file: Path) -> Sequence[PriceEntry]:
    try:
        stated = json.loads(file.read_bytes(), parse_float=Decimal)
    except (OSError, ValueError) as error:
        raise PricesUnreadable("llm_platform.price_file_not_json", file=file, error=error) from error
    rows = stated.get("prices") if isinstance(stated, dict) else None
    if not isinstance(rows, list):
        raise PricesUnreadable("llm_platform.price_file_form", file=file)
    return [_entry(file, place, row) for place, row in enumerate(rows, 1)]


def _entry(file: Path, place: int, row: object) -> PriceEntry:
    try:
        return PriceEntry.model_validate(row)
    except ValidationError as error:
        name = row.get("model", "without a model") if isinstance(row, dict) else "which is no object"
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the entry"
        reason = first["msg"].removeprefix("Value error, ")
        raise PricesUnreadable(
            "llm_platform.bad_price_entry", file=file, place=place, name=name, where=where, reason=reason
        ) from None
