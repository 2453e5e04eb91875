"""What a model endpoint can do to us, in two kinds: what a person must mend, and what is nobody's fault here.

The first is a ``UserError`` (a wrong key, an unknown model, a request that the endpoint will never take). The second is
``EndpointError``: the endpoint is down, overloaded or broken, or refuses this one request. A run records it as an
infrastructure failure and goes on. Neither ever carries a secret.
"""

import re

from harness.errors import UserError


class EndpointError(ConnectionError):
    """No usable answer was had from an endpoint, although nothing is known to be wrong with its configuration."""


class UnreadableAnswerError(EndpointError):
    """An answer came, and what the model wrote is such that no program can read it. Asking again would not help."""


_UNREADABLE = {
    "RecursionError": "the arguments of a tool call are nested too deeply",
    "for integer string conversion": "the arguments of a tool call hold a number of thousands of digits",
    "validation error for Message": "the answer does not follow the protocol: its message is not what it should be",
}
"""What is said where LiteLLM cannot decode what a model answered, which it reports as a server's error."""
TRANSIENT_STATUS = frozenset({408, 409, 425, 429})
_KEY_LIKE = re.compile(r"\b(?:sk|pk|rk|gsk|xai|hf|key|Bearer)[-_ ][A-Za-z0-9_\-.]{8,}")
_MENDING = {
    401: "a valid key in PLANNER_AGENT_API_KEY, or in the provider's own variable when no api_base is set",
    402: "an account with credit, or another model in PLANNER_AGENT_MODEL",
    403: "a key that may use this model",
    404: "a model that the endpoint lists under /models, and an api_base as it documents it, often ending in /v1",
}
_MENDING_OTHERWISE = "a model that takes chat messages and tools, and settings that it knows"


def is_transient(error: BaseException) -> bool:
    """Whether the same request may succeed if it is sent again."""
    if isinstance(error, UnreadableAnswerError) or _unreadable(error):
        return False
    if isinstance(error, EndpointError | TimeoutError):
        return True
    status = _status(error)
    if _told_in_body(error) is not None:
        return status not in _MENDING  # the endpoint took the request and failed of something else
    if status == 429:
        return not _is_out_of_credit(error)
    return status in TRANSIENT_STATUS or status >= 500


def explain(error: BaseException, *, endpoint: str, secret: str | None, attempts: int) -> Exception:
    """The error that a caller should see for what the client library raised."""
    status, text = _status(error), _message(_told_in_body(error) or error, secret)
    if isinstance(error, UnreadableAnswerError):
        return error
    if reason := _unreadable(error):
        return UnreadableAnswerError(reason)
    if is_transient(error):
        tries = f"{attempts} attempt{'s' if attempts != 1 else ''}"
        return EndpointError(f"{endpoint}: no usable answer after {tries}: {text}")
    if type(error).__name__ in ("ContextWindowExceededError", "ContentPolicyViolationError"):
        return EndpointError(f"{endpoint}: this request was refused: {text}")
    status = 402 if status == 429 else status
    expected = _MENDING.get(status, _MENDING_OTHERWISE)
    message = f"the endpoint refused the request with status {status}: {text}"
    return UserError(message, where=endpoint, expected=expected)


def redacted(text: str, secret: str | None) -> str:
    """The text without the secret, and without anything that looks like a key."""
    if secret:
        text = text.replace(secret, "***")
    return _KEY_LIKE.sub("***", text)


def _is_out_of_credit(error: BaseException) -> bool:
    """A 429 that waiting does not mend. Only the code tells: the words are the same for a quota of a minute."""
    body = getattr(error, "body", None)
    return isinstance(body, dict) and "insufficient_quota" in (body.get("code"), body.get("type"))


def _unreadable(error: BaseException) -> str | None:
    """What the model did that nobody can decode, such as repeating an opening bracket or a digit for ever."""
    text = str(error)
    return next((reason for sign, reason in _UNREADABLE.items() if sign in text), None)


def _status(error: BaseException) -> int:
    """The HTTP status of a client error. What has none failed before an answer came, and counts as a server's fault."""
    if "Missing credentials" in str(error):
        return 401  # the OpenAI client sends nothing without a key, and LiteLLM calls that a server's error
    status = getattr(error, "status_code", None)
    return status if isinstance(status, int) and 400 <= status < 600 else 500


def _told_in_body(error: BaseException) -> BaseException | None:
    """What LiteLLM made of an answer with status 200 and an error in its body: a bare exception, with a code of any kind."""
    link: BaseException | None = error
    while link is not None and not (type(link) is Exception and hasattr(link, "status_code")):
        link = link.__context__
    return link


def _message(error: BaseException, secret: str | None, limit: int = 300) -> str:
    """The endpoint's own words, without the class names that LiteLLM puts before them."""
    text = (
        str(getattr(error, "message", error) if type(error) is Exception else error)
        .split("Exception - ", 1)[-1]
        .split("Traceback", 1)[0]
        or type(error).__name__
    )
    text = redacted(" ".join(re.sub(r"^(litellm\.\w+: )+", "", text).split()), secret)
    return text if len(text) <= limit else text[: limit - 3] + "..."
