"""What stands between a file and the store in the terminal: progress, questions, and files that were not taken."""

import sys
from collections.abc import Mapping
from pathlib import Path

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from apps.cli.output import cli_phrases
from packages.core.errors import ParleyError
from packages.core.messages import for_reader
from packages.domain.market_data.errors import UnansweredImport
from packages.infra.providers.market_data.bars.evidence.guess import Guess
from packages.infra.providers.market_data.bars.inspect import BarInspection
from src.modules.data_engineering.infrastructure.row_files import ImportWatch

_MOST_SHOWN = 20


class TerminalWatch(ImportWatch):
    """Asks where a person sits at the terminal; a file that fails does not hold up the others."""

    def __init__(self, *, alone: bool, quiet: bool) -> None:
        self._asks = not quiet and sys.stdin.isatty()
        self._failures: list[tuple[Path, ParleyError]] = []
        self._given: dict[str, str] = {}
        self._resumed = 0
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        self.bars = Progress(*columns, disable=quiet or alone, transient=True, console=Console(stderr=True))
        self._task = None if alone else self.bars.add_task("", total=None)

    def progress(self, done: int, total: int, name: str) -> None:
        if self._task is not None:
            self.bars.update(self._task, completed=done, total=total, description=name)

    def failed(self, path: Path, error: ParleyError) -> None:
        self._failures.append((path, error))

    def answers(self, inspection: BarInspection) -> Mapping[str, str]:
        if not self._asks:
            return {}
        self.bars.stop()
        found = {guess.what: self._answer(inspection.path, guess) for guess in inspection.questions}
        self.bars.start()
        return found

    def _answer(self, path: Path, guess: Guess) -> str:
        """What was answered once holds for the other files of the command, but for whose bars they are."""
        if guess.what not in self._given or guess.what == "symbol":
            self._given[guess.what] = _ask(path, guess)
        return self._given[guess.what]

    def resumed(self, files: int) -> None:
        self._resumed = files

    @property
    def unanswered(self) -> UnansweredImport | None:
        """The first file that waits for answers."""
        return next((error for _, error in self._failures if isinstance(error, UnansweredImport)), None)

    def refuse_alone(self, done: int) -> None:
        """Where nothing was stored for one reason, that reason is the command's."""
        if not done and len(self._failures) == 1:
            raise self._failures[0][1]

    def finish(self) -> None:
        """Says which files were not stored; the command then ends with 1."""
        console, phrases = Console(stderr=True), cli_phrases("data")
        if self._resumed:
            console.print(Text(phrases.say("resumed", count=f"{self._resumed:,}")))
        if not self._failures:
            return
        console.print(Text(phrases.say("not_stored", count=f"{len(self._failures):,}"), style="red"))
        for path, error in self._failures[:_MOST_SHOWN]:
            console.print(Text(phrases.say("not_stored_file", file=path.name, reason=for_reader(error.message))))
        if len(self._failures) > _MOST_SHOWN:
            console.print(Text(phrases.say("not_stored_more", count=f"{len(self._failures) - _MOST_SHOWN:,}")))
        raise typer.Exit(1)


def _ask(path: Path, guess: Guess) -> str:
    phrases = cli_phrases("data")
    others = ", ".join(guess.alternatives)
    asked = phrases.say("ask", file=path.name, what=guess.what, why=for_reader(guess.why), others=others)
    return str(typer.prompt(asked, default=guess.value)).strip()


def print_questions(inspection: BarInspection | None) -> None:
    """Of a preview: what would be asked before anything is stored."""
    phrases = cli_phrases("data")
    for guess in inspection.questions if inspection is not None else ():
        others = ", ".join(guess.alternatives)
        named = {"what": guess.what, "why": for_reader(guess.why), "value": guess.value, "others": others}
        Console().print(Text(phrases.say("question", **named), style="yellow"))
