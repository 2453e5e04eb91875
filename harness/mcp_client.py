"""Tools of external MCP servers, joined to the catalogue.

A file lists the servers; each is started (or reached over HTTP) once and kept for the whole run. Its tools become tools
like every other, called ``SERVER__TOOL``. What a server does wrong is feedback to the planner: a refused call, an answer
that does not come, a process that dies. A dead server is started anew by the next call.

What a tool may do to the world follows from its annotations. They are the server's own word: without them, or from a server
that is not ``trusted``, a tool counts as irreversible, and the file can say better for single tools.
"""

import logging
import os
import re
import tempfile
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import AbstractContextManager, AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from difflib import get_close_matches
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any, Literal, cast

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, model_validator

from harness.catalogue import full_catalogue
from harness.configs import read_yaml
from harness.contract import Effect, Json, canonical
from harness.environments.phone.errors import Code, PhoneError
from harness.environments.phone.phone import Phone
from harness.environments.phone.tools import Arguments, Catalogue, Risk, Tool, write_signature
from harness.errors import UserError
from harness.json_schema import parameters, resolved

DOMAIN = "External"
_log = logging.getLogger(__name__)
logging.getLogger("mcp").addHandler(logging.NullHandler())  # a server that prints what is no MCP is told of as feedback
LONGEST_NAME = 64
"""Letters of a tool's name that model interfaces take."""
LONGEST_ANSWER = 20_000
"""Characters of an answer that are kept."""
LONGEST_SUMMARY, LONGEST_REASON = 300, 400
LONGEST_WAIT = 86_400
"""Seconds that a server may be given to start, or to answer."""
LAST_ANSWER = 0.2
"""Seconds in which an answer that came before the end is handed on."""
LONGEST_PATTERN, LONGEST_MATCHED, MOST_REPEATS = 200, 500, 2
"""What is matched here of a stranger's patterns: the longest one, the longest text, and how often one may repeat a part."""
_VARIABLE = re.compile(r"\$\{([^}]*)\}")
_ONE_SIGN = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
"""What stands for one character in a pattern: an escape, a set."""
_REPEATS = re.compile(r"[*+?]|\{\d*,\d*\}")
_SERVER_NAME = re.compile(r"(?=.{1,24}\Z)[A-Za-z0-9]+([_-][A-Za-z0-9]+)*")
_CLOSED, _INVALID_PARAMS, _NO_METHOD, _TIMEOUT = -32000, -32602, -32601, 408
"""Error codes of JSON-RPC and of the MCP library."""


class Server(BaseModel):
    """How one server is reached, and what is taken from it. ``${NAME}`` in a text is the environment's variable."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    type: Literal["stdio", "http", "streamable-http"] | None = None
    command: str | None = None
    args: tuple[str, ...] = ()
    env: dict[str, str] = Field(default_factory=dict)
    cwd: Path | None = None
    url: str | None = None
    headers: dict[str, str] = Field(default_factory=dict)
    start_seconds: float = Field(30.0, gt=0, le=LONGEST_WAIT)
    call_seconds: float = Field(30.0, gt=0, le=LONGEST_WAIT)
    tools: tuple[str, ...] | None = None
    risks: dict[str, Risk] = Field(default_factory=dict)
    trusted: bool = True

    @model_validator(mode="after")
    def _one_way(self) -> "Server":
        if (self.command is None) == (self.url is None):
            raise ValueError("a server has either a `command` or a `url`")
        if self.type is not None and (self.type == "stdio") != (self.command is not None):
            raise ValueError(f"type {self.type} does not go with {'`command`' if self.command else '`url`'}")
        if self.url is not None and not re.match(r"https?://.", self.url):
            raise ValueError("`url` is no http(s) address")
        return self

    @property
    def place(self) -> str:
        """Where the server is, for messages; with the names of variables, whose values may be secrets."""
        return self.url or " ".join([self.command or "", *self.args])

    @property
    def variables(self) -> list[str]:
        """The names of the variables that the texts need."""
        texts = (*self.args, *self.env.values(), *self.headers.values(), self.url or "")
        return [name for text in texts for name in _VARIABLE.findall(text)]

    def filled(self) -> "Server":
        """The same server with the values of the variables in their places."""

        def fill(text: str) -> str:
            return _VARIABLE.sub(lambda match: os.environ.get(match[1], ""), text)

        return self.model_copy(
            update={
                "args": tuple(map(fill, self.args)),
                "env": {name: fill(text) for name, text in self.env.items()},
                "headers": {name: fill(text) for name, text in self.headers.items()},
                "url": fill(self.url) if self.url else None,
            }
        )

    def without_values(self, text: str) -> str:
        """A text for people, in which no value of a variable stands."""
        for name in self.variables:
            if value := os.environ.get(name):
                text = text.replace(value, f"${{{name}}}")
        return text


class Servers(BaseModel):
    """The file: servers by name. The ``mcpServers`` of other programs' files is read as well."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    servers: dict[str, Server] = Field(validation_alias=AliasChoices("servers", "mcpServers"))


