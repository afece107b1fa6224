"""The words for each field and its values, in Chinese and English; of overlapping ones the longest counts."""

import re
from collections.abc import Mapping

from packages.domain.conversation.understanding.lexicon import kyc_words, scope_words
from packages.domain.conversation.understanding.lexicon.market_tales import MARKET_PHRASES
from packages.domain.conversation.understanding.lexicon.market_words import ELSEWHERE, MARKETS
from packages.domain.conversation.understanding.lexicon.return_tales import RETURN_PHRASES
from packages.domain.conversation.understanding.lexicon.risk_tales import RISK_PHRASES
from packages.domain.conversation.understanding.lexicon.scope_tales import (
    FAMILY_PHRASES,
    FREQUENCY_PHRASES,
    HOLD_PHRASES,
)
from packages.domain.conversation.understanding.lexicon.years_tales import YEARS_PHRASES
from packages.domain.evidence.patterns import lazy_pattern

__all__ = ["ASKED_VOCABULARY", "ELSEWHERE", "PHRASE_VOCABULARY", "TOPICS", "VOCABULARY"]

VOCABULARY: Mapping[str, Mapping[str, re.Pattern[str]]] = {
    "trading_years_bucket": kyc_words.YEARS,
    "risk_tolerance": {**kyc_words.RISK, **kyc_words.RISK_BETWEEN},
    "return_expectation": kyc_words.RETURN,
    "target_market": MARKETS,
    "opportunity_frequency_bucket": {**scope_words.FREQUENCY, **scope_words.FREQUENCY_BETWEEN},
    "holding_period_bucket": scope_words.HOLD,
    "strategy_family_choice": scope_words.FAMILY,
}
# Words that say something only as the answer to the question of their field.
ASKED_VOCABULARY: Mapping[str, Mapping[str, re.Pattern[str]]] = {
    "trading_years_bucket": kyc_words.YEARS_ASKED,
    "risk_tolerance": kyc_words.RISK_ASKED,
    "return_expectation": kyc_words.RETURN_ASKED,
    "opportunity_frequency_bucket": scope_words.FREQUENCY_ASKED,
    "holding_period_bucket": scope_words.HOLD_ASKED,
    "strategy_family_choice": scope_words.FAMILY_ASKED,
}
# What people tell instead of naming a value, where they were asked for it.
PHRASE_VOCABULARY: Mapping[str, Mapping[str, re.Pattern[str]]] = {
    "trading_years_bucket": YEARS_PHRASES,
    "risk_tolerance": RISK_PHRASES,
    "return_expectation": RETURN_PHRASES,
    "target_market": MARKET_PHRASES,
    "opportunity_frequency_bucket": FREQUENCY_PHRASES,
    "holding_period_bucket": HOLD_PHRASES,
    "strategy_family_choice": FAMILY_PHRASES,
}

# The words that show which field a message is about, without saying what its value is.
TOPICS: Mapping[str, re.Pattern[str]] = {
    field: lazy_pattern(words, re.IGNORECASE)
    for field, words in {
        "trading_years_bucket": r"经验|年限|交易.{0,4}[年月]|炒股|入市|experience|years?|trad(?:ed|ing) (?:for|since)",
        "risk_tolerance": r"风险|亏|损失|回撤|risk|los[es]|drawdown|volatil",
        "return_expectation": r"收益|回报|目标|赚|盈利|增值|return|profit|goal|gain|earn|expect",
        "target_market": r"市场|股市|market",
        "target_instrument": r"标的|股票|代码|品种|币种|instrument|ticker|symbol|stock",
        "opportunity_frequency_bucket": r"频率|频次|多久.{0,3}次|次数|frequen|how often|often",
        "holding_period_bucket": r"持有|持仓|周期|拿多久|持股|hold|horizon|period",
        "strategy_family_choice": r"策略(?:类型|家族|种类)?|打法|风格|famil|strateg|style",
    }.items()
}
