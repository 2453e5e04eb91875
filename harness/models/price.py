"""What model turns cost in dollars, by the price table that LiteLLM carries."""

from harness.contract import Tokens

from . import library


def cost_usd(model: str, tokens: Tokens) -> float | None:
    """The price of so many tokens, cached ones at their own rate. None when the table does not know the model."""
    litellm = library.litellm()
    cached = min(tokens.cached, tokens.prompt)
    try:
        name, provider, _, _ = litellm.get_llm_provider(model=model)
        prompt, completion = litellm.cost_per_token(
            model=name,
            custom_llm_provider=provider,
            prompt_tokens=tokens.prompt,
            completion_tokens=tokens.completion,
            cache_read_input_tokens=cached,
        )
    except Exception:  # LiteLLM raises a bare Exception, among others, for a model it does not know
        return None
    return float(prompt + completion)
