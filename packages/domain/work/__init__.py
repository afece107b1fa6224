"""Long work: the port that runs it, and the one shape in which it is stored, followed and resumed."""
