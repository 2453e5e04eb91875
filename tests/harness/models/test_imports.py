"""Model modules are named all over; naming one must not cost what its libraries cost."""

import subprocess
import sys

LIGHT = ("endpoint", "endpoint_policy", "chat_messages", "errors", "price", "text", "fake_server")


def test_no_model_library_is_imported_before_a_model_is_made() -> None:
    modules = ", ".join(f"harness.models.{name}" for name in LIGHT)
    check = f"import sys, {modules}; print(sorted({{'litellm', 'langchain_core', 'openai', 'torch'}} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
