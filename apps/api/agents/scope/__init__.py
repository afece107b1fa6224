"""What follows for the scope from what a person named."""
