from packages.domain.evidence.passages import same_at_the_start


def test_two_texts_are_alike_up_to_the_first_letter_that_differs() -> None:
    assert same_at_the_start("buy low", "buy high") == 4


def test_a_text_is_alike_to_its_beginning_for_as_long_as_that_is() -> None:
    assert same_at_the_start("buy", "buy low") == 3
    assert same_at_the_start("", "buy") == 0
