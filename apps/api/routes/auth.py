"""Register, sign in, refresh, sign out here and everywhere, a new password, and who am I."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request

from apps.api.routes.dependencies import App, Person
from apps.api.schemas import requests, responses
from packages.domain.accounts.model import SignIn
from packages.domain.accounts.service import Accounts
from packages.infra.http import Caller, Identified

router = APIRouter(prefix="/auth", tags=["auth"])


def _accounts(services: App) -> Accounts:
    return services.identity.accounts


TheAccounts = Annotated[Accounts, Depends(_accounts)]


@router.post("/register", status_code=201)
async def register(body: requests.Registration, accounts: TheAccounts, request: Request) -> responses.TokenPair:
    return _pair(await accounts.register(body.email, body.password, body.name, _place(request), _device(request)))


@router.post("/login")
async def login(body: requests.Credentials, accounts: TheAccounts, request: Request) -> responses.TokenPair:
    return _pair(await accounts.login(body.email, body.password, _place(request), _device(request)))


@router.post("/refresh")
async def refresh(body: requests.RefreshRequest, accounts: TheAccounts) -> responses.TokenPair:
    return _pair(await accounts.refresh(body.refresh_token))


@router.post("/logout", status_code=204)
async def logout(body: requests.RefreshRequest, accounts: TheAccounts) -> None:
    await accounts.logout(body.refresh_token)


@router.post("/logout-everywhere", status_code=204)
async def logout_everywhere(accounts: TheAccounts, person: Person) -> None:
    """Ends every sign-in of the caller, this one included."""
    await accounts.sign_out_everywhere(person.user_id)


@router.post("/password", status_code=204)
async def change_password(
    body: requests.NewPassword, accounts: TheAccounts, known: Identified, _person: Person, request: Request
) -> None:
    """Ends every sign-in of the caller but this one."""
    await accounts.change_password(
        known.user, known.session_id, body.current_password, body.new_password, _place(request)
    )


@router.get("/sessions")
async def list_logins(accounts: TheAccounts, known: Identified, _person: Person) -> responses.LoginSessionsOut:
    found = await accounts.sessions(known.user.id)
    return responses.LoginSessionsOut(sessions=[responses.LoginSessionOut.of(each, known.session_id) for each in found])


@router.delete("/sessions/{session_id}", status_code=204)
async def end_login(session_id: str, accounts: TheAccounts, person: Person) -> None:
    await accounts.end_session(person.user_id, session_id)


@router.get("/me")
async def me(caller: Caller) -> responses.UserOut:
    return responses.UserOut.of(caller)


def _place(request: Request) -> str:
    return request.client.host if request.client else "unknown"


def _device(request: Request) -> str:
    """What the client calls itself."""
    return request.headers.get("user-agent", "")


def _pair(signed_in: SignIn) -> responses.TokenPair:
    return responses.TokenPair(
        access_token=signed_in.access_token,
        refresh_token=signed_in.refresh_token,
        expires_in=signed_in.expires_in_seconds,
        user=responses.UserOut.of(signed_in.user),
    )