def read_servers(path: Path) -> dict[str, Server]:
    """The servers that a file lists. Raises ``UserError`` that names the file and the field."""
    found = read_yaml(path, Servers).servers
    for name in found:
        if not _SERVER_NAME.fullmatch(name) or name == "skill":
            wish = "at most 24 letters and digits, joined by single hyphens or underscores; not `skill`"
            raise UserError(f"a server cannot be called {name!r}", where=str(path), expected=wish)
        for variable in found[name].variables:
            if variable not in os.environ:
                where = f"{path}, server {name}"
                raise UserError(f"the variable ${{{variable}}} is not set", where=where, expected="it in the environment")
    return found


@contextmanager
def external_tools(servers: Mapping[str, Server]) -> Iterator[list[Tool]]:
    """The tools of these servers, which run until the block ends. Calls may come from any thread.

    Raises ``UserError`` for a server that cannot be started or whose tools cannot be used.
    """
    with ExitStack() as stack:
        tools: list[Tool] = []
        if servers:
            from anyio.from_thread import start_blocking_portal

            portal = stack.enter_context(start_blocking_portal())
            for name, settings in servers.items():
                tools += _tools_of(stack.enter_context(Connection(name, settings, portal)))
        yield tools


@contextmanager
def catalogue_with(file: Path | None, base: Catalogue | None = None) -> Iterator[Catalogue]:
    """Everything a planner can call (None: the shipped catalogue), and the tools of the servers that a file lists.

    Raises ``UserError``.
    """
    own = full_catalogue() if base is None else base
    with external_tools(read_servers(file) if file is not None else {}) as tools:
        yield Catalogue([*own.values(), *tools]) if tools else own


# -- one server


class DeadServerError(Exception):
    """The server does not start, or has stopped; then ``sent`` says that it may have carried out the call before."""

    def __init__(self, message: str, *, sent: bool) -> None:
        super().__init__(message)
        self.sent = sent


class Connection:
    """A server that is started when it is first asked and kept until the block ends; every method is thread-safe."""

    def __init__(self, name: str, settings: Server, portal: Any) -> None:
        self.name, self.settings = name, settings
        self._portal = portal
        self._lock = threading.RLock()
        self._session: Any = None
        self._hold: AbstractContextManager[Any] | None = None
        self._words: IO[bytes]

    def __enter__(self) -> "Connection":
        self._words = tempfile.TemporaryFile("a+b")  # what the server writes to stderr, for messages
        return self

    def __exit__(self, *_: object) -> None:
        self._close()
        self._words.close()

    def listed(self) -> dict[str, Any]:
        """The server's tools by name, as MCP describes them. Raises ``UserError``."""
        import anyio
        from mcp.types import PaginatedRequestParams

        async def pages(session: Any) -> dict[str, Any]:
            found: dict[str, Any] = {}
            cursor = None
            with anyio.fail_after(self.settings.start_seconds):
                while True:
                    page = await session.list_tools(params=PaginatedRequestParams(cursor=cursor))
                    found |= {tool.name: tool for tool in page.tools}
                    cursor = page.nextCursor
                    if not cursor:
                        return found

        try:
            return dict(self._ask(pages))
        except Exception as error:  # whatever a stranger's program does at its start, the person hears of it
            wish = "a program that speaks MCP on its standard streams, or the address of an MCP server"
            raise UserError(f"server {self.told(error)}", where=self.settings.place, expected=wish) from None

    def call(self, tool: str, arguments: Arguments) -> Any:
        """The server's ``CallToolResult``. Raises ``DeadServerError``, and what the MCP library raises."""
        limit = timedelta(seconds=self.settings.call_seconds)
        return self._ask(lambda session: session.call_tool(tool, arguments, read_timeout_seconds=limit))

    def told(self, error: BaseException) -> str:
        """An error of this server, for the planner and for people."""
        return f"{self.name}: {self.settings.without_values(_reason(error))}"

    def _ask(self, question: Callable[[Any], Awaitable[Any]]) -> Any:
        import anyio
        from mcp import McpError

        session = self._open()
        try:
            return self._portal.call(session.answer, question)
        except (anyio.ClosedResourceError, anyio.BrokenResourceError):
            sent = False  # the streams were closed before
        except McpError as error:
            if error.error.code != _CLOSED:
                raise
            sent = True
        self._close(session)
        raise DeadServerError(self._with_last_words("the server has stopped"), sent=sent)

    def _open(self) -> Any:
        with self._lock:
            if self._session is None:
                hold = self._portal.wrap_async_context_manager(_session(self.settings.filled(), self._words))
                try:
                    self._session = hold.__enter__()
                except Exception as error:  # as many kinds as there are ways not to start
                    message = f"the server does not start: {_reason(error)}"
                    raise DeadServerError(self._with_last_words(message), sent=False) from None
                self._hold = hold
            return self._session

    def _close(self, session: Any = None) -> None:
        """Ends the session; if one is given, only while it is still that one."""
        with self._lock:
            if self._hold is None or (session is not None and session is not self._session):
                return
            hold, self._hold, self._session = self._hold, None, None
        try:
            hold.__exit__(None, None, None)
        except Exception as error:  # the streams of a dead server break in many ways while they are closed
            _log.debug("closing the MCP server %s: %s", self.name, _reason(error))

    def _with_last_words(self, message: str) -> str:
        with self._lock:
            self._words.seek(0, os.SEEK_END)
            self._words.seek(max(0, self._words.tell() - 2_000))
            lines = self._words.read().decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"{message}; it last wrote: {last[: LONGEST_REASON // 2]}" if last else message


