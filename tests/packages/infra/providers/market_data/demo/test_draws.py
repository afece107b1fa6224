"""Random numbers by exact arithmetic: their streams, their moments and their tails."""

import numpy as np

from packages.infra.providers.market_data.demo.draws import Draws


def test_a_stream_is_told_apart_by_its_name_and_its_seed() -> None:
    one = Draws(1, "a").uniform(5)
    assert np.array_equal(one, Draws(1, "a").uniform(5))
    assert not np.array_equal(one, Draws(1, "b").uniform(5))
    assert not np.array_equal(one, Draws(2, "a").uniform(5))


def test_the_first_numbers_of_a_stream_never_change() -> None:
    assert Draws(20260101, "golden").uniform(2).tolist() == [0.25440712171533364, 0.5547639462617007]
    assert Draws(20260101, "golden").normal(2).tolist() == [-0.33764170040376484, 0.9166745760012418]


def test_normals_have_mean_nought_and_variance_one() -> None:
    drawn = Draws(3, "normal").normal(200_000)
    assert abs(drawn.mean()) < 0.01
    assert abs(drawn.var() - 1) < 0.02


def test_students_t_has_variance_one_and_fat_tails() -> None:
    drawn = Draws(3, "student").student(200_000, freedom=5)
    assert abs(drawn.var() - 1) < 0.1
    assert (drawn**4).mean() / drawn.var() ** 2 > 5


def test_whole_numbers_reach_both_ends() -> None:
    draws = Draws(3, "whole")
    assert {draws.whole(2, 4) for _ in range(200)} == {2, 3, 4}
