"""Well-known instruments: which code a name stands for, kept as data (`well_known.json`); it holds no figure."""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources

from packages.domain.market_data.symbols import Market, Symbol, parse_symbol


@dataclass(frozen=True, slots=True)
class NamedInstrument:
    """An instrument with everything that people call it; a name is empty where nobody gave one."""

    symbol: Symbol
    name_en: str = ""
    name_zh: str = ""
    aliases: tuple[str, ...] = ()

    @property
    def code(self) -> str:
        """The symbol without its exchange: `VOD` of `VOD.L`. A class of US shares is part of its code."""
        bare = self.symbol.text.removeprefix("^")
        return bare.rpartition(".")[0] if "." in bare and self.symbol.market is not Market.US_STOCKS else bare

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name in (self.name_en, self.name_zh, *self.aliases) if name)


@cache
def well_known() -> tuple[NamedInstrument, ...]:
    """In the order of the file."""
    rows: list[list[str]] = json.loads(resources.files(__package__).joinpath("well_known.json").read_text("utf-8"))
    return tuple(NamedInstrument(parse_symbol(row[0]), row[1], row[2], tuple(row[3:])) for row in rows)
