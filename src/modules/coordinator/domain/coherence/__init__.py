"""Whether a finished run contradicts itself: experts, debate and verdict against themselves and each other."""
