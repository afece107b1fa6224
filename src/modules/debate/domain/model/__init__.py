"""Words of the debate."""
