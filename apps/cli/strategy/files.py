"""What `parley strategy` does with files; no database is opened."""

import json
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from apps.cli.output import BadOption, print_json
from apps.cli.strategy.printing import (
    print_explanation,
    print_indicators,
    print_problems,
    print_valid,
    print_written,
)
from apps.cli.strategy.stored_bars import print_bars, runnable_timeframe
from packages.core.errors import Conflict, Invalid, NotFound
from packages.core.messages import Language, Message, message, reader_language
from packages.domain.market_data.symbols import Market, parse_symbol
from packages.domain.strategy.catalogue_search import search_catalogue
from packages.domain.strategy.errors import InvalidStrategy
from packages.domain.strategy.explain.strategy import explain
from packages.domain.strategy.indicators.catalogue import CATALOGUE, Category
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.problems import did_you_mean, nearest
from packages.domain.strategy.reading import LONGEST_TEXT
from packages.domain.strategy.revisions import strategy_hash
from packages.domain.strategy.templates import Family, HoldingPeriod, template
from packages.domain.strategy.validate import Validation, Validator
from packages.domain.strategy.yaml_text import write_yaml

Word = TypeVar("Word", bound=StrEnum)
_LONGEST_ID = 60  # with room for a slip of the finger


class BadStrategyFile(Invalid):
    """The file holds no strategy."""


class NoSuchFile(NotFound):
    """The file is not there, or it is no text."""


class FileExists(Conflict):
    """What is there already is not written over."""


def write_template(
    family: str, holding: str, market: str | None, ticker: str, output: Path | None, as_json: bool
) -> None:
    """On bars that are stored, where there are some; else it is said which are needed and which there are."""
    symbol = parse_symbol(ticker)
    where = word(Market, "--market", market) if market else symbol.market
    kind, period = word(Family, "--family", family), word(HoldingPeriod, "--holding", holding)
    timeframe, reason = runnable_timeframe(kind, period, where, symbol)
    document = template(kind, period, where, ticker, timeframe=timeframe)
    Validator(CATALOGUE).document(document).require()
    print_bars(period, symbol, timeframe, reason)
    is_json = as_json or (output is not None and output.suffix == ".json")
    write_new(f"{json.dumps(document, ensure_ascii=False, indent=2)}\n" if is_json else write_yaml(document), output)


def write_new(text: str, output: Path | None) -> None:
    """Into a file that is not there yet, or onto the terminal."""
    if output is None:
        print(text, end="")
        return
    try:
        with output.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise FileExists("cli.file_exists", path=output) from None
    except OSError as error:
        raise BadOption("cli.unwritable_output", path=output, reason=error.strerror) from error
    print_written(output)


def validate_file(path: Path, as_json: bool) -> int:
    """0 when the file holds a strategy, 1 when it does not."""
    validation = read_strategy(path)
    problems = [problem.as_json(reader_language()) for problem in validation.problems]
    if as_json:
        digest = strategy_hash(validation.strategy) if validation.strategy else None
        print_json({"valid": not problems, "stage": validation.stage, "problems": problems, "content_hash": digest})
    elif validation.strategy is None:
        print_problems(path, validation.problems)
    else:
        print_valid(path, validation.strategy)
    return int(bool(problems))


def names_file(text: str) -> bool:
    """Whether a text that may be a file or an id is meant as a file; one that is there is taken before an id."""
    path = Path(text)
    return len(text) > _LONGEST_ID or bool(path.suffix) or len(path.parts) > 1 or path.exists()


def explain_file(path: Path, language: str, as_json: bool) -> None:
    explain_strategy(read_valid(path), language, as_json)


def explain_strategy(strategy: Strategy, language: str, as_json: bool) -> None:
    sentences = explain(strategy, CATALOGUE, word(Language, "--language", language))
    if as_json:
        print_json([{"topic": each.topic, "text": each.text} for each in sentences])
    else:
        print_explanation(sentences)


def show_indicators(search: str, category: str | None, language: str, as_json: bool) -> None:
    chosen_language = word(Language, "--language", language)
    chosen = word(Category, "--category", category) if category else None
    found = search_catalogue(chosen_language.value, chosen, search)
    print_json(found) if as_json else print_indicators(found, chosen_language)


def read_strategy(path: Path) -> Validation:
    """What a file holds, by its ending: .json is JSON, .yaml and .yml are YAML; otherwise by its first letter."""
    text = text_of(path).removeprefix("\ufeff")
    validator = Validator(CATALOGUE)
    as_json = path.suffix == ".json" or (path.suffix not in (".yaml", ".yml") and text.lstrip().startswith("{"))
    return validator.json_text(text) if as_json else validator.yaml_text(text)


def read_valid(path: Path) -> Strategy:
    validation = read_strategy(path)
    if validation.strategy is None:
        first = InvalidStrategy(validation.problems).said
        raise BadStrategyFile("cli.broken_strategy_file", problem=first, path=path)
    return validation.strategy


def word(words: type[Word], option: str, text: str) -> Word:
    """One of a fixed set of words, or a sentence with the nearest."""
    try:
        return words(text)
    except ValueError:
        raise BadOption("cli.unknown_word", option=option, text=text, advice=did_you_mean(text, words)) from None


def text_of(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(LONGEST_TEXT + 1)
    except FileNotFoundError:
        raise NoSuchFile("cli.no_such_file", path=path, advice=_near(path)) from None
    except UnicodeDecodeError:
        raise NoSuchFile("cli.strategy_not_utf8", path=path) from None
    except OSError as error:
        raise NoSuchFile("cli.strategy_unreadable", path=path, reason=error.strerror) from error


def _near(path: Path) -> Message:
    folder = path.parent
    names = [each.name for each in folder.iterdir() if each.is_file()] if folder.is_dir() else []
    near = nearest(path.name, names)
    return message("cli.did_you_mean", name=folder / near) if near else message("cli.strategy_new_hint")
