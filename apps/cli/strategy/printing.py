"""How `parley strategy` shows what it found: sentences and tables for people, JSON for programs."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from apps.cli.output import cli_phrases, plain_table
from packages.core.messages import Language, Param, Phrases, message, render
from packages.domain.strategy.book import RevisionDiff
from packages.domain.strategy.explain.strategy import RuleSentence
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.ports import RevisionHead, StoredStrategy
from packages.domain.strategy.problems import Problem
from packages.domain.strategy.revisions import Revision, strategy_hash
from packages.domain.strategy.yaml_text import write_yaml


def print_written(path: Path) -> None:
    _say(cli_phrases("strategy").say("written", path=str(path)))


def print_problems(path: Path, problems: Sequence[Problem]) -> None:
    phrases, count = cli_phrases("strategy"), len(problems)
    head = phrases.say("one_problem", path=str(path)) if count == 1 else ""
    _say(head or phrases.say("problems", path=str(path), count=count), style="red")
    for problem in problems:
        place = problem.pointer or render(message("strategy.problem.whole_document"), phrases.language)
        _say(f"\n{place}", style="bold")
        _say(phrases.say("expected", expected=problem.expected, found=problem.found))
        _say(f"  {render(problem.suggestion, phrases.language)}")


def print_valid(path: Path, strategy: Strategy) -> None:
    digest = strategy_hash(strategy)[:12]
    _say(cli_phrases("strategy").say("valid", path=str(path), name=strategy.name, hash=digest), style="green")


def print_explanation(sentences: Sequence[RuleSentence]) -> None:
    for each in sentences:
        _say(each.text)


def print_saved(saved: StoredStrategy, is_new: bool) -> None:
    named: dict[str, Param] = {"name": saved.name, "version": saved.version, "id": saved.id}
    _say(cli_phrases("strategy").say("saved" if is_new else "unchanged", **named))


def print_strategies(found: Sequence[StoredStrategy], search: str) -> None:
    phrases = cli_phrases("strategy")
    if not found:
        _say(phrases.say("none_named", search=search) if search else phrases.say("none"))
        return
    table = _table(phrases, "id", "version", "changed", "name", no_wrap=3)
    for each in found:
        table.add_row(each.id, str(each.version), f"{each.updated_at:%Y-%m-%d}", escape(each.name))
    Console().print(table)


def print_strategy(stored: StoredStrategy, shown: Revision, heads: Sequence[RevisionHead], trials: int) -> None:
    phrases = cli_phrases("strategy")
    _say(f"{stored.name}  {stored.id}", style="bold")
    known: dict[str, Param] = {"version": shown.version, "newest": stored.version, "hash": shown.content_hash[:12]}
    _say(phrases.say("shown", **known, trials=f"{trials:,}"))
    table = _table(phrases, "version", "made", "hash", no_wrap=2)
    table.add_column()
    for head in heads:
        restores = phrases.say("restores", version=head.restores) if head.restores else ""
        table.add_row(str(head.version), f"{head.created_at:%Y-%m-%d %H:%M}", head.content_hash[:12], restores)
    Console().print(table)
    _say(f"\n{write_yaml(shown.document)}")


def print_diff(found: RevisionDiff, language: Language) -> None:
    if not found.patch:
        _say(cli_phrases("strategy", language).say("same", before=found.before, after=found.after))
        return
    for sentence in found.sentences[language]:
        _say(sentence)
    for operation in found.patch:
        _say(json.dumps(operation, ensure_ascii=False), style="dim")


def print_indicators(found: Sequence[Mapping[str, object]], language: Language) -> None:
    phrases = cli_phrases("strategy", language)
    if not found:
        _say(phrases.say("no_indicator"))
        return
    table = _table(phrases, "type", "category", "parameters", "outputs", "meaning", no_wrap=1)
    for each in found:
        parameters = " ".join(_parameter(one) for one in _items(each["parameters"]))
        outputs = " ".join(str(one) for one in _items(each["outputs"]))
        table.add_row(str(each["name"]), str(each["category_label"]), escape(parameters), outputs, str(each["label"]))
    Console().print(table)
    _say(phrases.say("indicators", count=len(found)), style="dim")


def _table(phrases: Phrases, *columns: str, no_wrap: int) -> Table:
    """The first `no_wrap` columns are never broken."""
    titles = [phrases.say(f"column.{name}") for name in columns]
    return plain_table(*titles, no_wrap=titles[:no_wrap])


def _parameter(parameter: object) -> str:
    return f"{parameter['name']}={parameter['default']}" if isinstance(parameter, Mapping) else str(parameter)


def _items(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else ()


def _say(text: str, style: str | None = None) -> None:
    """Names of strategies are other people's text: nothing in them is taken for a colour."""
    Console().print(text, style=style, markup=False, highlight=False, soft_wrap=True)
