"""What a report rests on: how each speaker is bound to rows, and the rows that are cited, by number."""

from collections.abc import Mapping

from src.modules.coordinator.application.export.grounding import SpeakerGrounding, violation_words
from src.modules.coordinator.application.export.model import ReportTable, Section, plain_block
from src.modules.coordinator.application.export.reading import ReportedRun, RunRow

_COUNTED = ("numbers", "bound", "claims", "supported", "removed")


def grounding_section(run: ReportedRun, groundings: tuple[SpeakerGrounding, ...]) -> Section | None:
    if not groundings:
        return None
    say = run.say
    rows = tuple(
        (
            say.say(one.speaker) if one.speaker in say else run.expert_name(one.speaker),
            *(str(getattr(one, name)) for name in _COUNTED),
            violation_words(one.violations, run.language),
        )
        for one in groundings
    )
    head = tuple(say.say(key) for key in ("speaker", *_COUNTED, "violations"))
    return Section("grounding", "grounding", say.say("grounding"), (), (ReportTable(head, rows, (None,) * len(rows)),))


def evidence_section(run: ReportedRun, notes: Mapping[str, int]) -> Section | None:
    """The rows that the report cites; how many more the experts were handed is said."""
    if not notes:
        return None
    say = run.say
    cited = [(number, run.rows[anchor]) for anchor, number in notes.items() if anchor in run.rows]
    head = tuple(say.say(key) for key in ("tag", "speaker", "what", "value", "period", "source", "known_at"))
    rows = tuple((str(number), *_row(run, row)) for number, row in cited)
    count = say.say("evidence_count", cited=str(len(cited)), rows=str(len(run.rows)))
    table = ReportTable(head, rows, tuple(row.anchor for _, row in cited))
    return Section("evidence", "evidence", say.say("evidence"), (plain_block("note", count),), (table,))


def _row(run: ReportedRun, row: RunRow) -> tuple[str, ...]:
    known = "" if row.source.startswith("house rule") else row.known_on
    return (
        run.expert_name(row.expert),
        run.name(row),
        run.written(row),
        run.period(row),
        run.source_name(row.source),
        known,
    )
