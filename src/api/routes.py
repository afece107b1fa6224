"""The routers of all contexts under one prefix."""

from fastapi import APIRouter

router = APIRouter(prefix="/api/v1")
