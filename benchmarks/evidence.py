"""The evidence checker: what it catches beside a plain look-up of numbers, and how long a report takes."""

import random
import statistics
import time
from collections.abc import Callable

from packages.domain.evidence.book import EvidenceBook
from packages.domain.evidence.checker import check
from tests.corpus.report_prose import Report, prose_report
from tests.corpus.report_scores import all_cases, appears_in_the_data, prose_reports, score, table

REPORTS, PER_CLASS = 120, 2
NUMBERS, ROWS, NAMES, RUNS = 60, 40, 5_000, 30
_ZH = "华兴恒瑞中泰东方宏远金诚德隆科信达盛和嘉永安海天龙凯蓝星云峰"


def print_corpus() -> None:
    reports = list(prose_reports(first=5_000, count=REPORTS))
    cases = list(all_cases(reports, seed=7, per_class=PER_CLASS))
    started = time.process_time()
    own = score(reports, cases)
    seconds = time.process_time() - started
    print(f"{len(cases):,} mutated sentences of {len(reports)} made-up reports, in {seconds:.1f} s of processor time\n")
    print("\n".join(table(own, score(reports, cases, appears_in_the_data))))


def typical(language: str) -> Report:
    """Some 60 numbers over some 40 rows, with 5,000 companies known."""
    made = (prose_report(seed, language, 34) for seed in range(1000))
    report = next(report for report in made if check(report.text, report.book).numbers == NUMBERS)
    names = _companies(random.Random(1)) | dict(report.book.companies)
    cited = {tag for tag in report.book.rows if f"{tag}]" in report.text or f"{tag} ]" in report.text}
    rest = [tag for tag in report.book.rows if tag not in cited][: max(0, ROWS - len(cited))]
    rows = {tag: row for tag, row in report.book.rows.items() if tag in cited or tag in rest}
    book = EvidenceBook(rows, report.book.labels, names, report.book.about)
    return Report(language, book, report.sentences)


def _companies(rng: random.Random) -> dict[str, tuple[str, str]]:
    made = {}
    for number in range(NAMES):
        en = "".join(rng.choices("bcdfgaeiou", k=7)).title()
        made[f"{600000 + number}.SH"] = ("".join(rng.choices(_ZH, k=4)), f"{en} Holdings Ltd.")
    return made


def median_ms(work: Callable[[], object]) -> float:
    """Of processor time, so that what else runs on the machine does not count."""
    taken = []
    for _ in range(RUNS):
        started = time.process_time()
        work()
        taken.append(1000 * (time.process_time() - started))
    return statistics.median(taken)


def _unknown_before(text: str, book: EvidenceBook) -> None:
    """With companies that no book had before."""
    renamed = {**book.companies, f"{time.perf_counter_ns()}.SZ": ("从未见过",)}
    check(text, EvidenceBook(book.rows, book.labels, renamed, book.about))


def print_speed() -> None:
    for language in ("zh", "en"):
        report = typical(language)
        book, text = report.book, report.text
        first = median_ms(lambda: _unknown_before(text, book))  # noqa: B023
        fresh = median_ms(lambda: check(text, EvidenceBook(book.rows, book.labels, book.companies, book.about)))  # noqa: B023
        again = median_ms(lambda: check(text, book))  # noqa: B023
        print(
            f"{language}: {NUMBERS} numbers, {len(book.rows)} rows, {len(book.companies):,} companies: "
            f"{first:.1f} ms the very first time, {fresh:.1f} ms with a new book, {again:.1f} ms again"
        )


def print_growth() -> None:
    report = prose_report(1, "zh", 40)
    for length in (10_000, 100_000):
        text = (report.text * (length // len(report.text) + 1))[:length]
        print(f"{length:,} characters: {median_ms(lambda: check(text, report.book)):.0f} ms")  # noqa: B023


if __name__ == "__main__":
    print_corpus()
    print()
    print_speed()
    print()
    print_growth()
