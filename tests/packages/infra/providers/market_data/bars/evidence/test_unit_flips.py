"""Two units of price in one file are told from splits, whatever the order of the stretches."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import polars as pl
import pytest

from packages.infra.providers.market_data.bars.evidence.guess import Answers
from packages.infra.providers.market_data.bars.evidence.unit_flips import flipped_stretches, leaps_in
from packages.infra.providers.market_data.bars.inspect import inspect_bars

FIRST = datetime(2024, 3, 4, tzinfo=UTC)
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def bars(prices: list[float]) -> pl.DataFrame:
    own = [float(price) for price in prices]
    times = [FIRST + timedelta(days=n) for n in range(len(prices))]
    return pl.DataFrame({"line": range(2, len(prices) + 2), "time": times, "open": own, "close": own})


@pytest.mark.parametrize(
    ("prices", "lines"),
    [
        ([150, 151, 1.5, 1.52, 151, 152, 150], [(4, 100.0)]),
        ([1.5, 150, 151, 150, 1.51, 1.5, 1.5, 1.5, 1.5], [(3, 0.01)]),
        ([1.5, 150, 151, 150, 152, 1.51], [(1, 100.0), (7, 100.0)]),
        ([150, 1.5, 1.5, 1.5], []),  # never back: a change of unit, a split or a fraud, and offered as a jump
        ([150, 75, 150, 75, 150], []),
        ([150], []),
    ],
)
def test_stretches_of_the_rarer_unit_are_found(prices: list[float], lines: list[tuple[int, float]]) -> None:
    frame = bars(prices)
    found = flipped_stretches(leaps_in(frame), frame["time"][0], frame["time"][-1])
    assert [(one.line, round(one.factor, 6)) for one in found] == lines


def test_a_flip_is_a_question_with_a_proposed_answer_and_no_split_is_offered(tmp_path: Path) -> None:
    path = tmp_path / "BARC.L.csv"
    lines = [f"2024-03-{n:02d},{p},{p},{p},{p},100" for n, p in ((4, 150), (5, 151), (6, 1.5), (7, 152), (8, 151))]
    path.write_text("date,open,high,low,close,volume\n" + "\n".join(lines))
    for batch in (2**20, 40):
        seen = inspect_bars(path, Answers({}), NOW, batch_bytes=batch)
        (question,) = seen.questions
        assert (question.what, question.value, question.alternatives) == ("price_flips", "scale", ("leave_out", "keep"))
        assert "line 4" in question.why
        assert not [guess for guess in seen.guesses if guess.what.startswith("split")]
        for answer, close in (("scale", [150, 151, 150, 152, 151]), ("keep", [150, 151, 1.5, 152, 151])):
            answered = inspect_bars(path, Answers({"price_flips": answer}), NOW, batch_bytes=batch)
            assert not [guess for guess in answered.guesses if guess.asks or guess.offers]
            shown = [bar.close for bar in answered.preview]  # of batches, the ends alone
            assert shown == close if batch > 40 else (set(shown) <= set(close) and answered.tally.taken == 5)
        left = inspect_bars(path, Answers({"price_flips": "leave_out"}), NOW, batch_bytes=batch)
        assert [refusal.line for refusal in left.tally.refusals] == [4]
