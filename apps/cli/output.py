"""What the commands share: wrong options, exit codes, JSON on the terminal and plain tables."""

import json
import sys
from collections.abc import Container, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from packages.contracts.market_data.next_calls import with_next_command
from packages.core.errors import Invalid, ParleyError
from packages.core.messages import Language, Phrases, for_reader, reader_language

if TYPE_CHECKING:
    from rich.table import Table


class BadOption(Invalid):
    """An argument or an option of the command is wrong."""


def language_of_terminal(arguments: Sequence[str], environment: Mapping[str, str]) -> Language:
    """That of `--lang` or `--language`; else that of the terminal's own messages, English where it says nothing."""
    typed = " ".join(arguments).replace("=", " ").split()
    after = [typed[place + 1] for place, option in enumerate(typed[:-1]) if option in {"--lang", "--language"}]
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    language = after[-1] if after and after[-1] in set(Language) else locale.lower()[:2]
    return Language(language) if language in set(Language) else Language.EN


def cli_phrases(context: str, language: Language | None = None) -> Phrases:
    """What the terminal says of one context; in the reader's language where no option names another."""
    return Phrases(language or reader_language(), f"cli.{context}", "cli", "words")


def exit_code(error: ParleyError) -> int:
    """2 for what was typed, 3 for data that are not there, 1 for all else."""
    from packages.domain.backtest.terms import BadTerms
    from packages.domain.market_data.errors import NoData, UnknownSymbol

    if isinstance(error, BadOption | BadTerms):
        return 2
    return 3 if isinstance(error, NoData | UnknownSymbol) else 1


def print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2, default=str))


def error_json(error: ParleyError) -> dict[str, object]:
    details = with_next_command(error.details)
    return {"error": {"code": error.code, "message": for_reader(error.message), "details": details}}


def print_error(error: ParleyError, as_json: bool) -> None:
    if as_json:
        print(json.dumps(error_json(error)))
    else:
        print(for_reader(error.message), file=sys.stderr)


def parse_day(option: str, text: str | None, example: str = "2020-01-31") -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise BadOption("cli.bad_day", option=option, text=text, example=example) from None


def plain_table(*titles: str, no_wrap: Container[str] = ()) -> "Table":
    """Without a frame; rich is loaded here, because JSON needs none of it."""
    from rich.table import Table

    table = Table(box=None, header_style="bold")
    for title in titles:
        table.add_column(title, no_wrap=title in no_wrap, overflow="fold")  # Chinese has no blanks to break at
    return table
