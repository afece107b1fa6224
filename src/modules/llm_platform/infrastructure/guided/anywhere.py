"""What is answered alike in every phase: starting over, a changed answer about the person, an answer too late."""

from packages.domain.conversation.understanding.model import Wish
from src.modules.llm_platform.infrastructure.guided.common import asked_again, choice, dropped, left_for_scope
from src.modules.llm_platform.infrastructure.guided.offering import fetch_failed
from src.modules.llm_platform.infrastructure.guided.rule_talk import listed_rules
from src.modules.llm_platform.infrastructure.guided.turn import GuidedTurn, JsonView, Say, Script, Show


def said_anywhere(turn: GuidedTurn) -> Script | None:
    """None where the message is for the phase itself."""
    if turn.state.text("answered_elsewhere"):
        return _too_late(turn)
    if turn.state.is_true("proposal_dropped"):
        return dropped(turn)
    if turn.understood.fetch_failed is not None and turn.understood.fetch_failed.job_id:
        return fetch_failed(turn, turn.understood.fetch_failed)
    if Wish.START_OVER in turn.understood.wishes and turn.phase != "completed":
        return _started_over(turn) if turn.understood.is_choice else _start_over_offered(turn)
    if turn.understood.profile_talk is not None and turn.state.mapping("profile_talk"):
        return _profile_talked(turn, turn.state.at("profile_talk"))
    if turn.state.mapping("instrument_talk"):
        return _another_instrument(turn, turn.state.at("instrument_talk"))
    return None


def _another_instrument(turn: GuidedTurn, talk: JsonView) -> Script:
    for row in talk.rows("accepted"):
        words = {"field": turn.words.label("field", row.text("field")), "label": row.text("label")}
        yield Say(turn.words.say("understood", **words))
    if talk.rows("accepted"):
        yield from left_for_scope(turn)
        return
    if talk.rows("proposed"):
        yield Say(turn.words.say("proposal.said"))  # the card says what
        yield Say(turn.words.say("instrument.would_change"))
        return
    yield Say(talk.text("kept"))
    yield from asked_again(turn)


def _too_late(turn: GuidedTurn) -> Script:
    yield Say(turn.state.text("answered_elsewhere"))
    yield from asked_again(turn)


def _start_over_offered(turn: GuidedTurn) -> Script:
    """What it means comes before the button; the question that is due is the way to stay."""
    yield Say(turn.words.say("start_over.means.kyc" if turn.phase == "kyc" else "start_over.means"))
    yield choice(turn, Wish.START_OVER, turn.words.say("ask.start_over"), (Wish.START_OVER,))


def _started_over(turn: GuidedTurn) -> Script:
    yield Say(turn.words.say("start_over.done.kyc" if turn.phase == "kyc" else "start_over.done"))


def _profile_talked(turn: GuidedTurn, talk: JsonView) -> Script:
    if turn.is_first:
        yield Say(turn.words.say("hello.brief"))
    accepted = talk.rows("accepted")
    for row in accepted:
        words = {"field": turn.words.label("field", row.text("field")), "label": row.text("label")}
        yield Say(turn.words.say("understood", **words))
    if accepted:
        yield Say(turn.words.say("profile.others_stay"))
    elif talk.rows("proposed"):
        yield Say(turn.words.say("proposal.said"))  # the card says what
    elif talk.mapping("asked"):
        yield Say(turn.words.say("profile.one_again"))
        yield Show(talk.mapping("asked"))
        return
    else:
        yield Say(turn.words.say("profile.stays"))
    if talk.texts("binding"):
        yield Say(turn.words.say("profile.binds" if accepted else "profile.would_bind"))
        yield from listed_rules(talk.texts("binding"))
    if not talk.rows("proposed"):
        yield from asked_again(turn)
