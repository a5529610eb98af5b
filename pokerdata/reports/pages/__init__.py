"""Pages in Markdown with pictures: the results of a recipe, next to published numbers.

A section [page.NAME] of a recipe creates NAME_page.md.
"""
