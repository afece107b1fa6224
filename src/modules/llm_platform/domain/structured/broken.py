"""The one error of reading JSON, with the place and what to write instead."""

from typing import Self

from src.modules.llm_platform.domain.errors import ModelOutputUnusable

_AROUND = 30


def quoted(text: str, longest: int = 80) -> str:
    """A piece of an answer on one line, for a sentence about it; what no encoding can hold becomes `?`."""
    line = " ".join(text[:longest].split())
    return line.encode("utf-8", "replace").decode() + ("…" if len(text) > longest else "")


class BrokenJson(ModelOutputUnusable):
    """The answer holds JSON that cannot be read without guessing."""

    @classmethod
    def found(cls, text: str, at: int, what: str) -> Self:
        line = text.count("\n", 0, at) + 1
        column = at - (text.rfind("\n", 0, at) + 1) + 1
        near = quoted(text[max(0, at - _AROUND) : at + _AROUND])
        problem = f"Line {line}, column {column} (near `{near}`): {what}."
        return cls("llm_platform.not_readable_json", [problem])

    @classmethod
    def cut(cls, text: str, at: int, what: str) -> Self:
        error = cls.found(text, at, what)
        advice = "The answer was cut off; write the whole JSON again, and shorter."
        return cls("llm_platform.answer_cut_off", [*error.problems, advice])
