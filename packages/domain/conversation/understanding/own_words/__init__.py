"""What a handler may still ask of a message once it was read: each reading is worked out when somebody asks for it."""
