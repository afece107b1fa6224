"""Web search: two vendors, the desk's own news, a cache, and a reader of public pages that nobody can turn inwards."""
