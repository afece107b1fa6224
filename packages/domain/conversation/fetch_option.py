"""The button that offers to fetch the data of an instrument, wherever a conversation shows it."""

from dataclasses import dataclass

from packages.core.messages import Language
from packages.domain.conversation.understanding.message.buttons import FETCH
from packages.domain.conversation.wording import say
from packages.domain.market_data.well_known import well_known


@dataclass(frozen=True, slots=True)
class FetchOption:
    """As an option of a choice; under it stands the name, where the instrument is well known."""

    id: str
    label: str
    subtitle: str


def fetch_option(symbol: str, language: Language, *, for_research: bool = False) -> FetchOption:
    name = next((each for each in well_known() if str(each.symbol) == symbol), None)
    shown = "" if name is None else name.name_zh if language is Language.ZH else name.name_en
    label = say(language, "option.fetch_research" if for_research else "option.fetch", symbol=symbol)
    return FetchOption(f"{FETCH}{symbol}", label, shown or say(language, "option_note.fetch"))
