"""A chat model as a plain function from prompt to text, for callers that need no conversation and no tools."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from .chat_messages import readable

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel


def text_model(model: "BaseChatModel") -> Callable[[str], str]:
    """A function that asks the model one thing. It raises what the model raises: ``UserError`` or ``EndpointError``."""

    def ask(prompt: str) -> str:
        return readable(str(model.invoke(prompt).text))

    return ask
