"""Reports for people: pictures, and pages in Markdown."""
