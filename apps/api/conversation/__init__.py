"""The chat, wired: who answers a turn, what is stored of the things it names, and the tools that it calls."""
