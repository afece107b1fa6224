"""What is done with market data: view it, sync it, import it, say what there is."""