class _Session:
    """The library's session, which leaves a call unanswered if the server dies while it is sent; here it is an error.

    It stands in for the stream that the session reads: the session leaves that one when it will read no more.
    """

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self._waiting: set[Any] = set()
        self.client: Any = None

    async def answer(self, question: Callable[[Any], Awaitable[Any]]) -> Any:
        """What the question comes to. Raises what it raises, and ``McpError`` if the session ends before."""
        import anyio
        from mcp import McpError
        from mcp.types import ErrorData

        with anyio.CancelScope() as scope:
            self._waiting.add(scope)
            try:
                return await question(self.client)
            finally:
                self._waiting.discard(scope)
        raise McpError(ErrorData(code=_CLOSED, message="Connection closed"))

    async def __aenter__(self) -> Any:
        return await self._stream.__aenter__()

    def __aiter__(self) -> AsyncIterator[Any]:
        return aiter(self._stream)

    async def __aexit__(self, *error: Any) -> None:
        import anyio

        for scope in self._waiting:
            scope.deadline = anyio.current_time() + LAST_ANSWER
        await self._stream.__aexit__(*error)


@asynccontextmanager
async def _session(settings: Server, words: IO[bytes]) -> AsyncIterator[_Session]:
    """An initialised session with a server; a process that was started for it ends with the block."""
    import anyio
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client
    from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

    async with AsyncExitStack() as stack:
        if settings.command is not None:
            program = StdioServerParameters(
                command=settings.command,
                args=list(settings.args),
                env=settings.env,
                cwd=settings.cwd,
                encoding_error_handler="replace",
            )
            read, write = await stack.enter_async_context(stdio_client(program, errlog=words))
        else:
            client = await stack.enter_async_context(create_mcp_http_client(headers=settings.headers))
            streams = streamable_http_client(settings.url, http_client=client)
            read, write, _ = await stack.enter_async_context(streams)
        session = _Session(read)
        session.client = await stack.enter_async_context(ClientSession(cast(Any, session), write))
        with anyio.fail_after(settings.start_seconds):
            await session.answer(lambda client: client.initialize())
        yield session


def _reason(error: BaseException) -> str:
    """What is at the bottom of an error that task groups have wrapped."""
    import anyio

    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, anyio.ClosedResourceError | anyio.BrokenResourceError):
        return "Connection closed"
    return (" ".join(str(error).split()) or type(error).__name__)[:LONGEST_REASON]


# -- its tools


class _Anything(BaseModel):
    """Stands where our own tools have a model of their arguments; those of an external tool are checked by its schema."""


@dataclass(frozen=True)
class ExternalTool(Tool):
    """A tool that a server carries out. ``check`` raises ``PhoneError`` for arguments that its schema does not allow."""

    check: Callable[[Arguments], None] = field(kw_only=True, repr=False)

    def validate(self, arguments: Arguments) -> Arguments:
        """The arguments without those that are null instead of being left out. Raises ``PhoneError``."""
        required = self.parameters["required"]
        given = {name: value for name, value in arguments.items() if value is not None or name in required}
        self.check(given)
        return given


