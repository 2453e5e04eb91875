"""The specialists' reasoning: each works on records, knows no graph, and needs no language model to do its core work."""
