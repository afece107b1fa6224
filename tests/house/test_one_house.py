"""One house: each name, message and language has one place, and no folder or circle hides another."""

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

import pytest

from packages.core.messages import Language, places, sentences
from tests.house.source import (
    ONE_LANGUAGE_ONLY,
    PAGE,
    ROOT,
    calls,
    circle,
    classes,
    error_calls,
    errors,
    is_mostly_words,
    is_vocabulary,
    modules,
    name_of,
    page_imports,
    page_modules,
)

MOST_MODULES_IN_A_FOLDER = 25
CODE_OF_STEP_12 = 109_100
# What a step since has brought in code, words apart; room for the next one is made here and nowhere else.
GROWN: Mapping[str, int] = {
    "step 20: the sentences of the experts by rules are in the catalogue": -980,
    "step 12: why a figure is absent, as a code with its parameters": 370,
    "step 12: what rules know of their sentences, as points beside them": 600,
    "step 13: prose, claims and retold documents read and checked, audits, holes in stored prices": 6_260,
    "step 14: valuation by kind of business, statements, calendars, one document of a report, checks": 10_640,
    "step 15: a demo market with the clock, imports that doubt and are undone, any ticker, replays": 10_080,
    "step 16: rules and their changes in words, utterances, proposals, consent, claims held to what is so": 29_200,
    "step 16: a message's own words behind one port, answers of rules, fees and data, versions by number": 570,
    "step 16: rules in words held to every name and joint, what happened lately, messages too long": 940,
    "step 16: clauses that lean on others, plain words, two readings that agree, rules without sense": 650,
    "step 16: questions beside unfinished rules, a mere yes to a model's own question, a name without bars": 130,
    "step 19: personal access tokens, a reference of the API": 560,
    "step 19: one tool server for programs, the chat over AG-UI": 1_000,
    "step 19: strategies out to four engines and in from freqtrade, import parley": 3_100,
    "step 17: expressions, portfolios, units and levels, figures of reports, the market by date, grids": 10_820,
    "step 20: one door out": 110,
    "step 20: sign-ins that are listed and ended, a new password, guessable passwords, trusted proxies": 330,
    "step 18: drafts that are backtested while they are edited, an archive that gives back": 260,
    "step 17: grids of a million variants, markets by rule stressed, optimised and on paper": 510,
    "step 17: bars checked and put on ticks in one pass of the kernel, a market read by symbol": 100,
    "step 18: indicators for charts, the market at a glance": 340,
}
# Modules that are mostly tables of words, patterns or constants, by where they lie.
WORDS: Mapping[str, int] = {
    "packages/domain/conversation": 4_750,
    "packages/domain/strategy/words": 2_220,
    "packages/domain/evidence": 1_445,
    "packages/infra/providers/market_data": 1_080,
    "src/modules": 1_570,
    "": 1_820,
}
CATALOGUE = ROOT / "packages/core/catalogue"
HAN = re.compile(r"[\u4e00-\u9fff]")
CODE = re.compile(r"[a-z_]+(\.[a-z0-9_]+)+")
# Modules of the page that hold Chinese, with the reason.
CHINESE_ON_THE_PAGE: Mapping[str, str] = {
    "contracts/api.ts": "generated from the API's own description",
    "i18n/language.ts": "a language by its own name",
}
# Public class names that a seed defines in two contexts, with the reason. No seed does.
DEFINED_TWICE: Mapping[str, str] = {}


def test_no_public_class_name_is_defined_in_two_modules() -> None:
    found = defaultdict(set)
    for path, node in classes():
        if not node.name.startswith("_"):
            found[node.name].add(path)
    twice = {name: sorted(paths) for name, paths in sorted(found.items()) if len(paths) > 1}
    assert set(DEFINED_TWICE) <= set(twice), "take out of the list what is defined once"
    report = [f"{name}: {', '.join(paths)}" for name, paths in twice.items() if name not in DEFINED_TWICE]
    assert not report, f"{len(report)} names:\n" + "\n".join(report)


