"""The routers of all contexts under one prefix."""

from fastapi import APIRouter

from src.modules.data_engineering.presentation.rest import data_routes
from src.modules.llm_platform.presentation.rest import llm_routes

router = APIRouter(prefix="/api/v1")
router.include_router(data_routes.router)
router.include_router(llm_routes.router)
