"""Register, sign in, refresh, sign out, and who am I."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request

from apps.api.routes.dependencies import App
from apps.api.schemas import requests, responses
from packages.domain.accounts.model import SignIn
from packages.domain.accounts.service import Accounts
from packages.infra.http import Caller

router = APIRouter(prefix="/auth", tags=["auth"])


def _accounts(services: App) -> Accounts:
    return services.identity.accounts


TheAccounts = Annotated[Accounts, Depends(_accounts)]


@router.post("/register", status_code=201)
async def register(body: requests.Registration, accounts: TheAccounts) -> responses.TokenPair:
    return _pair(await accounts.register(body.email, body.password, body.name))


@router.post("/login")
async def login(body: requests.Credentials, accounts: TheAccounts, request: Request) -> responses.TokenPair:
    place = request.client.host if request.client else "unknown"
    return _pair(await accounts.login(body.email, body.password, place))


@router.post("/refresh")
async def refresh(body: requests.RefreshRequest, accounts: TheAccounts) -> responses.TokenPair:
    return _pair(await accounts.refresh(body.refresh_token))


@router.post("/logout", status_code=204)
async def logout(body: requests.RefreshRequest, accounts: TheAccounts) -> None:
    await accounts.logout(body.refresh_token)


@router.get("/me")
async def me(caller: Caller) -> responses.UserOut:
    return responses.UserOut.of(caller)


def _pair(signed_in: SignIn) -> responses.TokenPair:
    return responses.TokenPair(
        access_token=signed_in.access_token,
        refresh_token=signed_in.refresh_token,
        expires_in=signed_in.expires_in_seconds,
        user=responses.UserOut.of(signed_in.user),
    )
