"""Pure rules of the trade; no framework and no driver is known here."""
