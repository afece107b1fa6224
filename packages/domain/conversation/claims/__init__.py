"""What a model says is so, held to what is so: states of the work, results, and answers that were noted."""
