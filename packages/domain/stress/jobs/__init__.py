"""Stress tests as long work: asked for, done part by part, kept, and shown again."""
