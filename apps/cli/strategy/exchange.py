"""What `parley strategy export` and `parley strategy import` do: strategies as code for other engines, and back."""

import json
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from apps.cli.output import BadOption, print_json
from apps.cli.strategy.files import names_file, read_valid, text_of, word, write_new
from packages.core.messages import Language, reader_language, render
from packages.domain.backtest.exporting.export import ExportedStrategy, export_strategy
from packages.domain.backtest.exporting.refusals import Target
from packages.domain.backtest.terms import Costs, Terms
from packages.domain.strategy.freqtrade.reading import read_freqtrade
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.validate import Validator
from packages.domain.strategy.yaml_text import write_yaml


@dataclass(frozen=True, slots=True)
class Exported:
    """What was typed."""

    strategy: str
    to: str
    cash: float
    commission: float
    slippage: float
    language: str

    def written(self) -> ExportedStrategy:
        target, language = word(Target, "--to", self.to), word(Language, "--language", self.language)
        costs = Costs(commission_rate=self.commission, slippage=self.slippage)
        return export_strategy(self._read(), target, Terms(cash=Decimal(str(self.cash)), costs=costs), language)

    def _read(self) -> Strategy:
        if names_file(self.strategy):
            return read_valid(Path(self.strategy))
        from apps.cli.strategy.stored import stored_strategy

        return stored_strategy(self.strategy)


def write_export(asked: Exported, output: Path | None, as_json: bool) -> None:
    exported = asked.written()
    if as_json:
        left_out = [render(each, word(Language, "--language", asked.language)) for each in exported.left_out]
        print_json({"target": exported.target, "text": exported.text, "left_out": left_out})
        return
    write_new(exported.text, output)


def write_import(path: Path, ticker: str, share: float, output: Path | None, as_json: bool) -> None:
    if not 0 < share <= 1:
        raise BadOption("cli.share_bounds")
    imported = read_freqtrade(text_of(path), ticker, share)
    Validator(CATALOGUE).document(imported.document).require()
    is_json = as_json or (output is not None and output.suffix == ".json")
    text = (
        f"{json.dumps(imported.document, ensure_ascii=False, indent=2)}\n" if is_json else write_yaml(imported.document)
    )
    write_new(text, output)
    if not as_json:
        for note in imported.notes:
            print(f"# {render(note, reader_language())}")
