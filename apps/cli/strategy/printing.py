"""How `parley strategy` shows what it found: sentences and tables for people, JSON for programs."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from apps.cli.output import plain_table
from packages.core.messages import Language
from packages.domain.strategy.book import RevisionDiff
from packages.domain.strategy.explain.strategy import RuleSentence
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.ports import RevisionHead, StoredStrategy
from packages.domain.strategy.problems import Problem
from packages.domain.strategy.revisions import Revision, strategy_hash
from packages.domain.strategy.yaml_text import write_yaml


def print_written(path: Path) -> None:
    _say(f"Wrote {path}: `parley strategy validate {path}`, then `parley strategy save {path}`.")


def print_problems(path: Path, problems: Sequence[Problem]) -> None:
    count = "one problem" if len(problems) == 1 else f"{len(problems)} problems"
    _say(f"{path} has {count}, found by the stage {problems[0].stage}:", style="red")
    for problem in problems:
        _say(f"\n{problem.pointer or '(the document)'}  [{problem.code}]", style="bold")
        _say(f"  expected {problem.expected}, found {problem.found}")
        _say(f"  {problem.suggestion}")


def print_valid(path: Path, strategy: Strategy) -> None:
    _say(f"{path} is a valid strategy: {strategy.name} (hash {strategy_hash(strategy)[:12]}).", style="green")


def print_explanation(sentences: Sequence[RuleSentence]) -> None:
    for each in sentences:
        _say(each.text)


def print_saved(saved: StoredStrategy, is_new: bool) -> None:
    said = "Saved as" if is_new else "Nothing changed, it stays"
    _say(f"{saved.name}: {said} version {saved.version} of {saved.id}.")


def print_strategies(found: Sequence[StoredStrategy], search: str) -> None:
    if not found:
        nothing = f"No strategy has {search!r} in its name." if search else "No strategy is kept yet."
        _say(nothing if search else f"{nothing} `parley strategy save FILE` keeps one.")
        return
    table = plain_table("id", "version", "changed", "name", no_wrap=("id", "version", "changed"))
    for each in found:
        table.add_row(each.id, str(each.version), f"{each.updated_at:%Y-%m-%d}", escape(each.name))
    Console().print(table)


def print_strategy(stored: StoredStrategy, shown: Revision, heads: Sequence[RevisionHead], trials: int) -> None:
    _say(f"{stored.name}  {stored.id}", style="bold")
    _say(f"version {shown.version} of {stored.version}, hash {shown.content_hash[:12]}; tried {trials:,} times")
    table = plain_table("version", "made", "hash", "", no_wrap=("version", "made"))
    for head in heads:
        restores = f"equals version {head.restores}" if head.restores else ""
        table.add_row(str(head.version), f"{head.created_at:%Y-%m-%d %H:%M}", head.content_hash[:12], restores)
    Console().print(table)
    _say(f"\n{write_yaml(shown.document)}")


def print_diff(found: RevisionDiff, language: Language) -> None:
    if not found.patch:
        _say(f"Versions {found.before} and {found.after} say the same.")
        return
    for sentence in found.sentences[language]:
        _say(sentence)
    for operation in found.patch:
        _say(json.dumps(operation, ensure_ascii=False), style="dim")


def print_indicators(found: Sequence[Mapping[str, object]]) -> None:
    if not found:
        _say("No indicator is like that: try another word, or none for all of them.")
        return
    table = plain_table("type", "category", "parameters", "outputs", "meaning", no_wrap=("type",))
    for each in found:
        parameters = " ".join(_parameter(one) for one in _items(each["parameters"]))
        outputs = " ".join(str(one) for one in _items(each["outputs"]))
        table.add_row(str(each["name"]), str(each["category_label"]), escape(parameters), outputs, str(each["label"]))
    Console().print(table)
    _say(f"{len(found)} indicators.", style="dim")


def _parameter(told: object) -> str:
    return f"{told['name']}={told['default']}" if isinstance(told, Mapping) else str(told)


def _items(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else ()


def _say(text: str, style: str | None = None) -> None:
    """Names of strategies are other people's text: nothing in them is taken for a colour."""
    Console().print(text, style=style, markup=False, highlight=False, soft_wrap=True)
