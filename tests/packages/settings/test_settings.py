"""Settings come from the environment, `.env` and defaults; a wrong one is named in a sentence."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from packages.core.messages import Language, in_language
from packages.settings.auth import AuthMode
from packages.settings.base import WrongSetting
from packages.settings.data import VendorSettings
from packages.settings.database import DatabaseUrl
from packages.settings.load import concerns, load_settings
from packages.settings.server import ServerSettings, is_loopback
from packages.settings.work import JobSettings

ROOT = Path(__file__).parents[3]


def test_with_nothing_set_the_desk_is_local_keyless_and_on_a_file_in_its_home(home: Path) -> None:
    settings = load_settings()
    assert settings.auth_mode is AuthMode.LOCAL
    assert settings.llm.mode == "rules"
    assert settings.database_url.file == home / "parley.sqlite"
    assert settings.server.base_url == "http://127.0.0.1:8000"


def test_a_dotenv_file_is_read_and_the_environment_wins_over_it(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text("PARLEY_PORT=9001\nPARLEY_LOG_LEVEL=debug\nOPENAI_API_KEY=sk-from-file\n")
    monkeypatch.setenv("PARLEY_PORT", "9002")
    settings = load_settings()
    assert settings.server.port == 9002
    assert settings.logs.log_level == "debug"
    assert settings.llm.mode == "llm"


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
    with pytest.raises(WrongSetting, match=r"PARLEY_HOME must be a folder, and .* is a file"):
        load_settings()


def test_local_mode_refuses_a_public_address(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_HOST", "0.0.0.0")
    assert load_settings().auth_mode is AuthMode.PASSWORD
    monkeypatch.setenv("PARLEY_AUTH_MODE", "local")
    with pytest.raises(WrongSetting, match=r"will not listen on 0\.0\.0\.0"):
        load_settings()


PUBLIC = (
    *("https://desk.example.org", "HTTPS://Desk.Example.org:8443/parley/", "http://localhost.example.org"),
    *("http://127.0.0.1.example.org", "http://0.0.0.0:8000", "http://[::]:8000", "http://127.1", "http://2130706433"),
    *("http://192.168.1.5", "http://[::ffff:192.168.1.5]", "http://128.0.0.1"),
)
OWN = (
    *("http://127.0.0.1:8000", "http://127.8.9.10", "http://localhost:3000/", "HTTP://LOCALHOST", "http://localhost."),
    *("http://[::1]:8000", "http://[::ffff:127.0.0.1]"),
)


@pytest.mark.parametrize("mode", ["", "local"])
@pytest.mark.parametrize("url", PUBLIC)
def test_a_public_url_that_others_reach_needs_passwords(
    home: Path, monkeypatch: pytest.MonkeyPatch, url: str, mode: str
) -> None:
    monkeypatch.setenv("PARLEY_PUBLIC_URL", url)
    monkeypatch.setenv("PARLEY_AUTH_MODE", mode)
    with pytest.raises(WrongSetting, match=r"PARLEY_PUBLIC_URL is .*Set PARLEY_AUTH_MODE=password"):
        load_settings()
    monkeypatch.setenv("PARLEY_AUTH_MODE", "password")
    assert load_settings().auth_mode is AuthMode.PASSWORD


@pytest.mark.parametrize("url", OWN)
def test_a_public_url_of_this_machine_is_fine_in_local_mode(
    home: Path, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setenv("PARLEY_PUBLIC_URL", url)
    assert load_settings().auth_mode is AuthMode.LOCAL


@pytest.mark.parametrize(
    "url",
    [
        *(
            "//127.0.0.1",
            "http://",
            "http://[::1",
            "http://127.0.0.1:port",
            "http://127.0.0.1:99999",
            "ftp://localhost",
        ),
        *("http://me@127.0.0.1", "http://127.0.0.1@evil.example", "http://evil.example\\@127.0.0.1"),
        *("http://evil.example\\.localhost", "http://127.0.0.1 .evil.example", "http://localhost#@evil.example"),
    ],
)
def test_a_public_url_that_can_be_read_in_two_ways_is_refused(
    home: Path, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setenv("PARLEY_PUBLIC_URL", url)
    with pytest.raises(WrongSetting, match=r"PARLEY_PUBLIC_URL must be an address such as"):
        load_settings()


def test_settings_that_were_put_together_otherwise_are_checked_too(home: Path) -> None:
    public = ServerSettings(public_url="https://desk.example.org")
    with pytest.raises(WrongSetting, match="PARLEY_AUTH_MODE=password"):
        replace(load_settings(), server=public)


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
    named = text.lower() in ("localhost", "localhost.", "::1")
    assert is_loopback(text) == (named or (text.startswith("127.") and is_loopback(text)))


def test_a_wrong_value_is_said_in_the_readers_language_without_pydantics_words(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLEY_PORT", "eighty")
    with pytest.raises(WrongSetting) as wrong:
        load_settings()
    assert wrong.value.message == "PARLEY_PORT must be a whole number from 0 to 65535."
    assert in_language(wrong.value.message, Language.ZH) == "PARLEY_PORT：应为 0 到 65535 之间的整数。"
