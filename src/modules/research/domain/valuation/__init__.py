"""The valuation modeler's calculations: multiples against their own history, Graham's number, and a DCF range."""
