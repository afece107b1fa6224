"""Web search: two vendors, stored news, a cache, and a reader of public pages that nobody can turn inwards."""
