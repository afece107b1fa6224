"""Settings come from the environment, `.env` and defaults; a wrong one is named in a sentence."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from packages.settings.auth import AuthMode
from packages.settings.base import WrongSetting
from packages.settings.database import DatabaseUrl
from packages.settings.jobs import JobSettings
from packages.settings.load import concerns, load_settings
from packages.settings.server import is_loopback
from packages.settings.vendors import VendorSettings

ROOT = Path(__file__).parents[3]


def test_with_nothing_set_the_desk_is_local_keyless_and_on_a_file_in_its_home(home: Path) -> None:
    settings = load_settings()
    assert settings.auth_mode is AuthMode.LOCAL
    assert settings.llm.desk_mode == "rules"
    assert settings.database_url.file == home / "parley.sqlite"
    assert settings.server.base_url == "http://127.0.0.1:8000"


def test_a_dotenv_file_is_read_and_the_environment_wins_over_it(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text("PARLEY_PORT=9001\nPARLEY_LOG_LEVEL=debug\nOPENAI_API_KEY=sk-from-file\n")
    monkeypatch.setenv("PARLEY_PORT", "9002")
    settings = load_settings()
    assert settings.server.port == 9002
    assert settings.logs.log_level == "debug"
    assert settings.llm.desk_mode == "llm"


def test_either_case_is_understood_an_empty_value_counts_as_none_and_what_is_given_wins(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path(".env").write_text("parley_port=9001\nPARLEY_HOST=\nPARLEY_LOG_LEVEL=debug\n")
    monkeypatch.setenv("parley_job_concurrency", "7")
    monkeypatch.setenv("PARLEY_LOG_LEVEL", "")
    monkeypatch.setenv("PARLEY_TUSHARE_TOKEN", "with the prefix")
    settings = load_settings()
    assert (settings.server.port, settings.server.host) == (9001, "127.0.0.1")
    assert settings.jobs.job_concurrency == 7
    assert settings.logs.log_level == "debug"
    assert settings.vendors.tushare_token == SecretStr("with the prefix")
    assert JobSettings(job_concurrency=3).job_concurrency == 3
    assert VendorSettings(tushare_token=SecretStr("given")).tushare_token == SecretStr("given")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PARLEY_PORT", "eighty"),
        ("PARLEY_PORT", "70000"),
        ("PARLEY_AUTH_MODE", "open"),
        ("PARLEY_DATABASE_URL", "mysql://localhost/x"),
        ("PARLEY_DATABASE_URL", "sqlite://parley.sqlite"),
        ("PARLEY_DATABASE_URL", "sqlite:///:memory:"),
        ("PARLEY_PUBLIC_URL", "desk.example.org"),
        ("PARLEY_LLM_API", "telepathy"),
        ("PARLEY_LOG_LEVEL", "loud"),
        ("PARLEY_JOB_CONCURRENCY", "0"),
    ],
)
def test_a_wrong_value_is_named(home: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(WrongSetting, match=name):
        load_settings()


def test_a_home_that_is_a_file_is_named(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("taken").touch()
    monkeypatch.setenv("PARLEY_HOME", "taken")
    with pytest.raises(WrongSetting, match=r"PARLEY_HOME is wrong: .* is a file"):
        load_settings()


def test_local_mode_refuses_a_public_address(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_HOST", "0.0.0.0")
    assert load_settings().auth_mode is AuthMode.PASSWORD
    monkeypatch.setenv("PARLEY_AUTH_MODE", "local")
    with pytest.raises(WrongSetting, match=r"will not listen on 0\.0\.0\.0"):
        load_settings()


@pytest.mark.parametrize(
    ("given_url", "expected"),
    [
        ("sqlite:///a.db", "sqlite+aiosqlite:///a.db"),
        ("sqlite+aiosqlite:////tmp/a.db", "sqlite+aiosqlite:////tmp/a.db"),
        ("postgresql://u:p@h:5/d", "postgresql+asyncpg://u:p@h:5/d"),
        ("postgresql+asyncpg://h/d", "postgresql+asyncpg://h/d"),
    ],
)
def test_all_spellings_of_a_database_are_taken(given_url: str, expected: str) -> None:
    assert DatabaseUrl(given_url).for_async == expected


def test_a_database_address_prints_without_its_password() -> None:
    assert str(DatabaseUrl("postgresql://ann:secret@db:5432/desk")) == "postgresql://db:5432/desk"


def test_the_example_file_names_every_setting_and_no_other() -> None:
    lines = (ROOT / ".env.example").read_text().splitlines()
    named = [line.lstrip("# ").partition("=")[0] for line in lines if "=" in line]
    assert sorted(named) == sorted(name for concern in concerns().values() for name in concern.environment_names())


@given(st.text(max_size=20))
def test_only_this_machines_names_are_loopback(text: str) -> None:
    assert is_loopback(text) == (text in ("localhost", "::1") or (text.startswith("127.") and is_loopback(text)))
