"""The app: `apps.api.main:app` for a server, `create_app(settings)` for everybody else."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import cache, partial
from importlib.metadata import version
from typing import Any

from fastapi import APIRouter, FastAPI
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from apps.api.composition import open_app
from apps.api.edge.body_limit import BodyLimit
from apps.api.edge.local_guard import LocalGuard
from apps.api.edge.request_context import RequestContext
from apps.api.edge.security_headers import SecurityHeaders
from apps.api.routes import (
    about,
    ag_ui,
    approvals,
    auth,
    backtests,
    broker_accounts,
    chart_indicators,
    chat,
    deployment_book,
    deployments,
    errors,
    health,
    jobs,
    optimisations,
    sessions,
    strategies,
    strategy_language,
    stress,
    switches,
    tokens,
)
from apps.api.routes.page import StaticPage
from apps.api.routes.reference.description import with_access
from apps.api.routes.reference.routes import router as reference
from apps.api.schemas.responses import ErrorBody
from apps.api.services import AppContext
from packages.core.errors import ParleyError
from packages.infra.observability.logs import configure_logging
from packages.settings.load import Settings, load_settings
from src.api.routes import router as contexts
from src.modules.coordinator.presentation.rest.research_routes import CoordinatorRoutesState
from src.modules.llm_platform.presentation.rest.llm_routes import LlmRoutesState

OpenApp = Callable[[Settings], AbstractAsyncContextManager[AppContext]]
_open_trading_app: OpenApp = partial(open_app, trades=True)


def create_app(settings: Settings | None = None, open_app: OpenApp = _open_trading_app) -> FastAPI:
    """Reads nothing and opens nothing until the app is started; without settings it then reads the environment."""
    app = FastAPI(
        title="Parley",
        version=version("parley-desk"),
        lifespan=lambda app: _lifespan(app, settings, open_app),
        middleware=[Middleware(ring) for ring in (RequestContext, SecurityHeaders, LocalGuard, BodyLimit)],
        openapi_url="/api/openapi.json",
        docs_url=None,  # FastAPI's own pages load their scripts from elsewhere
        redoc_url=None,
        routes=_routes(),
    )
    errors.install(app)
    app.openapi = partial(_described, app)  # type: ignore[method-assign]
    app.router.routes.append(Route("/mcp", _AllTools(app), name="all_tools"))
    app.mount("/mcp", partial(_tools, app), name="tools")
    app.mount("/", GZipMiddleware(StaticPage(), minimum_size=1000), name="page")
    return app


def _described(app: FastAPI) -> dict[str, Any]:
    return with_access(FastAPI.openapi(app))


@cache
def _routes() -> list[BaseRoute]:
    """Every address of the API, for all apps of this process: what each takes and answers with is worked out once."""
    routes = APIRouter(
        generate_unique_id_function=lambda route: route.name,
        responses={"default": {"model": ErrorBody, "description": "What went wrong, in the one error shape."}},
    )
    routes.include_router(health.router)
    # The chat first: a request is held against one address after the other, and there somebody waits for a word.
    # Optimisations before stress tests, whose ids would take their address for one.
    parts = (chat, ag_ui, sessions, about, auth, backtests, jobs, strategy_language, strategies, optimisations, stress)
    for part in (*parts, deployments, deployment_book, switches, approvals, broker_accounts, tokens, chart_indicators):
        routes.include_router(part.router, prefix="/api/v1")
    routes.include_router(contexts)
    routes.include_router(reference)
    return routes.routes


@asynccontextmanager
async def _lifespan(app: FastAPI, given: Settings | None, open_app: OpenApp) -> AsyncIterator[None]:
    app.state.settings = settings = given or _settings_from_environment()
    async with AsyncExitStack() as stack:
        try:
            services = await stack.enter_async_context(open_app(settings))
        except ParleyError as error:
            app.state.start_failure = error  # for `parley serve`, which says it in a sentence
            raise
        app.state.services = services
        app.state.identity = services.identity
        app.state.library = services.library
        app.state.coverage = services.coverage
        app.state.imports = services.imports
        app.state.fetches = services.fetches
        app.state.data_offers = services.data_offers
        app.state.llm = LlmRoutesState(services.llm.configs(), services.llm.ledger(), services.llm.tester())
        app.state.research = services.research
        app.state.judge = services.judge
        app.state.audits = services.audits
        app.state.coordinator = CoordinatorRoutesState(services.sessions, services.events, services.reports)
        yield


async def _tools(app: FastAPI, scope: Scope, receive: Receive, send: Send) -> None:
    services: AppContext = app.state.services
    await services.tools(scope, receive, send)


class _AllTools:
    """The address of a mount without its last slash, which a mount does not take for its own."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await _tools(self._app, {**scope, "root_path": f"{scope.get('root_path', '')}/mcp"}, receive, send)


def _settings_from_environment() -> Settings:
    """For a server that was pointed at `apps.api.main:app`: nobody else has set up logging then."""
    settings = load_settings()
    configure_logging(settings.logs)
    return settings


app = create_app()
