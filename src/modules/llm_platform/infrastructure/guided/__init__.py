"""The guided voice: leads a person through the whole desk by rules, where there is no model."""
