"""A walk: buttons at random and now and then a sentence; what every turn has to have; the way to the end, and back."""

import random
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from benchmarks.chat_walks.desk import WalkDesk
from benchmarks.chat_walks.seen import Button, Place, place_of
from benchmarks.chat_walks.sentences import HELLO, REASON, SENTENCES
from packages.contracts.phases import Phase
from packages.core.messages import Language
from packages.domain.trading.deployments.model import OVERRIDE_PHRASES
from tests.chat import Person

TYPED = 0.12  # of all turns
MOST_ON, MOST_BACK = 90, 24  # turns to the end, and to the first question
_PATIENCE = 2  # times that a button is pressed before another is tried
_SOON = frozenset({"continue", "true", "deploy", "paper", "confirmed"})
_LATE = frozenset({"change", "hold", "replay", "live", "false", "research", "longer", "shorter", "tighter", "wider"})


@dataclass(slots=True)
class WalkMap:
    """What all walks saw: which button led where, and the faults that were met."""

    ways: dict[str, dict[str, set[str]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(set)))
    offered: dict[str, frozenset[str]] = field(default_factory=dict)
    turns: int = 0
    walks: int = 0
    reached_end: int = 0
    gone_back: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)
    ends: Counter[str] = field(default_factory=Counter)

    def fault(self, kind: str, example: str) -> None:
        self.faults[kind] += 1
        self.examples.setdefault(kind, example)

    def saw(self, before: Place | None, key: str, after: Place) -> None:
        self.turns += 1
        self.offered[after.node] = frozenset(button.key for button in after.buttons)
        if before is not None:
            self.ways[before.node][key].add(after.node)

    def traps(self) -> list[str]:
        """Places whose every button was pressed, as was every one behind them, and none led to the end."""
        good = {node for node in self.offered if node.startswith(Phase.COMPLETED)}
        good |= {node for node, keys in self.offered.items() if keys - self.ways[node].keys()}
        grown = True
        while grown:
            more = {
                node
                for node, ways in self.ways.items()
                if node not in good and any(after & good for after in ways.values())
            }
            good |= more
            grown = bool(more)
        return [node for node in self.offered if node not in good]


@dataclass(slots=True)
class Walker:
    """One person in one conversation."""

    desk: WalkDesk
    person: Person
    owner_id: str
    dice: random.Random
    map: WalkMap
    place: Place | None = None
    told: list[str] = field(default_factory=list)
    shown: int = 4  # turns of a story

    async def walk(self, turns: int) -> None:
        self.map.walks += 1
        await self.say(HELLO[self.person.language])
        for _ in range(turns - 1):
            buttons = self.here.buttons
            if not buttons or self.dice.random() < TYPED:
                await self.say(self.dice.choice(SENTENCES[self.person.language]))
            else:
                await self.press(self.dice.choice(buttons))
        self.map.ends[self.here.phase] += 1

    async def to_the_end(self) -> bool:
        """Always on: at each place what was not pressed in vain yet, and of that what leads on the soonest."""
        pressed: Counter[tuple[str, str]] = Counter()
        for _ in range(MOST_ON):
            if self.here.phase is Phase.COMPLETED:
                self.map.reached_end += 1
                return True
            language = Language(self.person.language)
            if OVERRIDE_PHRASES[language] in self.here.text:
                await self.say(f"{OVERRIDE_PHRASES[language]}: {REASON[language]}")
                continue
            if not self.here.buttons:
                break
            node = f"{self.here.about} {self.here.node}"
            button = min(self.here.buttons, key=lambda each: (pressed[node, each.key] // _PATIENCE, _rank(each)))
            pressed[node, button.key] += 1
            await self.press(button)
        self.map.fault("the end cannot be reached", self._story())
        return False

    async def to_the_beginning(self) -> bool:
        """By the buttons that lead back, each of which has to. What trades is not taken back by talking: a conversation
        that is completed stays with its deployment."""
        if self.here.phase is Phase.COMPLETED:
            return False
        for _ in range(MOST_BACK):
            if self.here.is_first_question:
                self.map.gone_back += 1
                return True
            before, back = self.here, [button for button in self.here.buttons if button.leads_back]
            if not back:
                break
            await self.press(min(back, key=lambda each: each.option_id != "back"))
            if self.here.depth >= before.depth:
                self.map.fault(f"back leads nowhere in {before.phase}", self._story())
                return False
        self.map.fault("the beginning cannot be reached", self._story())
        return False

    async def press(self, button: Button) -> None:
        before = self.here
        await self._turn(button.message, button.key)
        if button.confirms and self._asks_again(before, button):
            self.map.fault("two confirmations in a row for the same rules", self._story())

    async def say(self, words: str) -> None:
        await self._turn(words, f"“{words}”")

    @property
    def here(self) -> Place:
        if self.place is None:
            raise RuntimeError("the walk has not begun")
        return self.place

    def _asks_again(self, before: Place, button: Button) -> bool:
        same = self.here.rules == before.rules and self.here.phase == before.phase
        return same and any(each.confirms & button.confirms for each in self.here.buttons)

    async def _turn(self, message: str, key: str) -> None:
        answer = await self.person.says(message)
        session = await self.desk.services.chat.sessions.get(self.owner_id, str(self.person.session_id))
        before, self.place = self.place, place_of(answer, session)
        said = " ".join(self.place.text.split())[-160:]
        self.told.append(f"{key} -> {self.place.node}\n    {said}")
        self.map.saw(before, key, self.place)
        error = answer.done["stream_error"]
        if error is not None:
            self.map.fault(f"a turn broke: {error[:80]}", self._story())
        self._check()

    def _check(self) -> None:
        here = self.here
        if not here.has_way_on:
            self.map.fault(f"no way on in {here.phase}", self._story())
        if not here.has_way_back and not here.is_first_question and here.phase is not Phase.COMPLETED:
            self.map.fault(f"no way back in {here.phase}", self._story())
        if not here.text.strip():
            self.map.fault(f"nothing was said in {here.phase}", self._story())

    def _story(self) -> str:
        return "\n".join(self.told[-self.shown :]) + f"\n{self.here.text[-300:]}"


def _rank(button: Button) -> int:
    """What was proposed is accepted first, and what cannot trade is left for another instrument where the desk offers
    that; back comes before what only changes the rules."""
    if button.option_id in ("accept", "new_scope"):
        return 0
    if button.option_id in _SOON:
        return 1
    if button.leads_back:
        return 4
    return 5 if button.option_id in _LATE or button.option_id.startswith("fetch:") else 3