def _tools_of(connection: Connection) -> list[Tool]:
    settings, listed = connection.settings, connection.listed()
    for option, names in (("tools", settings.tools or ()), ("risks", settings.risks)):
        for name in names:
            if name not in listed:
                near = get_close_matches(name, listed, n=1)
                wish = (
                    f"`{near[0]}`, perhaps" if near else f"one of {', '.join(sorted(listed)) or 'none: it offers no tools'}"
                )
                raise UserError(f"it has no tool {name!r}", where=f"server {connection.name}, {option}", expected=wish)
    chosen = sorted(listed if settings.tools is None else set(settings.tools))
    return [_tool(connection, name, listed[name]) for name in chosen]


def _tool(connection: Connection, name: str, listed: Any) -> Tool:
    title = _title(connection.name, name)
    try:
        tree = resolved(listed.inputSchema)
        check = _checker(title, tree)
    except ValueError as error:
        where = f"server {connection.name}, tool {name}, inputSchema"
        wish = "a schema that can be used, or `tools:` without this one"
        raise UserError(f"the schema cannot be used: {error}", where=where, expected=wish) from None
    settings = connection.settings
    risk = settings.risks.get(name) or _risk(listed.annotations if settings.trusted else None)
    shown = parameters(tree)

    def run(phone: Phone, /, **arguments: Json) -> Json:
        return _carry_out(connection, name, risk, arguments)

    return ExternalTool(
        name=title,
        domain=DOMAIN,
        run=run,
        summary=_summary(listed.description or name),
        parameters=shown,
        signature=write_signature(title, shown),
        model=_Anything,
        kind="external",
        risk=risk,
        errors=(Code.UNAVAILABLE, Code.TIMEOUT, Code.INTERNAL),
        check=check,
    )


def _title(server: str, tool: str) -> str:
    """The tool's name in the catalogue; one that had to be changed ends with digits that keep it apart from others."""
    plain = f"{server}__{tool}"
    clean = re.sub(r"[^A-Za-z0-9_-]", "_", plain)
    if clean == plain and len(clean) <= LONGEST_NAME:
        return clean
    mark = blake2b(plain.encode("utf-8", "surrogatepass"), digest_size=3).hexdigest()
    return f"{clean[: LONGEST_NAME - len(mark) - 1]}_{mark}"


def _summary(description: str) -> str:
    """The first paragraph, on one line: a stranger's text must not get long, or look like something else than it is."""
    line = " ".join(description.strip().split("\n\n", 1)[0].split())
    clean = "".join(letter for letter in line if letter.isprintable())
    return clean if len(clean) <= LONGEST_SUMMARY else clean[: LONGEST_SUMMARY - 3] + "..."


def _risk(annotations: Any) -> Risk:
    """What MCP's hints say, read with the defaults of its specification, which are the careful ones."""
    if annotations is None:
        return Risk.IRREVERSIBLE
    if annotations.readOnlyHint:
        return Risk.READ
    if annotations.destructiveHint is not False:
        return Risk.IRREVERSIBLE
    return Risk.REVERSIBLE if annotations.openWorldHint is False else Risk.OUTBOUND


def _checker(title: str, tree: dict[str, Json]) -> Callable[[Arguments], None]:
    """A check of arguments by a JSON Schema. Raises ``ValueError`` where the schema itself is wrong."""
    import jsonschema

    standard = jsonschema.Draft202012Validator
    try:
        standard.check_schema(tree)
    except jsonschema.SchemaError as error:
        raise ValueError(" ".join(error.message.split())[:LONGEST_REASON]) from None

    def pattern(validator: Any, wanted: str, value: Json, schema: Json) -> Iterator[Any]:
        if isinstance(value, str) and len(value) <= LONGEST_MATCHED and _is_soon_matched(wanted):
            yield from standard.VALIDATORS["pattern"](validator, wanted, value, schema)

    def named_by_pattern(validator: Any, wanted: Json, value: Json, schema: Json) -> Iterator[Any]:
        return iter(())

    def additional(validator: Any, wanted: Json, value: Json, schema: Mapping[str, Json]) -> Iterator[Any]:
        if "patternProperties" not in schema:
            yield from standard.VALIDATORS["additionalProperties"](validator, wanted, value, schema)

    ours = {"pattern": pattern, "patternProperties": named_by_pattern, "additionalProperties": additional}
    validator = jsonschema.validators.extend(standard, ours)(tree)
    properties, required = tree["properties"], tree["required"]
    open_ended = bool(tree.get("additionalProperties") or tree.get("patternProperties"))

    def check(arguments: Arguments) -> None:
        for name in required:
            if name not in arguments:
                raise PhoneError(Code.MISSING_ARGUMENT, f"{name} is required", accepted={name: properties.get(name)})
        for name in arguments:
            if name not in properties and not open_ended:
                message = f"{title} has no argument {name!r}"
                raise PhoneError(Code.INVALID_ARGUMENT, message, accepted=sorted(properties))
        error = jsonschema.exceptions.best_match(validator.iter_errors(arguments))
        if error is not None:
            path = ".".join(str(part) for part in error.absolute_path)
            reason = f"{path}: {error.message}" if path else error.message
            name = str(error.absolute_path[0]) if error.absolute_path else ""
            accepted = {name: properties[name]} if name in properties else sorted(properties)
            raise PhoneError(Code.INVALID_ARGUMENT, reason[:LONGEST_REASON], accepted=accepted)

    return check


