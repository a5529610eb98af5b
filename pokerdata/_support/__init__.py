"""What every other package may use and what needs none of them: text, arguments, resources, progress, random numbers."""
