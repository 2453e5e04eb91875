"""Whether what lies outside this process answers: adb for real phones, a language model's endpoint."""

import shutil
import urllib.error
import urllib.request
from importlib.util import find_spec
from pathlib import Path

from harness.errors import UserError
from planner_agent.doctor.finding import Finding
from planner_agent.doctor.probe import Probe

ENDPOINT_TIMEOUT_S = 5.0

KEYS_PROBE = """
import json, sys
from litellm import validate_environment
print(json.dumps({"missing": validate_environment(sys.argv[1])["missing_keys"]}))
"""


def check_adb(on_path: str | None, bundled: str | None) -> Finding:
    """The program that speaks to real phones."""
    if on_path or bundled:
        return Finding("adb", "ok", on_path or f"{bundled} (bundled with adbutils)")
    why = "only the `device` backend, on a real phone, needs it"
    mend = "pip install -c constraints.txt -e '.[device]', or install Android's platform tools"
    return Finding("adb", "info", "not on PATH, and adbutils is not installed", why, mend)


def find_adb() -> tuple[str | None, str | None]:
    """adb on PATH, and the one that adbutils carries."""
    spec = find_spec("adbutils")
    bundled = Path(spec.origin).parent / "binaries" / "adb" if spec and spec.origin else None
    return shutil.which("adb"), str(bundled) if bundled and bundled.is_file() else None


def check_model(model: str | None, endpoint: str | None, keys: Probe | None) -> Finding:
    """The configured language model; ``keys`` says which of its provider's keys are missing."""
    if not model:
        return Finding("model", "info", "none configured", "every step then runs its programmatic core")
    provider, slash, name = model.partition("/")
    if not (provider and slash and name):
        why = "LiteLLM finds the provider by the part before the slash"
        return Finding("model", "fail", model, why, "write PROVIDER/NAME, as in openai/my-model")
    if endpoint:
        return Finding("model", "ok", f"{model} at {endpoint}")
    if keys is not None and keys.problem:
        return Finding("model", "warn", f"{model}: {keys.problem}", "LiteLLM could not say which keys it needs")
    missing = keys.facts["missing"] if keys is not None else []
    if missing:
        found = f"{model}: {', '.join(missing)} not set"
        mend = f"export {missing[0]}=..., or name a server of your own with --endpoint"
        return Finding("model", "fail", found, "the provider refuses requests without a key", mend)
    return Finding("model", "ok", f"{model}; the provider itself was not asked")


def require_url(endpoint: str) -> None:
    """Raises ``UserError`` for what is no URL."""
    if not endpoint.startswith(("http://", "https://")):
        raise UserError(f"not a URL: {endpoint!r}", where="--endpoint", expected="as in http://127.0.0.1:8000/v1")


def check_endpoint(url: str, key: str | None = None, timeout_s: float = ENDPOINT_TIMEOUT_S) -> Finding:
    """Whether an OpenAI-compatible server answers at ``url``; asks it for its list of models."""
    why = "steps that use a model record an infrastructure failure when it does not answer"
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    request = urllib.request.Request(f"{url.rstrip('/')}/models", headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=timeout_s):
            return Finding("endpoint", "ok", f"{url} answers")
    except urllib.error.HTTPError as error:
        if error.code in {401, 403}:
            mend = "export PLANNER_AGENT_API_KEY=..."
            return Finding("endpoint", "warn", f"{url} answers, and wants {'another' if key else 'a'} key", why, mend)
        if error.code == 404:
            return Finding("endpoint", "warn", f"{url} answers, but has no /models", why, "does the URL lack its /v1?")
        return Finding("endpoint", "warn", f"{url} answers with status {error.code}", why, "look into the server's log")
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        return Finding("endpoint", "fail", f"{url}: {reason}", why, "start the server, or mend the URL")
