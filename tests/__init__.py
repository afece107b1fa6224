"""Tests mirror the floors; suites for ports live in `conformance`."""

import pytest

pytest.register_assert_rewrite("tests.conformance")
