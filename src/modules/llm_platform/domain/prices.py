"""What a call costs, and the most that it may cost before it is sent."""

from decimal import Decimal

from src.modules.llm_platform.domain.ledger import Amount
from src.modules.llm_platform.domain.models import Price
from src.modules.llm_platform.domain.requests import TokenUsage

_MILLION = Decimal(1_000_000)
# Every byte a token: no tokenizer makes more of a text than that, whatever the language.
_FRAMING_TOKENS = 64


def cost_of(usage: TokenUsage | None, price: Price | None) -> Decimal | None:
    """None when the price or the count is not known."""
    if usage is None or price is None:
        return None
    return (usage.input_tokens * price.input_per_million + usage.output_tokens * price.output_per_million) / _MILLION


def worst_case(sent_text: str, max_output_tokens: int, price: Price | None) -> Amount:
    """What must be put aside before the text is sent."""
    input_tokens = len(sent_text.encode(errors="surrogatepass")) + _FRAMING_TOKENS
    usage = TokenUsage(input_tokens, max_output_tokens)
    return Amount(money=cost_of(usage, price), tokens=usage.total)
