"""One house: each name, message and language has one place, and no folder or circle hides another."""

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

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
    modules,
    name_of,
    page_imports,
    page_modules,
)

MOST_MODULES_IN_A_FOLDER = 25
LINES_OF_STEP_12 = 112_840
# What a step since has brought, with the reason; room for the next one is made here and nowhere else.
GROWN: Mapping[str, int] = {
    "step 16: changes and stops said late, bare numbers, ways out told early, answers from the screen": 1_600,
    "step 16: results that a model spells out, claims in more languages, plain words as they come": 450,
    "step 16: figures told in words, what is said early or in parts, rules agreed to in passing words": 250,
    "step 17: curves on request, quick visits to the database, formulas of indicators in one call": 300,
    "step 16: what is read of rules in words backed by the words, and how traders talk, much of it vocabulary": 720,
    "step 16: rules in words bound to their clauses, values beside their past, talk of desks, mostly vocabulary": 1010,
    "step 16: answers by the name of their field, lists of answers, what is told of another subject": 600,
    "step 16: more ways of saying rules and edits: expressions, holding, lasting and explained conditions": 1_150,
    "step 16: edits by an amount, mirrored rules, undo, the scope that rules imply, where a rule comes from": 1_120,
    "step 14: rules in words in any order of their kinds, edits of lengths and of old values": 1126,
    "step 13: the reading of prose, claims and retold documents, most of it vocabulary": 5_600,
    "step 13: holes in stored prices, declared adjustments, the doctor's look at the call books": 350,
    "step 13: what the chat says of research, one mark for opinions": 500,
    "step 13: audits of each speaker, trials that were only seen, what financing cost": 400,
    "step 13: the chat held from its first turn, a judge who goes by the name, clauses beside a bound number": 950,
    "step 14: valuation by kind of business, with multiples of its own and their history": 2_200,
    "step 14: experts by kind of business, weeks and months on the chart, dates ahead": 1_800,
    "step 14: statements, news, estimates, calendars and series from files; all that samples ship": 2_300,
    "step 14: one document for a research report, with its figures": 2_850,
    "step 14: absences told by line and day, scenarios before the judge, answers by schema, peers on the chart": 900,
    "step 14: the check of a run for contradictions, walk-backs, evidence tables for the debate": 1_600,
    "step 15: a demo market that goes on with the clock, its bank and insurer, expected days off in China": 1_100,
    "step 15: an import that doubts, common foreign formats, folders and archives of thousands of files": 1_900,
    "step 15: imports over HTTP and on the page, undone as a whole, and Excel workbooks": 1_850,
    "step 15: any ticker: the resolver, ten more stock markets, fetch jobs, four more sources": 2_400,
    "step 15: reward over risk, casualty and health insurers, doubts about figures and currencies": 750,
    "step 15: templates offered by what is stored, with a count of their trades": 400,
    "step 15: replays of the past, by terminal, HTTP, tool, chat and page": 480,
    "step 15: offers to fetch before research, with sources, keys and what to call next": 650,
    "step 15: units, currencies and names in imported files; bars of hours and minutes of the demo market": 480,
    "step 15: doubts of cells, files and sessions of every market, foreign formats, research as of a last day": 1_500,
    "step 16: rules and their changes in words, read into the strategy language": 6_100,
    "step 16: the reader of utterances, most of it vocabulary": 1_700,
    "step 16: a second opinion on utterances, amounts and dates by a grammar of their own": 900,
    "step 16: rules in words as a wider grammar that tells what it has not read": 1_900,
    "step 16: ways on and back after every turn, floods held to their limits": 350,
    "step 16: starting over, one changed answer, exclusions, late answers and failed fetches in the chat": 1_220,
    "step 16: half-told rules, what blocks a start, research taken up in words": 352,
    "step 16: proposals, the question that is due in every phase, bounds of an answer": 900,
    "step 16: strategies from a verdict, each clause with its claims": 1_500,
    "step 16: questions answered from the glossary and the desk's own figures": 990,
    "step 16: work that tells its own end in the chat, one sentence for each blocker, research turned into rules": 650,
    "step 16: amounts by a grammar of numbers, units and roles, and Chinese in Latin letters": 1_060,
    "step 17: the whole market by date: cross-sections, panels, coverage of all, reads that end": 2_100,
    "step 16: rules fitted to a person's limits, names that stay true, work that a model leaves undone": 600,
    "step 17: expressions, other instruments and the calendar in rules, worked out, explained and stressed": 1_650,
    "step 17: universes by rule, portfolios of target weights, a kernel that holds them": 1_750,
    "step 17: rules on the account's own state, in the kernel, on paper, stressed and explained": 1_000,
    "step 17: units, parts and levels: lots in the language, the kernel, on paper and in explanations": 1_150,
    "step 17: figures of reports and dates of companies in rules, as they were known on each bar": 1_150,
    "step 17: portfolios stressed, searched and on paper, trades counted as positions, legs by name": 850,
    "step 16: rules and edits in more wordings of one grammar, about half of it vocabulary": 850,
    "step 16: consents, confirmations that name their rules, claims of work, a model that is set wrongly": 550,
    "step 16: what people tell instead of naming an answer, gains by what others earn, years by children": 820,
    "step 16: bans and refusals, other bars, codes without their ending, the way back after a verdict": 300,
    "step 16: claims of states, results and noted answers, held to what is so after the turn": 800,
    "step 16: the loss at a stop held at each order, bars overdue by sessions, the capital that a lot takes": 250,
    "step 16: harder answers in English, the reader in smaller modules, averages named by their length": 950,
    "step 17: windows, drawn paths and ticks by the compiled library, several outputs of an indicator at once": 100,
    "step 16: claims of trading and profit, questions of limits and ruin, going back, another instrument": 850,
    "step 16: rules in more words: changes since a bar, rows of averages, words by what stands beside them": 1_000,
    "step 16: claims of changes, limits, promises and of other languages, and rules changed unasked": 480,
    "step 16: consent and dissent in natural words, questions of costs, directions, blocks and rules' numbers": 350,
    "step 17: the well-known strategies as documents, listed and given in full by a tool": 130,
    "step 17: funding of perpetuals: rates as rows, charged, read by rules and taken from files": 330,
    "step 17: grids of numbers on request, entries of which one cancels the other at any broker": 240,
    "step 12: why a figure is absent as a code with its parameters, in a table for each expert": 300,
    "step 16: changes that are asked about first, rules that are quoted, exits compared by kind, the way back": 350,
    "step 16: rules beyond a limit shown before they are kept, a message cut once, yes to a question asked again": 400,
}
CATALOGUE = ROOT / "packages/core/catalogue"
HAN = re.compile(r"[\u4e00-\u9fff]")
CODE = re.compile(r"[a-z_]+(\.[a-z0-9_]+)+")
# Modules of the page that hold Chinese, with the reason.
CHINESE_ON_THE_PAGE: Mapping[str, str] = {
    "contracts/api.ts": "generated from the API's own description",
    "features/research/useStepName.ts": "finds levels that are written twice, in words and in code",
    "features/strategies/versions/diffLines.ts": "how the sentences about a change begin",
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
    assert [path for path in chinese if path not in CHINESE_ON_THE_PAGE and "testing" not in path] == []


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


def test_the_product_grows_only_by_what_a_step_brought(capsys: pytest.CaptureFixture[str]) -> None:
    lines = sum(len(Path(ROOT / path).read_text().splitlines()) for path in modules())
    with capsys.disabled():
        print(f"\nproduct Python: {lines:,} lines in {len(modules()):,} files")
    assert lines <= LINES_OF_STEP_12 + sum(GROWN.values())
