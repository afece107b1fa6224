"""How good the calls were: scores, baselines, calibration, and what debate added."""
