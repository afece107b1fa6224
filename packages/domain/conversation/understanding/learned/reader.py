"""How likely each label is for a message, by weights that were trained on sentences of several hands.

`benchmarks/reader_training.py` trains them and says how well they read a hand that they have not seen.
"""

from collections.abc import Mapping
from datetime import date
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from packages.domain.conversation.understanding.learned.features import features
from packages.domain.conversation.understanding.learned.labels import LABELS, QUESTIONS, labels_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WEIGHTS = "weights.npz"


class Weights(NamedTuple):
    """A row of steps for each feature that is known, and one for each question; `scale` is the size of a step."""

    row_of: "NDArray[np.int32]"
    steps: "NDArray[np.int8]"
    scale: "NDArray[np.float32]"


def odds(question: str, text: str, today: date | None, weights: Weights | None = None) -> Mapping[str, float]:
    """By label, of those that a message may have after this question; they come to one."""
    import numpy as np

    weights = weights or loaded()
    rows = weights.row_of[features(text, today)]
    rows = np.append(rows[rows >= 0], QUESTIONS.index(question))
    summed = weights.steps[rows].sum(axis=0, dtype=np.int32) * weights.scale / np.sqrt(len(rows))
    possible = labels_of(question)
    scores = summed[[LABELS.index(label) for label in possible]]
    shares = np.exp(scores - scores.max())
    shares /= shares.sum()
    return dict(zip(possible, shares.tolist(), strict=True))


@cache
def loaded() -> Weights:
    import numpy as np

    with files(__package__).joinpath(WEIGHTS).open("rb") as file, np.load(file, allow_pickle=False) as held:
        return Weights(held["row_of"], held["steps"], held["scale"])
