"""A real MCP server for the tests, run as a process: good tools, bad ones, and a way to die.

``python workshop.py`` serves on standard input and output. It says ``ready`` on stderr.
"""

import os
import sys
from typing import Any

import anyio
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.types import CallToolResult, ImageContent, TextContent, Tool, ToolAnnotations

TREE: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Arguments",
    "type": "object",
    "$defs": {
        "part": {"type": "object", "properties": {"name": {"type": "string"}, "parts": {"$ref": "#/$defs/parts"}}},
        "parts": {"type": "array", "items": {"$ref": "#/$defs/part"}},
        "colour": {"enum": ["red", "blue"]},
    },
    "properties": {
        "parts": {"$ref": "#/$defs/parts"},
        "colour": {"$ref": "#/$defs/colour", "description": "of all parts"},
        "count": {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}], "default": None},
        "weight": {"type": ["number", "null"]},
        "label": {"type": "string", "pattern": r"^\p{L}+$"},
        "phone": {"type": "string"},
    },
    "required": ["parts"],
}


def fields(**kinds: str) -> dict[str, Any]:
    return {"type": "object", "properties": {name: {"type": kind} for name, kind in kinds.items()}, "required": [*kinds]}


def described(name: str, schema: dict[str, Any], **hints: bool) -> Tool:
    annotations = ToolAnnotations(**hints) if hints else None
    return Tool(name=name, description=f"The tool\n{name}.\n\nMore of it.", inputSchema=schema, annotations=annotations)


TOOLS = [
    described("add", fields(a="integer", b="integer"), readOnlyHint=True),
    described("remember", fields(text="string"), destructiveHint=False, openWorldHint=False),
    described("publish", fields(), destructiveHint=False),
    described("build", TREE, destructiveHint=True),
    described("echo", TREE | {"required": []}),
    described("fail", fields(), readOnlyHint=True),
    described("refuse", fields()),
    described("wait", fields(seconds="number")),
    described("die", fields()),
    described("number", fields(), readOnlyHint=True),
    described("draw", fields(), readOnlyHint=True),
    described("ramble", fields(), readOnlyHint=True),
    described("a.name/with signs", fields()),
]


def answered(text: str, *, error: bool = False) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text)], isError=error)


async def carry_out(name: str, arguments: dict[str, Any]) -> Any:
    if name == "add":
        return {"sum": arguments["a"] + arguments["b"]}
    if name == "echo":
        return {"arguments": arguments}
    if name == "fail":
        return answered("the shelf is empty", error=True)
    if name == "refuse":
        raise ValueError("not on a Sunday")
    if name == "wait":
        await anyio.sleep(arguments["seconds"])
    if name == "die":
        print("out of paper", file=sys.stderr, flush=True)
        os._exit(3)
    if name == "number":
        return {"pid": os.getpid()}
    if name == "draw":
        return CallToolResult(content=[ImageContent(type="image", data="QUJD", mimeType="image/png")])
    if name == "ramble":
        return answered("and then " * 10_000)
    return answered(f"done: {name}")


async def main() -> None:
    server: Any = Server("workshop")

    @server.list_tools()
    async def _() -> list[Tool]:
        return TOOLS

    server.call_tool(validate_input=False)(carry_out)
    print("ready", file=sys.stderr, flush=True)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(main)
