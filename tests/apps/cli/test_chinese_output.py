"""On a Chinese terminal nothing is said in English, whatever the command."""

import asyncio
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.strategy.yaml_text import write_yaml
from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.settings.load import load_settings
from src.modules.judge.infrastructure.sql_call_book import SqlCallBook
from tests.apps.cli.terminal import Answer, typed
from tests.corpus.sample_strategy import changed, without
from tests.packages.domain.backtest.asking import document
from tests.src.modules.judge.making import call, settlement

# What is typed again, names of settings, and addresses are the same in every language.
_TYPED = re.compile(r"`[^`]*`|parley( [a-z]+)+|\S*[/_]\S*")
_ENGLISH = re.compile(r"\b[A-Za-z]{2,}( [A-Za-z]{2,}){2,}\b")
_HAN = re.compile(r"[\u4e00-\u9fff]")
OVERRIDE = ("--override", "deploy without a passing stress test", "--reason", "只是模拟盘，先看一看效果")


def _chinese(*arguments: str, code: int = 0, **environment: str) -> Answer:
    """The answer, which says something, and nothing of it in English."""
    answer = typed(*arguments, LC_ALL="zh_CN.UTF-8", COLUMNS="240", **environment)
    assert answer.returncode == code, answer.stderr
    text = answer.stdout + answer.stderr
    assert _HAN.search(text), text
    assert [found[0] for found in _ENGLISH.finditer(_TYPED.sub("", text))] == [], text
    return answer


def test_the_doctor_and_a_wrong_setting(home: Path) -> None:
    assert "OPENAI_API_KEY" in _chinese("doctor").stdout
    assert _chinese("doctor", code=1, PARLEY_PORT="abc").stderr == "PARLEY_PORT：应为 0 到 65535 之间的整数。\n"


def test_the_doctor_says_what_serve_will_do_with_an_old_database(home: Path) -> None:
    home.mkdir()
    with closing(sqlite3.connect(home / "parley.sqlite")) as connection, connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('0003')")
    assert re.search(r"版本 0003：`parley serve` 会升级到版本 \d{4}，数据保留。", _chinese("doctor").stdout)
    found = {each["topic"]: each for each in json.loads(typed("doctor", "--json").stdout)}
    assert found["database"]["state"] == "ok"
    assert "schema 0003: `parley serve` will upgrade it to schema" in found["database"]["says"]


def test_the_call_book(home: Path) -> None:
    _chinese("calls", "list")
    asyncio.run(_fill())
    for command in ("list", "scores", "verify", "settle"):
        _chinese("calls", command)


async def _fill() -> None:
    database = Database(load_settings().database_url)
    await upgrade(database)
    book = SqlCallBook(database.engine)
    made = [call(number, LOCAL_OWNER_ID, probability=0.5 + (number % 10) / 25) for number in range(1, 37)]
    await book.append(made)
    await book.settle([settlement(one, outcome=number % 2) for number, one in enumerate(made[:34])])
    await database.aclose()


def test_the_models(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    _chinese("llm", "list")
    _chinese("llm", "list", OPENAI_API_KEY="sk-1", PARLEY_LLM_MODEL="m")
    _chinese("llm", "usage", PARLEY_LLM_BUDGET_DAY_USD="5")
    _chinese("llm", "rotate-key")


def test_the_data(home: Path, tmp_path: Path) -> None:
    for command in (("coverage",), ("search", "平安"), ("samples",)):
        _chinese("data", *command)
    file = tmp_path / "ZQA.csv"
    bad = "2024-01-04,x,2,1,2,5,2\n2024-01-05,1,0.5,1,2,5,2\nrubbish\n"
    file.write_text(f"date,open,high,low,close,volume,adj close\n2024-01-02,1,2,1,2,5,2\n{bad}")
    _chinese("data", "import", str(file))
    _chinese("data", "coverage")


def test_the_strategies(home: Path, tmp_path: Path) -> None:
    good, bad, new = (tmp_path / name for name in ("good.yaml", "bad.yaml", "new.yaml"))
    good.write_text(write_yaml(changed("/strategy/name", "双均线")))
    bad.write_text(write_yaml(without("/factors/ema_20")))
    _chinese("strategy", "list")
    _chinese("strategy", "new", "--family", "mean_reversion", "--ticker", "AAPL", "-o", str(new))
    _chinese("strategy", "validate", str(good))
    _chinese("strategy", "validate", str(bad), code=1)
    _chinese("strategy", "save", str(bad), code=1)
    _chinese("backtest", str(bad), code=1)
    saved = _chinese("strategy", "save", str(good)).stdout
    [made] = re.findall(r"[0-9a-f-]{36}", saved)
    _chinese("strategy", "save", str(good), "--id", made)
    _chinese("strategy", "list")
    assert "第 1 版（共 1 版）" in typed("strategy", "show", made, LC_ALL="zh_CN.UTF-8").stdout
    _chinese("strategy", "show", "nobody", code=1)
    _chinese("strategy", "indicators", "--search", "zzz")


def test_the_deployments(demo_at_home: Path, tmp_path: Path) -> None:
    file = tmp_path / "cross.json"
    file.write_text(json.dumps(document("DEMO5")).replace("Average cross", "均线交叉"))
    strategy_id = json.loads(typed("strategy", "save", str(file), "--json").stdout)["id"]
    _chinese("deploy", "list")
    shown = _chinese("deploy", "create", strategy_id, *OVERRIDE).stdout
    assert "最大回撤 ≤ 25% · 压力测试默认值" in shown
    [made] = set(re.findall(r"parley deploy start (\S+)", shown))
    _chinese("deploy", "kill")
    _chinese("deploy", "show", made)
    _chinese("deploy", "orders", made)


def test_the_research(demo_at_home: Path) -> None:
    found = typed("research", "DEMO1.SZ", "--experts", "technical", "--date", "2025-12-31", "--lang", "zh").stdout
    assert "研究编号：" in found
    assert not _ENGLISH.search(found.partition("证据 ─")[0]), "sources are called as their publishers call them"
    _chinese("research", "DEMO1.SZ", "--experts", "tecnical", code=2)
    _chinese("debate", "0123abcd", code=2)
