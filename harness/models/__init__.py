"""Models that choose actions or write text: any endpoint through LiteLLM, any local checkpoint through transformers.

Importing this package is cheap; a model's libraries are imported when the model is made.
"""
