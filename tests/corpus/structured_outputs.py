"""A seeded corpus of model answers, damaged in every way we know, each with its truth and whether it can be read."""

import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from pydantic import BaseModel

from src.modules.llm_platform.domain.requests import Finish
from tests.corpus.gainsaying_prose import another_choice, another_number
from tests.corpus.spelling import Style, spell
from tests.corpus.structural_damage import is_json, mutated, same
from tests.corpus.structured_answers import DESKS, Answer, Given

EACH = 110
SEED = 20261115


@dataclass(frozen=True)
class Case:
    """`truth` None: no value may be returned. `repairable`: the truth can be read out of the text for certain."""

    kind: str
    text: str
    truth: Answer | None
    model: type[BaseModel]
    repairable: bool
    finish: Finish = Finish.STOP


OPENINGS = [
    "Here is my assessment:\n\n",
    "Sure! As asked (see [1] and [2]), the result for {ticker}:\n",
    "以下是我的分析结果：\n",
    "好的，根据【公告】与[年报]，结论如下。\n\n",
    "I weighed both sides; it's what the data says.\n",
]
CLOSINGS = [
    "\n\nLet me know if you need more.",
    "\n以上内容仅供参考，不构成投资意见。",
    "\n\n(Source: the company's filings [3].)",
    "",
]
COMMENTS = ["// from the filing\n", " /* see the annual report, page 3 */ ", "// 见年报\n"]
BLOCK_COMMENTS = [" /* see the annual report */ ", " /* it's {fine} */ "]


def fenced(text: str, rng: random.Random) -> str:
    fence, language = rng.choice(["```", "~~~", "````"]), rng.choice(["json", "", "JSON", "json5", "python"])
    return f"{rng.choice(['', *OPENINGS])}{fence}{language}\n{text}\n{fence}{rng.choice(CLOSINGS)}"


def invisible(text: str, rng: random.Random) -> str:
    marks = ["\ufeff", "\u200b", "\u2060", "\u00a0", "\u3000", "\r\n"]
    return "".join(rng.sample(marks, 3)) + text + "".join(rng.sample(marks, 2))


