"""The planner behind the chat-completions protocol of OpenAI, so that any client, agent or benchmark can drive it.

Importing this package is cheap; the web libraries (extra ``serve``) are imported when a server is made.
"""
