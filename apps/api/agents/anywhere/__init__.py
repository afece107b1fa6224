"""What a person can say in every phase, whatever it asks for."""
