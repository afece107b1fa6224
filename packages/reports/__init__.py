"""Reports as people read them: HTML, SVG, Markdown and drawings for a terminal, in both languages."""
