"""Macro series under the names by which research asks for them: `CN.CPI_YOY`, `US.POLICY_RATE`."""

import re

_FIGURES = (
    ("POLICY_RATE", r"lpr|贷款市场报价利率|政策利率|逆回购利率|policyrate|fedfunds|federalfunds|dff"),
    ("M2_YOY", r"m2.*(?:同比|增速|yoy|growth)|广义货币.*(?:同比|增速)"),
    ("CPI_YOY", r"(?:cpi|居民消费价格|通胀|inflation).*(?:同比|增速|yoy|涨幅)|inflation"),
    ("PMI", r"(?:制造业|官方|ism|manufacturing)?pmi|采购经理"),
    ("GDP_YOY", r"(?:gdp|国内生产总值).*(?:同比|增速|yoy|growth)"),
)
_COUNTRIES = (("US", r"^us|美国|fed|ism|dff"), ("CN", r"^cn|china|中国|[\u4e00-\u9fff]|lpr"))
_OWN = re.compile(r"(?:DEMO_)?[A-Z]{2}\.[A-Z0-9_]+")


def research_name(written: str) -> str | None:
    """None for a series that research does not ask for by itself; it is stored under its own name then."""
    if _OWN.fullmatch(written):
        return written
    plain = re.sub(r"[\s_()（）:：.-]", "", written.lower())
    country = next((name for name, pattern in _COUNTRIES if re.search(pattern, plain)), None)
    figure = next((name for name, pattern in _FIGURES if re.search(pattern, plain)), None)
    return f"{country}.{figure}" if country and figure else None
