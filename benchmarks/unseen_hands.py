"""How the reader of utterances understands a hand that it has not seen: for each hand, the others teach and it is read.

    python -m benchmarks.unseen_hands [hand ...] [--show wrong|unread]

Prints what share of answers and decisions is read right and wrong, and of what share of non-answers something is read.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from unittest.mock import patch

from benchmarks.reader_training import TODAY, Sentence, hands, kept_out, train
from packages.domain.conversation.fields import FIELDS
from packages.domain.conversation.understanding.learned import reader
from packages.domain.conversation.understanding.learned.labels import ANSWERS
from packages.domain.conversation.understanding.learned.second_opinion import label_by
from packages.domain.conversation.understanding.lexicon.decision_words import DECISIONS
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.conversation.understanding.rules import RuleUnderstanding

RIGHT, UNREAD, WRONG = "right", "unread", "wrong"
_OCCASIONS = ("run_stress_test", "running")
_PHASES = {field.name: phase for phase, fields in FIELDS.items() for field in fields}
# Who goes back from a decision changes something, and who waits has not decided.
_ALIKE = ({"back", "revise", "change", "needs_changes"}, {"not_yet", "hold", "wait"})


def asked_of(question: str) -> AskedFields:
    if question in _OCCASIONS:
        return AskedFields(occasion=question, today=TODAY)
    fields = tuple(each.name for each in FIELDS[_PHASES[question]] if each.name in ANSWERS or each.name in DECISIONS)
    return AskedFields(fields, frozenset({question}), today=TODAY)


def outcome(sentence: Sentence) -> tuple[str, str | None]:
    """What became of a sentence, and what it was taken for."""
    read = label_by(sentence.question, RuleUnderstanding().read(sentence.text, asked_of(sentence.question)))
    alike = read == sentence.label or any({read, sentence.label} <= each for each in _ALIKE)
    if alike:
        return RIGHT, read
    if sentence.is_answer:
        return (UNREAD if read is None else WRONG), read
    return (WRONG if read in ANSWERS[sentence.question] else RIGHT), read


def kind_of(sentence: Sentence) -> str:
    is_decision = sentence.question in DECISIONS or sentence.question in _OCCASIONS
    return ("decisions" if is_decision else "answers") if sentence.is_answer else "non-answers"


def report(named: list[str], show: str | None) -> Iterator[str]:
    written = hands()
    read_only = {**written, **kept_out()}
    for held in named or read_only:
        weights = train([each for name, taught in written.items() if name != held for each in taught])
        with patch.object(reader, "loaded", lambda weights=weights: weights):
            read = [(each, *outcome(each)) for each in read_only[held]]
        for sentence, result, taken_for in read:
            if result == show:
                yield f"{result}: {sentence.question} is {sentence.label}, taken for {taken_for}: {sentence.text}"
        yield f"{held:6s} {len(read):5d}  " + "  ".join(_shares(read))


def _shares(read: list[tuple[Sentence, str, str | None]]) -> Iterator[str]:
    counts = Counter((kind_of(sentence), result) for sentence, result, _ in read)
    for kind in ("answers", "decisions", "non-answers"):
        whole = max(1, sum(counts[kind, each] for each in (RIGHT, UNREAD, WRONG)))
        yield f"{kind} {counts[kind, RIGHT] / whole:6.1%} right {counts[kind, WRONG] / whole:5.1%} wrong"
    yield f"all {sum(result == WRONG for _, result, _ in read) / len(read):5.2%} wrong"


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hands", nargs="*")
    parser.add_argument("--show", choices=(WRONG, UNREAD))
    options = parser.parse_args(argv)
    for line in report(options.hands, options.show):
        print(line, flush=True)


if __name__ == "__main__":
    main()
