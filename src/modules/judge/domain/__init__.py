"""What a verdict is, when it is coherent, how calls are chained, settled and scored."""
