"""What is loaded into an empty store, and the keys of vendors, brokers and search services."""

from pydantic import Field, SecretStr

from packages.settings.base import EnvironmentSettings


class DataSettings(EnvironmentSettings):
    """`PARLEY_DEMO`: whether there is a demo market of fictional companies; `off`: it is neither loaded nor offered.
    `PARLEY_DEMO_DATA`: whether a desk loads it into an empty store and brings it up to date by itself."""

    demo: bool = True
    demo_data: bool = True

    @property
    def keeps_demo(self) -> bool:
        return self.demo and self.demo_data


class VendorSettings(EnvironmentSettings):
    """Each key is optional; `parley doctor` says what each would add."""

    alpaca_api_key: SecretStr | None = Field(default=None, validation_alias="ALPACA_API_KEY")
    alpaca_secret_key: SecretStr | None = Field(default=None, validation_alias="ALPACA_SECRET_KEY")
    tushare_token: SecretStr | None = Field(default=None, validation_alias="TUSHARE_TOKEN")
    tavily_api_key: SecretStr | None = Field(default=None, validation_alias="TAVILY_API_KEY")
    bocha_api_key: SecretStr | None = Field(default=None, validation_alias="BOCHA_API_KEY")
