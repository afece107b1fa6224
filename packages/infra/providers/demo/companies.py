"""The whole cast. All names and codes are invented and say so."""

from packages.infra.providers.demo.american_companies import LOSS_MAKER, PLATFORM, UTILITY
from packages.infra.providers.demo.chinese_companies import CASH_COW, CYCLICAL, GROWER, SHAKY

COMPANIES = (CYCLICAL, CASH_COW, GROWER, SHAKY, PLATFORM, UTILITY, LOSS_MAKER)
