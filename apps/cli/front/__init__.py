"""Parley in scripts and notebooks: what `import parley` gives, in this process or against a desk that runs."""
