"""Reading damaged model answers beside `json.loads` and json_repair, with the same strict validation, in one run."""

import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from importlib.metadata import version

from pydantic import BaseModel, ValidationError

from src.modules.llm_platform.domain.errors import ModelOutputUnusable
from src.modules.llm_platform.domain.structured.reading import read_structured
from tests.corpus.structural_damage import same
from tests.corpus.structured_outputs import Case, cases

Reader = Callable[[Case], str]
OUTCOMES = ("recovered", "refused", "silently wrong")


class Refused(Exception):
    """The reader gave nothing back."""


def ours(case: Case) -> str:
    try:
        return read_structured(case.text, case.model, case.finish)
    except ModelOutputUnusable as error:
        raise Refused from error


def plain_json(case: Case) -> str:
    try:
        return _validated(json.loads(case.text), case.model)
    except (ValueError, RecursionError) as error:
        raise Refused from error


def repaired(case: Case) -> str:
    import json_repair

    return _validated(json_repair.loads(case.text), case.model)


def _validated(value: object, model: type[BaseModel]) -> str:
    """The same validation as ours, on what the library made of the text."""
    try:
        text = json.dumps(value, allow_nan=False)
        model.model_validate_json(text, strict=True)
    except (ValueError, ValidationError) as error:
        raise Refused from error
    return text


def outcome_of(case: Case, reader: Reader) -> str:
    try:
        value = json.loads(reader(case))
    except Refused:
        return "refused"
    return "recovered" if case.truth is not None and same(value, case.truth) else "silently wrong"


def measure(corpus: Sequence[Case], reader: Reader) -> tuple[dict[str, Counter[str]], float]:
    started = time.perf_counter()
    outcomes = [outcome_of(case, reader) for case in corpus]
    seconds = time.perf_counter() - started
    counted: dict[str, Counter[str]] = {}
    for case, outcome in zip(corpus, outcomes, strict=True):
        counted.setdefault(case.kind, Counter())[outcome] += 1
    return counted, seconds


def main() -> None:
    corpus = list(cases())
    readers = {"ours": ours, "json.loads": plain_json, f"json_repair {version('json_repair')}": repaired}
    for reader in readers.values():
        measure(corpus[:200], reader)
    measured = {name: measure(corpus, reader) for name, reader in readers.items()}
    print(f"{len(corpus):,} answers; each cell: recovered / refused / silently wrong\n")
    print("| kind | answers | to be | " + " | ".join(readers) + " |")
    print("|---|---|---|" + "---|" * len(readers))
    for (kind, repairable), count in Counter((case.kind, case.repairable) for case in corpus).items():
        columns = [counted[kind] for counted, _ in measured.values()]
        _print_row(kind, count, "recovered" if repairable else "refused", columns)
    for repairable in (True, False):
        part = [case.kind for case in corpus if case.repairable is repairable]
        columns = [_summed(counted, set(part)) for counted, _ in measured.values()]
        _print_row("**all of these**", len(part), "recovered" if repairable else "refused", columns)
    taken = " | ".join(f"{seconds:.2f} s" for _, seconds in measured.values())
    print(f"| **time, all answers** | {len(corpus)} | | {taken} |")


def _print_row(kind: str, count: int, wanted: str, columns: Sequence[Counter[str]]) -> None:
    cells = " | ".join(" / ".join(str(column[outcome]) for outcome in OUTCOMES) for column in columns)
    print(f"| {kind} | {count} | {wanted} | {cells} |")


def _summed(counted: dict[str, Counter[str]], kinds: set[str]) -> Counter[str]:
    return sum((counted[kind] for kind in kinds), Counter())


if __name__ == "__main__":
    main()
