"""What is loaded into an empty store."""

from packages.settings.base import EnvironmentSettings


class DataSettings(EnvironmentSettings):
    """`PARLEY_DEMO_DATA`: whether a desk that starts on an empty store loads the fictional demo companies."""

    demo_data: bool = True
