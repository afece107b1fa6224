"""Which texts are about a company, or about its industry without being about somebody else."""

from collections.abc import Mapping, Sequence

from src.modules.research.domain.brief import Company, Document


def concerns(document: Document, company: Company, companies: Mapping[str, Sequence[str]]) -> bool:
    """Texts that name the company; of its industry also those that name none of the companies that the desk knows."""
    text = f"{document.title}\n{document.text}".lower()
    own = (company.name_zh, company.name_en, str(company.symbol))
    if any(name and name.lower() in text for name in own):
        return True
    others = (name for names in companies.values() for name in names)
    return document.topic == "industry" and not any(name and name.lower() in text for name in others)
