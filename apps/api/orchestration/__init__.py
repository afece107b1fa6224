"""One turn of the chat, from message to stored answer."""