def test_the_languages_are_defined_once() -> None:
    found = [f"{path}: {name}" for path, tree in modules().items() for name in _languages(tree)]
    here = "packages/core/messages.py"
    assert found == [f"{here}: Language", f"{here}: LanguageCode"], "\n".join(found)


def _languages(tree: ast.Module) -> Iterator[str]:
    """Classes and aliases that are called `Language`, or that are a literal of the two languages."""
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(name="Language" as name):
                yield name
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ) if name == "Language" or _is_literal_of_both(value):
                yield name


def _is_literal_of_both(value: ast.expr) -> bool:
    match value:
        case ast.Subscript(slice=ast.Tuple(elts=[ast.Constant(value=first), ast.Constant(value=second)])):
            return name_of(value) == "Literal" and {first, second} == {"zh", "en"}
        case _:
            return False


def test_no_folder_has_more_modules_than_one_can_take_in() -> None:
    python = (ROOT / path for path in modules() if not path.endswith("__init__.py"))
    counted: dict[str, int] = defaultdict(int)
    for path in [*python, *page_modules()]:
        counted[str(path.parent.relative_to(ROOT))] += 1
    crowded = {folder: count for folder, count in sorted(counted.items()) if count > MOST_MODULES_IN_A_FOLDER}
    assert not crowded, "\n".join(f"{folder}: {count}" for folder, count in crowded.items())


def test_the_page_has_no_circle_of_imports_not_even_of_types() -> None:
    imports = page_imports()
    assert sum(map(len, imports.values())) > len(imports), "imports are not read any more"
    assert circle(imports) == []


def test_a_circle_is_found() -> None:
    one, two = PAGE / "one.ts", PAGE / "two.ts"
    assert circle({one: [two], two: [one]}) == ["one.ts", "two.ts", "one.ts"]


def test_every_sentence_exists_in_every_language_with_the_same_places() -> None:
    english = sentences(Language.EN)
    for language in Language:
        other = sentences(language)
        assert set(other) ^ set(english) == set(), f"only in one of en and {language}"
        differing = {code for code in english if places(english[code]) != places(other[code])}
        assert differing <= ONE_LANGUAGE_ONLY


def test_every_phrase_of_the_page_exists_in_every_language_with_the_same_places() -> None:
    english = _page_phrases(Language.EN)
    assert len(english) > 1000, "the phrases of the page are not found any more"
    for language in Language:
        other = _page_phrases(language)
        assert set(other) ^ set(english) == set(), f"only in one of en and {language}"
        assert [phrase for phrase in english if places(english[phrase]) != places(other[phrase])] == []
        assert [phrase for phrase, sentence in other.items() if not sentence.strip()] == []


def test_the_server_does_not_load_the_phrases_of_the_page() -> None:
    assert not any(code.startswith("page.") for code in sentences(Language.EN))


def test_the_modules_of_the_page_import_every_file_of_their_phrases_and_hold_no_chinese() -> None:
    source = {path: path.read_text() for path in page_modules()}
    imported = {name for text in source.values() for name in re.findall(r'"@catalogue/zh/page/([^"]+)"', text)}
    assert imported == {path.name for path in (CATALOGUE / "zh/page").iterdir()}
    chinese = [str(path.relative_to(PAGE)) for path, text in source.items() if HAN.search(text)]
    found = {path for path in chinese if "testing" not in path}
    assert found - set(CHINESE_ON_THE_PAGE) == set()
    assert set(CHINESE_ON_THE_PAGE) - found == set(), "an exception that nothing needs any more"


def _page_phrases(language: Language) -> dict[str, str]:
    return {
        f"{path.stem}: {name}": sentence
        for path in (CATALOGUE / language.value / "page").iterdir()
        for name, sentence in json.loads(path.read_text()).items()
    }


def test_every_code_that_the_source_names_has_a_sentence_and_its_parameters() -> None:
    english = sentences(Language.EN)
    faults = []
    for path in modules():
        for call, code in _messages(path):
            given = {keyword.arg for keyword in call.keywords}
            lacking = places(english.get(code, "")) - given if None not in given else set()
            if code not in english:
                faults.append(f"{path}:{call.lineno}: {code} is in no catalogue")
            elif lacking:
                faults.append(f"{path}:{call.lineno}: {code} lacks {', '.join(sorted(lacking))}")
    assert not faults, f"{len(faults)} codes:\n" + "\n".join(faults)


