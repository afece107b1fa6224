"""The routers of all contexts under one prefix."""

from fastapi import APIRouter

from src.modules.audit.presentation.rest import audit_routes
from src.modules.coordinator.presentation.rest import report_routes
from src.modules.coordinator.presentation.rest import research_routes as coordinator_routes
from src.modules.data_engineering.presentation.rest import (
    data_routes,
    fetch_routes,
    glance_routes,
    import_routes,
    offer_routes,
)
from src.modules.debate.presentation.rest import debate_router
from src.modules.judge.presentation.rest import judge_routes
from src.modules.llm_platform.presentation.rest import llm_routes
from src.modules.research.presentation.rest import research_routes

router = APIRouter(prefix="/api/v1")
router.include_router(data_routes.router)
router.include_router(import_routes.router)
router.include_router(fetch_routes.router)
router.include_router(offer_routes.router)
router.include_router(glance_routes.router)
router.include_router(judge_routes.router)
router.include_router(debate_router.router)
router.include_router(llm_routes.router)
router.include_router(research_routes.router)
router.include_router(coordinator_routes.router)
router.include_router(report_routes.router)
router.include_router(audit_routes.router)
