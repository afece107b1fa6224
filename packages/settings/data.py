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


class ImportSettings(EnvironmentSettings):
    """Of uploads to the page and over HTTP. `PARLEY_IMPORT_MAX_BYTES` and `PARLEY_IMPORT_MAX_FILES` at once,
    `PARLEY_IMPORT_MAX_UNPACKED_BYTES` out of one archive, `PARLEY_IMPORT_MAX_OPEN` that wait for a confirmation,
    `PARLEY_IMPORT_KEEP_HOURS` until those are forgotten, `PARLEY_IMPORT_UNDO_DAYS` in which an import can be undone."""

    import_max_bytes: int = Field(default=200 * 2**20, ge=1_000)
    import_max_files: int = Field(default=500, ge=1, le=5_000)
    import_max_unpacked_bytes: int = Field(default=2 * 2**30, ge=1_000)
    import_max_open: int = Field(default=20, ge=1, le=1_000)
    import_keep_hours: int = Field(default=24, ge=1)
    import_undo_days: int = Field(default=30, ge=1)


class VendorSettings(EnvironmentSettings):
    """Each key is optional; `parley doctor` says what each would add. `PARLEY_SEC_USER_AGENT` is what the SEC asks of
    every client, a name and a mail address: EDGAR is asked where it is set, Stooq where `PARLEY_STOOQ_URL` is. The
    other addresses are for a proxy or a server of one's own. `PARLEY_SOURCES` names the sources that may be asked, with
    commas; empty: all."""

    sources: str = ""
    sec_user_agent: str = ""
    sec_data_url: str = "https://data.sec.gov"
    sec_files_url: str = "https://www.sec.gov"
    tiingo_url: str = "https://api.tiingo.com"
    fred_url: str = "https://api.stlouisfed.org"
    stooq_url: str = ""

    def may_ask(self, source: str) -> bool:
        named = {name.strip() for name in self.sources.split(",") if name.strip()}
        return not named or source in named

    alpaca_api_key: SecretStr | None = Field(default=None, validation_alias="ALPACA_API_KEY")
    alpaca_secret_key: SecretStr | None = Field(default=None, validation_alias="ALPACA_SECRET_KEY")
    tushare_token: SecretStr | None = Field(default=None, validation_alias="TUSHARE_TOKEN")
    tiingo_api_key: SecretStr | None = Field(default=None, validation_alias="TIINGO_API_KEY")
    fred_api_key: SecretStr | None = Field(default=None, validation_alias="FRED_API_KEY")
    tavily_api_key: SecretStr | None = Field(default=None, validation_alias="TAVILY_API_KEY")
    bocha_api_key: SecretStr | None = Field(default=None, validation_alias="BOCHA_API_KEY")
