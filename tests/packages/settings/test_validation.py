"""What pydantic finds wrong, said by our catalogue in either language."""

from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from packages.core.messages import Language, render
from packages.settings.validation import problem_in


class Order(BaseModel):
    """One field of each kind."""

    model_config = ConfigDict(extra="forbid")

    count: Annotated[int, Field(ge=1)] = 1
    side: Literal["buy", "sell"] = "buy"
    name: Annotated[str, Field(min_length=1, max_length=3)] = "a"
    notes: Annotated[list[str], Field(min_length=1)] = Field(default=["a"])
    price: float | None = None


@pytest.mark.parametrize(
    ("given", "english", "chinese"),
    [
        ({"count": "many"}, "must be a whole number", "应为整数"),
        ({"count": 0}, "must be at least 1", "应不小于 1"),
        ({"side": "hold"}, "must be one of buy, sell", "应为 buy、sell 之一"),
        ({"name": ""}, "must not be empty", "不能为空"),
        ({"name": "abcd"}, "must have at most 3 characters", "最多 3 个字符"),
        ({"notes": []}, "must not be empty", "不能为空"),
        ({"price": "dear"}, "must be a number", "应为数字"),
        ({"colour": "red"}, "is not a known field", "没有这个字段"),
    ],
    ids=str,
)
def test_a_problem_says_what_to_write_in_either_language(given: dict[str, Any], english: str, chinese: str) -> None:
    with pytest.raises(ValidationError) as wrong:
        Order(**given)
    (said,) = map(problem_in, wrong.value.errors())
    assert (render(said, Language.EN), render(said, Language.ZH)) == (english, chinese)


def test_a_kind_that_we_do_not_know_or_that_lacks_its_figures_is_not_valid() -> None:
    for problem in ({"type": "moon_phase"}, {"type": "greater_than"}):
        assert render(problem_in(problem), Language.EN) == "is not valid"
