"""Worlds in which prices might have gone otherwise, each fitted to the bars of one instrument."""
