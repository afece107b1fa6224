"""The way of a person from their first word to the stress test, for tests of what is said there."""

from tests.chat import Answer, Person

KYC = {"en": "3 years, moderate risk, balanced growth", "zh": "炒股3年，风险偏好稳健，收益目标平衡增长"}
RULES = {
    "en": "buy when RSI(14) < 40 and sell when RSI > 60, stop 5%, 20% of equity",
    "zh": "RSI(14)低于40买入，高于60卖出，止损5%，仓位20%",
}


async def at_the_stress_test(person: Person) -> Answer:
    """In a conversation of its own, with rules that are confirmed and backtested."""
    person.session_id = None
    told = await person.says("hello" if person.language == "en" else "你好")
    while told.done["phase"] != "stress_test":
        if (heard := await person.waits()) is not None:
            told = heard
        elif "proposal" in [card["type"] for card in told.cards]:
            told = await person.accepts(told)
        elif told.done["phase"] == "kyc":
            told = await person.says(KYC[person.language])
        elif told.done["phase"] == "strategy" and "strategy_card" not in [card["type"] for card in told.cards]:
            told = await person.says(RULES[person.language])
        else:
            told = await person.clicks(told.card("choice_prompt"))
    return told
