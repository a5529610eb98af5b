"""Pages: what a recipe found, in Markdown with pictures, beside published numbers.

A section [page.NAME] of a recipe makes NAME_page.md.
"""