def _messages(path: str) -> Iterator[tuple[ast.Call, str]]:
    """Calls that name a code: of `message`, and of errors. `Message` takes its parameters as a mapping."""
    made = [call for call in calls(modules()[path]) if name_of(call.func) == "message"]
    for call in [*made, *error_calls(path)]:
        match call.args:
            case [ast.Constant(value=str(code)), *_] if CODE.fullmatch(code):
                yield call, code


def test_every_code_of_a_message_with_a_mapping_has_a_sentence() -> None:
    english = sentences(Language.EN)
    faults = []
    for path, tree in modules().items():
        for call in (call for call in calls(tree) if name_of(call.func) == "Message"):
            match call.args:
                case [ast.Constant(value=str(code)), *_] if CODE.fullmatch(code) and code not in english:
                    faults.append(f"{path}:{call.lineno}: {code}")
    assert faults == []


def test_no_error_is_raised_with_a_sentence() -> None:
    assert len(errors()) > 50, "the errors are not found any more"
    said = [f"{path}:{call.lineno}" for path in modules() for call in error_calls(path) if _says_a_sentence(call)]
    assert not said, f"{len(said)} sentences:\n" + "\n".join(said)


def _says_a_sentence(call: ast.Call) -> bool:
    return any(
        isinstance(part, ast.JoinedStr) or (isinstance(part, ast.Constant) and " " in str(part.value))
        for argument in call.args
        for part in _alternatives(argument)
    )


def _alternatives(argument: ast.expr) -> Iterator[ast.expr]:
    """The texts that an argument can be: itself, either side of an `if`, and the parts of a sum."""
    match argument:
        case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, right=other):
            yield from _alternatives(one)
            yield from _alternatives(other)
        case _:
            yield argument


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ('BadOrder("An order needs a quantity.")', True),
        ('BadOrder(f"A price of {price}")', True),
        ('BadOrder("a" if short else "a sentence")', True),
        ('BadOrder("order.no_quantity", price=price)', False),
        ("BadOrder(reason)", False),
    ],
)
def test_a_sentence_is_told_from_a_code(source: str, says: bool) -> None:
    (call,) = calls(ast.parse(source))
    assert _says_a_sentence(call) is says


def test_the_code_grows_only_by_what_a_step_brought(capsys: pytest.CaptureFixture[str]) -> None:
    lines = _lines()
    code = sum(count for path, count in lines.items() if not is_vocabulary(path))
    with capsys.disabled():
        print(f"\nproduct Python: {sum(lines.values()):,} lines in {len(lines):,} files, {code:,} of them code")
    assert code <= CODE_OF_STEP_12 + sum(GROWN.values())


@pytest.mark.parametrize("folder", WORDS)
def test_the_words_grow_apart_from_the_code(folder: str) -> None:
    owned = (count for path, count in _lines().items() if is_vocabulary(path) and _owner(path) == folder)
    assert sum(owned) <= WORDS[folder]


def _lines() -> Mapping[str, int]:
    return {path: len((ROOT / path).read_text().splitlines()) for path in modules()}


def _owner(path: str) -> str:
    return max((folder for folder in WORDS if path.startswith(folder)), key=len)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('RISES = (\n    "up",\n    "higher",\n)\nimport re', True),
        ('RISES = re.compile(\n    r"up"\n    r"|higher"\n)\nimport re', True),
        ('ROWS = Table(\n    "rows",\n    "id",\n)\n', False),
        ("SIZES = (\n    1,\n    2,\n)\n", False),
        ('RISES = ("up", "higher")\n\ndef rises(word):\n    return word in RISES\n', False),
    ],
)
def test_a_module_of_words_is_told_from_code(source: str, expected: bool) -> None:
    assert is_mostly_words(source) is expected
