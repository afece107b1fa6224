"""People who press buttons at random: their desk, what they see, the way they go, and a model that answers anyhow."""
