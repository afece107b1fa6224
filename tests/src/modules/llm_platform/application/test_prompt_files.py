"""A prompt file says what it needs, and is refused where it needs something else."""

from pathlib import Path

import pytest

from src.modules.llm_platform.application.prompt_files import BadPrompt, Prompt, load_prompt


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (None, "is missing"),
        ("", "does not begin"),
        ("no head at all", "does not begin"),
        ("---\ninputs: \n---\ntext", "does not begin"),
        ("---\nversion: 1\ninputs: company\n---\n{{company}} {{symbol}}", "declares"),
        ("---\nversion: 1\ninputs: company, symbol\n---\n{{company}}", "declares"),
        ("---\nversion: 1\ninputs: company, secret\n---\n{{company}} {{secret}}", "declares"),
    ],
)
def test_a_file_that_is_missing_or_whose_head_does_not_fit_is_refused(
    tmp_path: Path, text: str | None, reason: str
) -> None:
    path = tmp_path / "system.md"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(BadPrompt, match=reason):
        load_prompt(path, {"company", "symbol"})


def test_what_is_filled_in_is_not_filled_again(tmp_path: Path) -> None:
    path = tmp_path / "user.md"
    path.write_text("---\nversion: 3\ninputs: company\n---\n\nOf {{company}}.\n", encoding="utf-8")
    prompt = load_prompt(path)
    assert prompt == Prompt(3, "Of {{company}}.")
    assert prompt.filled({"company": "{{symbol}}"}) == "Of {{symbol}}."
