"""The demo companies, as the tests of research load them."""

from tests.src.modules.research.conftest import demo_home as demo_home
