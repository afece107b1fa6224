"""Capsules: what was asked of models and what they answered, in one file, so that a run can be replayed offline."""
