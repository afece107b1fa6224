"""Personal access tokens over HTTP: make one, list them, remove one. A token cannot make tokens."""

from fastapi import APIRouter

from apps.api.routes.dependencies import App, Person
from apps.api.schemas.requests import NewToken
from apps.api.schemas.responses import IssuedTokenOut, PersonalTokenOut, PersonalTokensOut

router = APIRouter(prefix="/tokens", tags=["tokens"])


@router.post("", status_code=201)
async def create_token(body: NewToken, services: App, person: Person) -> IssuedTokenOut:
    """The answer is the only place where the token itself can be read."""
    tokens = services.identity.personal_tokens
    text, issued = await tokens.issue(person.user_id, body.name, body.scopes, body.expires_in_days)
    return IssuedTokenOut(token=text, **PersonalTokenOut.of(issued).model_dump())


@router.get("")
async def list_tokens(services: App, person: Person) -> PersonalTokensOut:
    found = await services.identity.personal_tokens.of_user(person.user_id)
    return PersonalTokensOut(tokens=[PersonalTokenOut.of(each) for each in found])


@router.delete("/{token_id}", status_code=204)
async def remove_token(token_id: str, services: App, person: Person) -> None:
    """Whoever still holds it is refused from the next request on."""
    await services.identity.personal_tokens.remove(person.user_id, token_id)
