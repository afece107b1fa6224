"""The guided chat: leads a person through every phase by rules, where there is no model."""
