"""The phone played by a language model, and kept honest by code."""
