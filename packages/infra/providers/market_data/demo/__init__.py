"""The demo pack: fictional companies, made by a seeded script at the moment they are loaded."""