def thought(text: str, given: Given, *, opened: bool) -> str:
    tag = given.rng.choice(["think", "thinking", "reasoning", "THINK"]) if opened else "think"
    draft = json.dumps(given.other(), ensure_ascii=False)
    muse = given.rng.choice([draft, draft[: len(draft) // 2], f"maybe {{ {given.desk.choice}: ?", "Let me see…"])
    return f"{f'<{tag}>' if opened else ''}\n{muse}\nNo, wait.\n</{tag}>\n\n{text}"


REPAIRABLE_STYLES: Mapping[str, Style] = {
    "trailing commas": Style(trailing_comma=True),
    "comments": Style(comments=tuple(COMMENTS)),
    "Python literals": Style(quotes="'", words=("True", "False", "None")),
    "single quotes": Style(quotes="'"),
    "unquoted keys": Style(bare_keys=True),
    "raw newlines and tabs in strings": Style(raw_breaks=True),
    "typographic quotes": Style(quotes="“”"),
    "full-width punctuation": Style(comma="，", colon="：", braces="｛｝"),
}

Wrapping = Callable[[str, Given], str]
REPAIRABLE_WRAPPINGS: Mapping[str, Wrapping] = {
    "plain JSON": lambda text, given: text,
    "fences": lambda text, given: fenced(text, given.rng),
    "fence that is not closed": lambda text, given: f"```json\n{text}\n",
    "reasoning before": lambda text, given: thought(text, given, opened=True),
    "reasoning that was not opened": lambda text, given: thought(text, given, opened=False),
    "prose around": lambda text, given: given.rng.choice(OPENINGS) + text + given.rng.choice(CLOSINGS),
    "prose that agrees": lambda text, given: text + agreeing(given),
    "invisible characters": lambda text, given: invisible(text, given.rng),
    "wrapper object": lambda text, given: f'{{"{given.rng.choice(["result", "data", "answer", "输出"])}": {text}}}',
    "encoded as a string": lambda text, given: json.dumps(text, ensure_ascii=given.rng.random() < 0.5),
    "the same value twice": lambda text, given: f"{text}\n\nIn short:\n```json\n{text}\n```",
}


def agreeing(given: Given) -> str:
    choice, number = given.answer[given.desk.choice], given.answer[given.desk.number]
    return f"\n\nThe {given.desk.choice.replace('_', ' ')} is {str(choice).lower()}, the {given.desk.number} {number}."


# In a string literal these leave open whether a backslash belongs to the literal or to the value.
UNSURE_WHEN_ENCODED = {"Python literals", "single quotes", "unquoted keys", "typographic quotes"}


def both(given: Given) -> str:
    """Two repairable kinds at once: a style of spelling inside a wrapping."""
    wrapping = given.rng.choice(list(REPAIRABLE_WRAPPINGS))
    unsure = UNSURE_WHEN_ENCODED if wrapping == "encoded as a string" else set()
    style = given.rng.choice([name for name in REPAIRABLE_STYLES if name not in unsure])
    return REPAIRABLE_WRAPPINGS[wrapping](given.spelled(REPAIRABLE_STYLES[style]), given)


def two_styles(given: Given) -> str:
    first, second = given.rng.sample(list(REPAIRABLE_STYLES.values()), 2)
    plain = Style()
    changed = {name: getattr(second, name) for name in Style.__dataclass_fields__ if name != "rng"}
    changed = {name: value for name, value in changed.items() if value != getattr(plain, name)}
    return given.spelled(replace(first, **changed))


def number_of(given: Given) -> str:
    return repr(given.answer[given.desk.number])


def with_number(given: Given, text: str) -> str:
    """The answer with its number written as `text`, which need not be JSON."""
    return given.changed(**{given.desk.number: "@@"}).replace('"@@"', text)


def duplicated(given: Given) -> tuple[str, Answer | None]:
    """A key that stands twice: with the same value, so that the truth is known, or with two values."""
    name = given.rng.choice(list(given.answer))
    value = given.rng.choice([given.answer[name], given.other().get(name)])
    text = f"{{{json.dumps(name)}: {json.dumps(value)}, {given.json().lstrip()[1:]}"
    return text, given.answer if same(value, given.answer[name]) else None


def several(given: Given) -> str:
    other = json.dumps(given.other(), ensure_ascii=False)
    first, second = given.rng.sample([given.json(), other], 2)
    return given.rng.choice([f"{first}\n{second}", f"Draft:\n{first}\n\nOn second thought:\n{second}"])


def missing(given: Given) -> str:
    needed = [name for name, field in given.desk.model.model_fields.items() if field.is_required()]
    gone = given.rng.choice(needed)
    return json.dumps({name: value for name, value in given.answer.items() if name != gone}, ensure_ascii=False)


def inner_of_unclosed(given: Given) -> str:
    whole = given.json()
    return given.rng.choice(
        [
            f'{{"analysis": "long", "result": {whole}',
            f"[{whole}, ",
            f'{{"draft": {whole}, "final": {{"{given.desk.choice}": ',
            f'{{"steps": [{whole}], "final": ',
            f'Answer: {{"result": {whole}, "meta": {{',
            f'"result": {whole}}}',
            f'```json\n[\n{whole},\n{{"{given.desk.choice}"\n```',
        ]
    )


def swallowing_comment(given: Given) -> str:
    """A line comment in JSON whose line breaks were lost: it hides the fields after it."""
    pairs = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in given.answer.items()]
    at = given.rng.randrange(1, len(pairs))
    return "{" + ", ".join(pairs[:at]) + ", // as filed " + ", ".join(pairs[at:]) + given.rng.choice(["}", "\n}"])


def unsure_when_encoded(given: Given) -> str:
    style = REPAIRABLE_STYLES[given.rng.choice(sorted(UNSURE_WHEN_ENCODED))]
    return json.dumps(given.spelled(style), ensure_ascii=given.rng.random() < 0.5)


def careless_quotes(given: Given) -> tuple[str, Answer]:
    """Quotes inside strings are not escaped, and the strings are sure to have some."""
    quotes = given.rng.choice(['"', "'", "“”"])
    text = given.rng.choice(['a "b" c', 'x", "y', "it's, 'so'", "“甲”、“乙”", 'end "here"'])
    texts = [name for name, value in given.answer.items() if isinstance(value, str) and name != given.desk.choice]
    answer = given.answer | {given.rng.choice(texts): text}
    return spell(answer, Style(quotes=quotes, careful=False, gap=" ")), answer


WRONG_NUMBERS = ['"0.8"', '"75%"', '"1.2亿"', '"0.75 (high)"', '"约0.8"', '"1,000"', '"NaN"']
BARE_UNITS = ["75%", "1,000", "0.8亿", "$0.5", "+0.5", ".5", "0,8", "1_000", "0.5.1", "05", "0x1"]
WRONG_TYPES = ["null", "[]", "{}", "[0.5]", '{"value": 0.5}', '""']
REFUSALS = [
    "",
    "   \n",
    "\ufeff",
    "I'm sorry, but I can't give investment advice.",
    "抱歉，我无法回答这个问题。",
    "The direction is bullish with confidence 0.8.",
    "```json\n```",
    "null",
    '"no"',
    "{}",
    "[]",
    "42",
    '{"error": "no data"}',
    "{ticker}",
]

# Nothing may be returned from these.
REFUSED: Mapping[str, Callable[[Given], str]] = {
    "NaN and Infinity": lambda g: with_number(g, g.rng.choice(["NaN", "Infinity", "-Infinity", "nan", "1e999"])),
    "number in a string": lambda g: with_number(g, g.rng.choice(WRONG_NUMBERS)),
    "number with unit or separator": lambda g: with_number(g, g.rng.choice(BARE_UNITS)),
    "wrong type": lambda g: with_number(g, g.rng.choice(WRONG_TYPES)),
    "boolean as number": lambda g: with_number(g, g.rng.choice(["true", "false", "True"])),
    "out of range": lambda g: with_number(g, g.rng.choice(["1.01", "-0.1", "75", "100", "-1"])),
    "choice outside the enum": lambda g: g.changed(
        **{g.desk.choice: g.rng.choice(["UP", "", "BULLISH|BEARISH", "看多"])}
    ),
    "missing field": missing,
    "field too many": lambda g: g.changed(
        **{g.rng.choice(["reason", "confidance", "注"]): g.rng.choice([1, None, "x"])}
    ),
    "several different values": several,
    "prose with another choice": another_choice,
    "prose with another number": another_number,
    "no JSON, refusal, empty": lambda g: g.rng.choice(REFUSALS) + g.rng.choice(["", "\n", " "]),
}
Maker = Callable[[Given], tuple[str, Answer | None]]
# Where the truth of these is known, returning it is right; anything else is silently wrong.
LOST: Mapping[str, Maker] = {
    "duplicate keys": duplicated,
    "inner value of an unclosed outer": lambda g: (inner_of_unclosed(g), g.answer),
    "comment that swallows fields": lambda g: (swallowing_comment(g), g.answer),
    "quotes not escaped": careless_quotes,
    "encoded as a string, unsure": lambda g: (unsure_when_encoded(g), g.answer),
}


def cases(each: int = EACH, seed: int = SEED, cut: int = 8) -> Iterator[Case]:
    """Every kind, `each` times and more, and `cut` answers cut everywhere; the same seed gives the same corpus."""
    for number, (kind, (maker, repairable)) in enumerate(_makers()):
        rng = random.Random(seed * 1000 + number)
        for turn in range(each):
            given = _given(rng, turn)
            text, truth = maker(given)
            yield Case(kind, text, truth, given.desk.model, repairable)
    yield from _cut_by_length(each, seed)
    yield from truncations(seed, cut)
    yield from mutations(each, seed)


def _makers() -> Iterator[tuple[str, tuple[Maker, bool]]]:
    for name, style in REPAIRABLE_STYLES.items():
        yield name, (lambda g, style=style: (g.spelled(style), g.answer), True)  # type: ignore[misc]
    for name, wrapping in REPAIRABLE_WRAPPINGS.items():
        yield name, (lambda g, wrapping=wrapping: (wrapping(g.json(), g), g.answer), True)  # type: ignore[misc]
    yield "a spelling inside a wrapping", (lambda g: (both(g), g.answer), True)
    yield "two spellings", (lambda g: (two_styles(g), g.answer), True)
    for name, refused in REFUSED.items():
        yield name, (lambda g, refused=refused: (refused(g), None), False)  # type: ignore[misc]
    for name, lost in LOST.items():
        yield name, (lost, False)
    yield "damage inside a wrapping", (lambda g: (damage_inside_wrapping(g), None), False)


def damage_inside_wrapping(given: Given) -> str:
    kinds = [
        "NaN and Infinity",
        "boolean as number",
        "number in a string",
        "wrong type",
        "missing field",
        "out of range",
    ]
    wrapping = REPAIRABLE_WRAPPINGS[given.rng.choice(["fences", "reasoning before", "prose around", "wrapper object"])]
    return wrapping(REFUSED[given.rng.choice(kinds)](given), given)


def _given(rng: random.Random, turn: int) -> Given:
    desk = DESKS[turn % len(DESKS)]
    return Given(rng, desk, desk.answer(rng))


def _cut_by_length(each: int, seed: int) -> Iterator[Case]:
    rng = random.Random(seed + 1)
    for turn in range(each):
        given = _given(rng, turn)
        yield Case("finish says length", given.json(), given.answer, given.desk.model, False, Finish.LENGTH)


def truncations(seed: int, answers: int) -> Iterator[Case]:
    """Cut at every position, bare and in every wrapping whose end can be told from its text."""
    rng = random.Random(seed + 2)
    wrappings = ["fences", "reasoning before", "wrapper object", "encoded as a string", "prose around"]
    for turn in range(answers):
        given = _given(rng, turn)
        styled = given.spelled(rng.choice(list(REPAIRABLE_STYLES.values())))
        wrapped = REPAIRABLE_WRAPPINGS[wrappings[turn % len(wrappings)]](given.json(), given)
        for kind, text in (("cut", given.json()), ("cut, spelled otherwise", styled), ("cut, wrapped", wrapped)):
            for end in range(len(text)):
                yield Case(kind, text[:end], given.answer, given.desk.model, False)


def mutations(each: int, seed: int) -> Iterator[Case]:
    """Structural characters deleted, inserted or swapped; what is still JSON by the standard is left out as valid."""
    rng = random.Random(seed + 3)
    for kind, times in (("one structural character changed", 1), ("two structural characters changed", 2)):
        made = 0
        while made < each * 5:
            given = _given(rng, made)
            text = mutated(given.json(), times, rng)
            if not is_json(text):
                made += 1
                yield Case(kind, text, given.answer, given.desk.model, False)
