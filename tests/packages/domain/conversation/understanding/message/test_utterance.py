"""A message is put into each of its spellings once."""

from packages.domain.conversation.understanding.message.utterance import Spelling, Utterance


def test_a_message_keeps_what_was_typed_beside_its_spellings() -> None:
    said = Utterance("Ｙｅｓ — no problem!")
    assert said.text == "Ｙｅｓ — no problem!"
    assert said.typed.text == "Yes, no problem!"
    assert said.plain.text == "yes, no problem!"
    assert said.settled.text == "yes, ok"
    assert said.plain is said.plain


def test_a_pressed_button_is_wished_by_its_id() -> None:
    pressed = '{"choice_id": "running", "selected_option_id": "stop", "selected_option_label": "停止"}'
    said = Utterance(f"<CHOICE_SELECTION>{pressed}</CHOICE_SELECTION>")
    assert said.selection is not None
    assert said.selection.option_id == "stop"
    assert said.wished.text == "stop 停止"


def test_a_message_without_a_button_is_wished_as_it_is_settled() -> None:
    said = Utterance("stop it")
    assert said.selection is None
    assert said.wished is said.settled


def test_clauses_that_state_ask_for_something_or_take_back_are_told_apart() -> None:
    said = Spelling("I have a plan. could you pause it? what is beta?")
    assert [each.text for each in said.stated] == ["I have a plan"]
    assert [each.text for each in said.requests] == ["I have a plan", "could you pause it"]
    assert not said.only_asks
    assert Spelling("what is beta?").only_asks
    assert Spelling("deploy it. no wait").is_taken_back
    assert not Spelling("deploy it").is_taken_back
