"""Judging a case, keeping its call, settling what is due, scoring what is settled."""
