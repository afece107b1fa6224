"""One reader: what a person says is read in `understanding`, what a model says in `claims`, and in no other module."""

import ast
from collections.abc import Iterator, Mapping

import pytest

from tests.house.source import calls, modules, name_of

# Whoever takes part in a turn: each is handed what was understood.
TAKING_PART = (
    "apps/api/agents/",
    "apps/api/orchestration/",
    "apps/api/conversation/",
    "src/modules/llm_platform/infrastructure/guided/",
    "packages/domain/conversation/",
)
READERS = ("packages/domain/conversation/understanding/", "packages/domain/conversation/claims/")
# Patterns of what nobody says, with the reason.
OF_NO_MESSAGE: Mapping[str, str] = {
    "apps/api/agents/skills/loader.py": "the head of a prompt file, and its inputs",
    "apps/api/agents/stress_standing.py": "ids",
    "apps/api/conversation/stored_records.py": "ids",
    "apps/api/orchestration/answer_gate.py": "where a sentence of a stream may end",
    "apps/api/orchestration/mcp_records.py": "tokens, which are not stored",
    "apps/api/orchestration/strategy_context.py": "ids",
    "apps/api/orchestration/stream_handler.py": "blank lines of a stream",
    "apps/api/orchestration/tags.py": "the tags of the wire",
    "src/modules/llm_platform/infrastructure/guided/tuning.py": "pointers into a document",
}
MESSAGES = frozenset({"message", "said", "text", "typed", "user_message", "utterance", "words"})
OF_THE_READER = frozenset({"Spelling", "Utterance"})
FINDS = frozenset({"startswith", "endswith", "find", "index", "count", "removeprefix", "removesuffix", "partition"})


def test_nobody_beside_the_readers_reads_a_message() -> None:
    taking_part = {path: tree for path, tree in modules().items() if _takes_part(path)}
    assert len(taking_part) > 100, "the modules that take part in a turn are not found any more"
    found = [
        f"{path}:{line}: {what}"
        for path, tree in taking_part.items()
        for line, what in _readings(tree)
        if path not in OF_NO_MESSAGE
    ]
    assert not found, "give what was understood a field for it:\n" + "\n".join(found)


def test_only_modules_with_patterns_of_their_own_are_excepted() -> None:
    without = [path for path in OF_NO_MESSAGE if not any(_readings(modules()[path]))]
    assert without == []


def _takes_part(path: str) -> bool:
    return path.startswith(TAKING_PART) and not path.startswith(READERS)


def _readings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Patterns, words that are looked for in a message, and spellings of one."""
    lists = {
        name_of(node.targets[0]) for node in ast.walk(tree) if isinstance(node, ast.Assign) and _is_wording(node.value)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names) if any(each.name == "re" for each in names):
                yield node.lineno, "re"
            case ast.ImportFrom(module=module, names=names):
                taken = [each.name for each in names]
                if module == "re" or "lazy_pattern" in taken or OF_THE_READER.intersection(taken):
                    yield node.lineno, ", ".join(taken)
            case ast.Compare(left=left, ops=ops, comparators=others) if _compares_words(left, ops, others, lists):
                yield node.lineno, ast.unparse(node)
    for call in calls(tree):
        owner = call.func.value if isinstance(call.func, ast.Attribute) else None
        looks = name_of(call.func) in FINDS and owner is not None and _is_message(owner)
        if looks and any(_is_wording(each) for each in call.args):
            yield call.lineno, ast.unparse(call)


def _compares_words(left: ast.expr, ops: list[ast.cmpop], others: list[ast.expr], lists: set[str]) -> bool:
    if len(ops) != 1 or not isinstance(ops[0], ast.In | ast.NotIn | ast.Eq | ast.NotEq):
        return False
    sides = (left, others[0])
    return any(
        _is_message(one) and (_is_wording(other) or name_of(other) in lists - {""})
        for one, other in (sides, sides[::-1])
    )


def _is_message(node: ast.expr) -> bool:
    """A message by its usual names, or one in small letters or without blanks."""
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr="strip" | "lower" | "casefold")):
            return _is_message(value)
        case ast.Name() | ast.Attribute():
            return name_of(node) in MESSAGES
        case _:
            return False


def _is_wording(node: ast.expr) -> bool:
    """Words that are written out, alone or as a list."""
    match node:
        case ast.Constant(value=str(words)):
            return bool(words.strip())
        case ast.Call(func=ast.Name(id="frozenset" | "set" | "tuple"), args=[collection]):
            return _is_wording(collection)
        case ast.Tuple(elts=parts) | ast.Set(elts=parts) | ast.List(elts=parts):
            return any(_is_wording(each) for each in parts)
        case _:
            return False


@pytest.mark.parametrize(
    "source",
    [
        "import re",
        "from packages.domain.evidence.patterns import lazy_pattern",
        "from re import compile",
        "from packages.domain.conversation.understanding.message.utterance import Utterance",
        "'undo' in text",
        "user_message.strip().lower() == 'stop'",
        "text in ('stop', '停')",
        "STOPS = frozenset({'stop', '停'})\nstops = text.strip() in STOPS",
        "turn.text.startswith('no')",
    ],
)
def test_a_reading_of_a_message_is_found(source: str) -> None:
    assert list(_readings(ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    ["understood.said.takes_back", "'status' in state", "text == ''", "sentence in reply.text", "kind == 'exit'"],
)
def test_what_was_understood_may_be_asked(source: str) -> None:
    assert not list(_readings(ast.parse(source)))
