"""Checks a question, has it researched, and keeps the record of it."""
