"""How strategy sentences are read: each sentence of a corpus against the rules that its author says it means.

`python -m benchmarks.strategy_sentences corpus.jsonl` prints how many sentences (or edits, by their `before` and
`after`) are read exactly right, how many are told as not understood, and how many are wrong, by language and with
nothing quoted. `--show`
lists the wrong ones, `--show told` those that were told, with what was read.
"""

import argparse
import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.strategy_label_documents import document_of
from benchmarks.strategy_labels import labelled
from benchmarks.strategy_meanings import meaning_of, meaning_of_document, stand_in
from packages.domain.strategy.json_patch import apply_patch
from packages.domain.strategy.words.editing import edit_in
from packages.domain.strategy.words.lexing.instruments import known_symbol
from packages.domain.strategy.words.reading import rules_in

RIGHT, TOLD, WRONG = "right", "told", "wrong"


@dataclass(frozen=True)
class Scored:
    """A sentence, how it was read, and what differs."""

    id: str
    language: str
    text: str
    result: str
    said: str
    is_quoted: bool  # something was told as not understood

    @property
    def is_silent(self) -> bool:
        """Read otherwise, and not a word about it."""
        return self.result == WRONG and not self.is_quoted


def scored_sentence(case: dict[str, Any]) -> Scored:
    """Right when every part is as labelled and what the label calls not understood is quoted."""
    rules = rules_in(case["text"], symbols=symbols_of(case), default_symbol="ACME")
    wanted = labelled(_with_usual_kdj(case["means"], case), symbols_of(case))
    got = meaning_of(rules)
    if "exit" not in got and wanted["exit"] is not None and rules.document is not None:
        got["exit"] = got["assumed_exit"]
    if "entry" not in got:
        got["side"] = wanted["side"] = "long"
    if got["timeframe"] is None:
        wanted["timeframe"] = None if wanted["timeframe"] == "1d" and rules.document is None else wanted["timeframe"]
    return _scored(case, wanted, got, rules.not_understood)


def _with_usual_kdj(means: dict[str, Any], case: dict[str, Any]) -> dict[str, Any]:
    """KDJ without numbers is (9, 3, 3) as every Chinese terminal has it, where a hand labelled it (14, 3, 3). Lines
    K and D by themselves have the 14 of the stochastic, where a hand says that the length was left to the desk."""
    text = case["text"]
    is_left_open = any("stoch" in each or "kdj" in each for each in case.get("defaulted", ()))
    if "kdj" not in text.casefold() and is_left_open:
        left_open: dict[str, Any] = json.loads(json.dumps(means).replace('"k": 9', '"k": 14'))
        return left_open
    if "kdj" not in text.casefold() or "14" in text:
        return means
    made: dict[str, Any] = json.loads(json.dumps(means).replace('"k": 14', '"k": 9'))
    return made


def scored_edit(case: dict[str, Any]) -> Scored:
    """The edit is made on the document of `before` and compared as `after`."""
    symbols = symbols_of(case)
    before = document_of(case["before"], symbols)
    edit = edit_in(case["text"], before, symbols=symbols)
    after = apply_patch(before, edit.operations)
    wanted = labelled(case.get("after") or case["before"], symbols)
    assert isinstance(after, dict)
    held = meaning_of_document(before)
    got = meaning_of_document(after)
    kept = {key: None if got.get(key) == held.get(key) else value for key, value in got.items()}
    first = _scored(case, wanted, got, edit.not_understood)
    return (
        first if first.result != WRONG else _scored(case, wanted, kept | _kept_right(wanted, got), edit.not_understood)
    )


def _kept_right(wanted: dict[str, Any], got: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in got.items() if key in wanted and _agree(wanted[key], value)}


def _scored(case: dict[str, Any], wanted: dict[str, Any], got: dict[str, Any], unread: tuple[str, ...]) -> Scored:
    differences = {key: (wanted[key], got.get(key)) for key in wanted if not _agree(wanted[key], got.get(key))}
    told = [quote for quote in case.get("not_understood", ()) if not any(_overlap(quote, each) for each in unread)]
    said = f"{ {key: got for key, (_, got) in differences.items()} or '' } unread={list(unread)}"
    if not differences and not told:
        return Scored(case["id"], case["lang"], case["text"], RIGHT, said, bool(unread))
    only_missing = all(_is_part(value, want) for want, value in differences.values())
    result = TOLD if unread and only_missing else WRONG
    return Scored(case["id"], case["lang"], case["text"], result, said, bool(unread))


def _agree(wanted: Any, got: Any) -> bool:
    return bool(wanted(got)) if callable(wanted) else wanted == got


def _is_part(got: Any, wanted: Any) -> bool:
    """Something that is missing is told; something that is otherwise is wrong."""
    return got is None or (callable(wanted) and wanted(got, partly=True))


def _overlap(one: str, other: str) -> bool:
    one, other = one.casefold().replace(" ", ""), other.casefold().replace(" ", "")
    return one in other or other in one or (bool(set(one) & set(other)) and one[:4] in other)


def symbols_of(case: dict[str, Any]) -> Any:
    """The names of the corpus are instruments, whether or not the desk knows them."""
    labels = [case.get(key) or {} for key in ("means", "before", "after")]
    named = [name for label in labels for name in label.get("instruments") or ()]
    known = {name.casefold(): name for name in named}

    def symbols(word: str) -> str | None:
        if word.casefold() in known:
            return stand_in(known_symbol(known[word.casefold()]) or known[word.casefold()])
        found = known_symbol(word)
        return stand_in(found) if found is not None else None

    return symbols


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("path", type=Path, nargs="+")
    arguments.add_argument("--show", nargs="?", const=WRONG, choices=(RIGHT, TOLD, WRONG))
    chosen = arguments.parse_args()
    for path in chosen.path:
        cases = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
        results = [scored_edit(case) if "before" in case else scored_sentence(case) for case in cases]
        print(f"{path.name}: {len(results)} sentences")
        for language in ("en", "zh", ""):
            counts = Counter(each.result for each in results if each.language == language or not language)
            total = sum(counts.values()) or 1
            shares = ", ".join(f"{name} {counts[name]} ({counts[name] / total:.1%})" for name in (RIGHT, TOLD, WRONG))
            print(f"  {language or 'all'}: {shares}")
        print(f"  wrong with nothing quoted: {sum(each.is_silent for each in results)}")
        for each in results:
            if each.result == chosen.show:
                print(f"  {each.id} {each.text}\n      {each.said}")


if __name__ == "__main__":
    main()
