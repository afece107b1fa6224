"""Real samples that registry packages ship: installed on demand, read where they lie, never copied."""
