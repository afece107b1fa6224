"""What reports share: axes, SVG, dots, tables, pages, and how numbers are written."""
