"""What a deployment may risk, and what happens when it would risk more."""
