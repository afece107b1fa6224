"""Adapters: model makers, the ledger, the vault, search services."""
