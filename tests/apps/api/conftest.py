"""The app as a client meets it, over an in-process transport."""

import shutil
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from apps.api.composition import open_app
from apps.api.main import create_app
from packages.settings.load import load_settings
from tests.apps.api.work import run_in_memory


@pytest.fixture
async def app(home: Path, schema: Path) -> AsyncIterator[FastAPI]:
    """A started app; the fixture `password_mode`, asked for before it, makes everybody sign in."""
    if not home.exists():
        home.mkdir()
        shutil.copy(schema, home)
    app = create_app(load_settings(), partial(open_app, run_jobs=run_in_memory))
    async with app.router.lifespan_context(app):
        yield app


@pytest.fixture
async def client(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
        yield client


@pytest.fixture
def password_mode(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_AUTH_MODE", "password")
