"""The stores and sources that the data use cases stand on."""
