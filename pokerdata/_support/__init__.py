"""Helpers without dependencies on other packages: text, arguments, resources, progress, random numbers."""
