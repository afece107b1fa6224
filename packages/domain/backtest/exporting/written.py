"""What the writers of all targets share: templates, the functions that a plan needs, and calls as text."""

import ast
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from string import Template

from packages.domain.backtest.exporting.plan import Argument, ExportedColumn

_HERE = Path(__file__).parent


def filled(name: str, values: Mapping[str, object]) -> str:
    """The template with its places filled; what is put in is not read again."""
    text = (_HERE / "templates" / f"{name}.txt").read_text("utf-8")
    return Template(text).substitute({key: str(value) for key, value in values.items()})


def commented(lines: Iterable[str], mark: str) -> str:
    """Each on a line of its own, whatever it holds."""
    return "\n".join(f"{mark} {' '.join(line.split())}".rstrip() for line in lines)


def call(column: ExportedColumn, prefix: str = "") -> str:
    return f"{column.name} = {prefix}{column.operation}({', '.join(map(written, column.arguments))})"


def written(value: Argument) -> str:
    return value if isinstance(value, str) else repr(value)


@cache
def standalone(module: str) -> Mapping[str, str]:
    """The source of each function and constant of a module, by name, in order."""
    text = (_HERE / "standalone" / f"{module}.py").read_text("utf-8")
    found = {}
    for node in ast.parse(text).body:
        source = ast.get_source_segment(text, node) or ""
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found[name] = source
            case ast.Assign():
                found[ast.unparse(node.targets[0])] = source
            case _:
                continue
    return found


def functions(module: str, wanted: Iterable[str]) -> list[str]:
    """The source of those functions and of all that they call, in the order of the module."""
    sources, needed, left = standalone(module), set[str](), list(wanted)
    while left:
        name = left.pop()
        if name not in needed and name in sources:
            needed.add(name)
            left += [each.id for each in ast.walk(ast.parse(sources[name])) if isinstance(each, ast.Name)]
    aliases = ("Floats", "Truths", "Value")
    return [source for name, source in sources.items() if name in needed and name not in aliases]
