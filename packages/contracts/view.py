"""The base of every view: a wire type for HTTP, tools and terminal that is built from domain values by field name."""

from typing import Any, Self

from pydantic import BaseModel, ConfigDict


class BaseView(BaseModel):
    """Made from a domain value, field by field."""

    model_config = ConfigDict(from_attributes=True)

    @classmethod
    def from_values(cls, *sources: object, **given: Any) -> Self:
        """Each field as it is given, or else from the first source that has an attribute of that name."""
        fields = dict(given)
        for name in cls.model_fields:
            holder = next((each for each in sources if name not in given and hasattr(each, name)), None)
            if holder is not None:
                fields[name] = getattr(holder, name)
        return cls.model_validate(fields)


def next_offset(total: int, limit: int, offset: int) -> int | None:
    """Of the next page; None on the last."""
    return offset + limit if offset + limit < total else None
