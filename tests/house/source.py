"""The source as the house checks read it: modules of Python and of the page, their classes, calls and imports."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

# The reason is the parser's own English, which a Chinese sentence leaves out.
ONE_LANGUAGE_ONLY = frozenset({"strategy.problem.yaml_reason"})
ROOT = Path(__file__).parents[2]
FLOORS = ("apps", "src", "packages")
PAGE = ROOT / "apps/web/src"
_PAGE_IMPORT = re.compile(r"""(?:\bfrom|^import|\bimport\()\s*["'](\.[^"']*)["']""", re.MULTILINE)


@cache
def modules() -> Mapping[str, ast.Module]:
    """Every module of the product by its path."""
    files = (path for floor in FLOORS for path in (ROOT / floor).rglob("*.py"))
    return {
        str(path.relative_to(ROOT)): ast.parse(path.read_text())
        for path in sorted(files)
        if not path.is_relative_to(ROOT / "apps/web")
    }


@cache
def is_vocabulary(path: str) -> bool:
    return is_mostly_words((ROOT / path).read_text())


def is_mostly_words(source: str) -> bool:
    """Whether more than half of its lines are tables at its top that hold texts; a database's tables are code."""
    filled = {number for number, line in enumerate(source.splitlines(), 1) if line.strip()}
    tables = [node for node in ast.parse(source).body if _is_table_of_texts(node)]
    lines = {line for node in tables for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)}
    return len(lines & filled) * 2 > len(filled)


def _is_table_of_texts(node: ast.stmt) -> bool:
    match node:
        case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
            if isinstance(value, ast.Call) and name_of(value.func) == "Table":
                return False
            return any(isinstance(each, ast.Constant) and isinstance(each.value, str) for each in ast.walk(value))
        case _:
            return False


@cache
def page_modules() -> tuple[Path, ...]:
    found = (path for ending in ("ts", "tsx") for path in PAGE.rglob(f"*.{ending}"))
    return tuple(sorted(path for path in found if ".test." not in path.name))


def classes() -> Iterator[tuple[str, ast.ClassDef]]:
    for path, tree in modules().items():
        yield from ((path, node) for node in ast.walk(tree) if isinstance(node, ast.ClassDef))


@cache
def errors() -> frozenset[str]:
    """The names of all classes of the `ParleyError` tree."""
    bases: dict[str, set[str]] = defaultdict(set)
    for _, node in classes():
        bases[node.name].update(name_of(base) for base in node.bases)
    found = {"ParleyError"}
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return frozenset(found)


def name_of(node: ast.expr) -> str:
    """The last word of a dotted name; empty for anything else."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(value=value):
            return name_of(value)
        case _:
            return ""


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def error_calls(path: str) -> Iterator[ast.Call]:
    """Where an error of the tree is made: by its name, or by `super().__init__` in a class of the tree."""
    tree = modules()[path]
    yield from (call for call in calls(tree) if name_of(call.func) in errors())
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name in errors():
            yield from (call for call in calls(node) if ast.unparse(call.func) == "super().__init__")


@cache
def page_imports() -> Mapping[Path, frozenset[Path]]:
    """Which modules of the page each one imports, types included."""
    known = frozenset(page_modules())
    return {path: frozenset(_targets(path, known)) for path in known}


def _targets(path: Path, known: frozenset[Path]) -> Iterator[Path]:
    for name in _PAGE_IMPORT.findall(path.read_text()):
        target = (path.parent / name).resolve()
        candidates = [target, *(target.with_name(target.name + end) for end in (".ts", ".tsx"))]
        candidates += [target / "index.ts", target / "index.tsx"]
        yield from (candidate for candidate in candidates if candidate in known)


def circle(imports: Mapping[Path, Iterable[Path]]) -> list[str]:
    """The modules of one import cycle, in order; empty when there is none."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as found:
        return [str(path.relative_to(PAGE)) for path in found.args[1]]
    return []
