"""What a model is told in each phase and stage, as Markdown in Chinese and English."""
