"""What can be done for an instrument without data: asked before a fetch, so that a person knows who will be asked."""

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, ConfigDict, Field, model_validator

from packages.domain.market_data.ports import SourceState
from packages.infra.http import Caller
from src.modules.data_engineering.application.offers import DataOffer, DataOffers


class OfferIn(BaseModel):
    """Either a symbol, or a query as somebody typed it; `day` is the one that research shall look back from."""

    model_config = ConfigDict(extra="forbid")

    symbol: str | None = Field(default=None, min_length=1, max_length=40)
    query: str | None = Field(default=None, min_length=1, max_length=60)
    day: date | None = Field(default=None, description="The day that research shall look back from; default: today.")

    @model_validator(mode="after")
    def _one_of_both(self) -> "OfferIn":
        if (self.symbol is None) is (self.query is None):
            raise ValueError("give either symbol or query")
        return self


class SourceStateOut(BaseModel):
    """A source of bars, and what it still needs before it can be asked."""

    name: str
    is_ready: bool
    settings: list[str] = Field(description="Settings that it still needs, such as a key.")
    install: str | None = Field(description="The command that installs its client library, where that is missing.")
    is_adjusted: bool = Field(description="Its prices are adjusted alone: for charts and backtests, not for research.")

    @classmethod
    def of(cls, state: SourceState) -> "SourceStateOut":
        needs = {"settings": list(state.settings), "install": state.install}
        return cls.model_validate(
            {"name": state.name, "is_ready": state.is_ready, **needs, "is_adjusted": state.is_adjusted}
        )


class DataOfferOut(BaseModel):
    """Whether anything of an instrument is stored, and who can be asked for it, in this order."""

    symbol: str
    name_en: str
    name_zh: str
    market: str
    is_demo: bool
    has_data: bool
    can_be_fetched: bool = Field(description="Whether a source can be asked that has what research needs.")
    sources: list[SourceStateOut]
    last_day: date | None = Field(description="The day of the newest daily bar that research reads.")
    is_stale: bool = Field(description="Whether that day is too long before the one that was asked about.")

    @classmethod
    def of(cls, offer: DataOffer) -> "DataOfferOut":
        return cls(
            symbol=str(offer.symbol),
            name_en=offer.instrument.name_en,
            name_zh=offer.instrument.name_zh,
            market=offer.symbol.market.value,
            is_demo=offer.symbol.is_demo,
            has_data=offer.has_data,
            can_be_fetched=offer.can_be_fetched,
            sources=[SourceStateOut.of(each) for each in offer.sources],
            last_day=offer.last_day,
            is_stale=offer.is_stale,
        )


router = APIRouter(prefix="/data/offers", tags=["data"])


def _offers(request: Request) -> DataOffers:
    offers: DataOffers = request.app.state.data_offers
    return offers


@router.get("")
async def data_offer(
    asked: Annotated[OfferIn, Query()], offers: Annotated[DataOffers, Depends(_offers)], _caller: Caller
) -> DataOfferOut:
    """Several instruments that go by the text are a 409 with the candidates; none is a 404 with the nearest names."""
    if asked.query is not None:
        return DataOfferOut.of(await offers.of_query(asked.query, asked.day))
    return DataOfferOut.of(await offers.of_symbol(asked.symbol or "", asked.day))
