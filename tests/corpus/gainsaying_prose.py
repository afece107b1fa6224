"""Answers whose prose says another choice or another number than their JSON."""

from tests.corpus.structured_answers import Given

CHOICES = {
    "direction": {"BULLISH": "看多", "BEARISH": "看空", "NEUTRAL": "中性"},
    "valuation_verdict": {"Undervalued": "低估", "Fair": "合理", "Overvalued": "高估"},
    "action": {"BUY": "买入", "SELL": "卖出", "HOLD": "持有"},
}
CHINESE = {"direction": "方向", "valuation_verdict": "估值结论", "action": "操作建议", "confidence": "置信度"}


def another_choice(given: Given) -> str:
    name, words = given.desk.choice, CHOICES[given.desk.choice]
    choice = given.rng.choice([word for word in words if word != given.answer[name]])
    spoken = name.replace("_", " ")
    said = given.rng.choice(
        [
            f"**{spoken.title()}:** {choice}",
            f"On balance the {spoken} is clearly {choice.lower()}.",
            f'"{name}" = {choice}',
            f"{CHINESE[name]}：{words[choice]}",
            f"综合来看，{CHINESE[name]}为{words[choice]}。",
            f"| {name} | {choice} |",
        ]
    )
    return given.rng.choice([f"{said}\n\n{given.json()}", f"{given.json()}\n\n{said}"])


def another_number(given: Given) -> str:
    name, spoken = given.desk.number, given.desk.number.replace("_", " ")
    figure = given.rng.choice([0.11, 0.3, 0.44, 0.99])
    said = given.rng.choice(
        [
            f"{name}: {figure}",
            f"My {spoken} is about {figure}.",
            f"{spoken.title()} = {figure:.0%}",
            f"I have {figure:.0%} {spoken} in this.",
            f"置信度为{figure}。",
            f"置信度：{figure:.0%}",
        ]
    )
    return given.rng.choice([f"{said}\n\n{given.json()}", f"{given.json()}\n\n{said}"])
