"""All tools as one server for programs outside: chosen toolsets, prompts, resources and cards."""
