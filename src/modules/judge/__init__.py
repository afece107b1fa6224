"""Turns a debate into a call that is written down and scored later."""