def _is_soon_matched(pattern: str) -> bool:
    """Whether a pattern without groups, and with few parts that repeat, as others can take Python for ever to match.

    Nothing is lost by not matching the others: the server has the last word on its arguments anyway.
    """
    if len(pattern) > LONGEST_PATTERN:
        return False
    plain = _ONE_SIGN.sub("x", pattern)
    return "(" not in plain and len(_REPEATS.findall(plain)) <= MOST_REPEATS


# -- one call


def _carry_out(connection: Connection, name: str, risk: Risk, arguments: Arguments) -> Json:
    """The server's answer. Raises ``PhoneError`` for everything that can go wrong with a stranger's program."""
    from mcp import McpError

    reading = risk is Risk.READ
    effect = Effect.NONE if reading else Effect.UNKNOWN
    try:
        result = connection.call(name, arguments)
    except DeadServerError as error:
        effect = effect if error.sent else Effect.NONE
        raise PhoneError(Code.UNAVAILABLE, connection.told(error), effect=effect, retryable=effect is Effect.NONE) from None
    except McpError as error:
        raise _refused(connection, error, effect) from None
    except Exception as error:  # an answer that breaks the protocol; the library has no one name for these
        raise PhoneError(Code.INTERNAL, connection.told(error), effect=effect) from None
    if result.isError:
        said = "\n".join(map(_in_words, result.content))[:LONGEST_REASON] or "the tool failed and does not say why"
        if said.startswith("Input validation error"):  # how the MCP libraries refuse arguments before a tool sees them
            raise PhoneError(Code.INVALID_ARGUMENT, said)
        raise PhoneError(Code.INTERNAL, said, effect=effect)
    return _body(result)


def _refused(connection: Connection, error: Any, effect: Effect) -> PhoneError:
    message = connection.told(error)
    if error.error.code == _TIMEOUT:
        seconds = connection.settings.call_seconds
        return PhoneError(Code.TIMEOUT, f"{connection.name}: no answer within {seconds:g} seconds", effect=effect)
    if error.error.code == _INVALID_PARAMS:
        return PhoneError(Code.INVALID_ARGUMENT, message)
    if error.error.code == _NO_METHOD:
        return PhoneError(Code.UNKNOWN_TOOL, message)
    return PhoneError(Code.INTERNAL, message, effect=effect)


def _body(result: Any) -> Json:
    """What the planner is given: structured content if there is some, else the texts; bounded, and plain JSON."""
    body: Json = result.structuredContent
    if body is None:
        body = {"text": "\n".join(_in_words(block) for block in result.content)}
    try:
        text = canonical(body)
        text.encode()
    except (ValueError, RecursionError):
        raise PhoneError(Code.INTERNAL, "the answer is no plain JSON", effect=Effect.UNKNOWN) from None
    if len(text) <= LONGEST_ANSWER:
        return body
    text = body["text"] if result.structuredContent is None else text
    return {"text": f"{text[:LONGEST_ANSWER]} ... ({len(text) - LONGEST_ANSWER} more characters were cut)"}


def _in_words(block: Any) -> str:
    """A piece of content as text; what is no text is named by its kind and size."""
    if block.type == "text":
        return str(block.text)
    if block.type == "resource_link":
        return f"[{block.name}: {block.uri}]"
    if block.type == "resource":
        text = getattr(block.resource, "text", None)
        return str(text) if text is not None else f"[{block.resource.uri}: {len(block.resource.blob) * 3 // 4} bytes]"
    return f"[{block.type}, {block.mimeType}: {len(block.data) * 3 // 4} bytes]"
