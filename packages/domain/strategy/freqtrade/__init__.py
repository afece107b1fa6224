"""Strategies written for freqtrade, read as text: a documented part of them becomes rules in our language."""
