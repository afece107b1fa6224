"""From a finished verdict to the rules of a strategy, each with the claims it stands on."""
