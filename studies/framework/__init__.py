"""The framework that all studies are written with and run by."""
