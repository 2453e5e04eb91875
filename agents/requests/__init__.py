"""A person's own requests as tasks: ``read_requests`` reads them, ``construct_from_requests`` proves what can be proven."""

from .construct import CONSTRUCTOR, construct_from_requests
from .reading import PersonRequest, read_requests
from .results import RequestReport, RequestResult, coverage

__all__ = [
    "CONSTRUCTOR", "PersonRequest", "RequestReport", "RequestResult", "construct_from_requests", "coverage", "read_requests"
]  # fmt: skip
