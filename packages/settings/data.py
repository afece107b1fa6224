"""What is loaded into an empty store, and the keys of vendors, brokers and search services."""

from pydantic import Field, SecretStr

from packages.settings.base import EnvironmentSettings


class DataSettings(EnvironmentSettings):
    """`PARLEY_DEMO_DATA`: whether a desk that starts on an empty store loads the fictional demo companies."""

    demo_data: bool = True


class VendorSettings(EnvironmentSettings):
    """Each key is optional; `parley doctor` says what each would add."""

    alpaca_api_key: SecretStr | None = Field(default=None, validation_alias="ALPACA_API_KEY")
    alpaca_secret_key: SecretStr | None = Field(default=None, validation_alias="ALPACA_SECRET_KEY")
    tushare_token: SecretStr | None = Field(default=None, validation_alias="TUSHARE_TOKEN")
    tavily_api_key: SecretStr | None = Field(default=None, validation_alias="TAVILY_API_KEY")
    bocha_api_key: SecretStr | None = Field(default=None, validation_alias="BOCHA_API_KEY")
