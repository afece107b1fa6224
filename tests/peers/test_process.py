"""A missing peer is a gap on one's own machine and a failure where releases are judged."""

from pathlib import Path

import pytest

from tests.peers.process import running_peer


@pytest.mark.parametrize(("judged", "outcome"), [("", pytest.skip.Exception), ("true", pytest.fail.Exception)])
def test_a_peer_that_is_not_installed_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, judged: str, outcome: type[BaseException]
) -> None:
    monkeypatch.setenv("CI", judged)
    with (
        pytest.raises(outcome, match="Somebody is not installed: `make test` installs it"),
        running_peer("Somebody", "somebody", "", tmp_path),
    ):
        pass
