"""Any model that LiteLLM can reach, as a LangChain chat model with tools.

``provider/name`` says which one: a hosted service, or ``openai/NAME`` with an ``api_base`` for any server that speaks
the chat-completions protocol (vLLM, SGLang, llama.cpp, Ollama, ...). What is not given is read from the environment:
PLANNER_AGENT_MODEL, PLANNER_AGENT_API_BASE, PLANNER_AGENT_API_KEY.
"""

import os
from functools import cache
from typing import TYPE_CHECKING, Any

from pydantic import SecretStr, ValidationError

from harness.errors import UserError

from . import library

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

MODEL, API_BASE, API_KEY = "PLANNER_AGENT_MODEL", "PLANNER_AGENT_API_BASE", "PLANNER_AGENT_API_KEY"


def configured_model(**options: Any) -> "BaseChatModel | None":
    """The model that the environment names, or None where it names none: then everyone works without one."""
    return endpoint_model(**options) if os.environ.get(MODEL) else None


def endpoint_model(
    model: str | None = None,
    *,
    api_base: str | None = None,
    api_key: str | None = None,
    timeout: float = 60.0,
    deadline: float = 180.0,
    attempts: int = 4,
    pause: float = 0.5,
    temperature: float | None = 0.0,
    max_tokens: int | None = None,
    **settings: Any,
) -> "BaseChatModel":
    """A chat model behind an endpoint.

    An attempt may take ``timeout`` seconds; a call with all its ``attempts`` (the first included) and the pauses
    between them ``deadline`` seconds. The first pause is about ``pause`` seconds and each next one twice as long, or as
    long as the endpoint asks. ``settings`` go to LiteLLM as they are; what a model does not know of them is left out.
    With an ``api_base`` and no key none is sent: a provider's key from the environment never goes to another server.

    Raises ``UserError`` for settings that cannot work. A call raises ``UserError`` where a person must mend something
    and ``EndpointError`` where the endpoint gave no usable answer.
    """
    named_in, key_in = "" if model else MODEL, "api_key" if api_key else API_KEY
    model = model or os.environ.get(MODEL) or None
    api_base = api_base or os.environ.get(API_BASE) or None
    api_key = api_key or os.environ.get(API_KEY) or ("none" if api_base else None)
    if model is None:
        raise UserError("no model is named", where=MODEL, expected="provider/name, such as openai/gpt-5-mini")
    if api_base is not None:
        _check_base(api_base)
    if api_key is not None and not (api_key.isascii() and api_key.isprintable() and api_key == api_key.strip()):
        message = "the key holds characters that cannot be sent (beyond ASCII, line breaks or blanks around it)"
        raise UserError(message, where=key_in, expected="the key exactly as the provider shows it")

    from .litellm_chat import EndpointChat

    litellm = library.litellm()
    try:
        litellm.get_llm_provider(model=model, api_base=api_base)
    except litellm.exceptions.BadRequestError:
        message = f"{model!r} names no provider that LiteLLM knows"
        raise UserError(message, where=named_in, expected="provider/name; openai/NAME for a server of your own") from None
    try:
        return EndpointChat(
            model=model,
            api_base=api_base,
            secret=SecretStr(api_key) if api_key else None,
            request_timeout=timeout,
            deadline=deadline,
            attempts=attempts,
            pause=pause,
            temperature=temperature,
            max_tokens=max_tokens,
            model_kwargs={"max_retries": 0, "drop_params": True, **settings},
        )
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        setting = first["loc"][0] if first["loc"] else "settings"
        raise UserError(f"{setting}: {first['msg']}", where=f"model {model}") from None


@cache
def takes_tools(model: str, api_base: str | None = None) -> bool:
    """Whether LiteLLM passes native tools on to this model; where it does not, they must be told in text."""
    litellm = library.litellm()
    name, provider, _, _ = litellm.get_llm_provider(model=model, api_base=api_base)
    known = litellm.get_supported_openai_params(model=name, custom_llm_provider=provider)
    return known is None or "tools" in known


def _check_base(api_base: str) -> None:
    scheme, _, rest = api_base.partition("://")
    if scheme not in ("http", "https") or not rest:
        message = f"{api_base.split('@')[-1]!r} is no web address"
        raise UserError(message, where=API_BASE, expected="http(s)://host[:port]/v1")
    if "@" in rest.split("/", 1)[0]:
        raise UserError("the address carries a user name or password", where=API_BASE, expected=f"the key in {API_KEY}")
