"""Accounts and profiles, stored."""
