"""Wishes about files and folders."""

import re

from bench.scenario import Play
from harness.contract import Behaviour

from ..clauses import Clause
from ..world import Unfit, World
from .registry import Step, plan, the_one

_WORDS = (
    "file files document note folder directory move copy delete remove erase rename save create make new from into within inside located same name storage area "
    "filesystem android internal named called it trash path subfolder to the 文件 文件夹 目录 移动 移 移到 复制 拷贝 删除 删掉 新建 创建 重命名 改名 名为 里的 中的 里面"
)
_STORAGE = r"\b(?:within|inside|in|of|on|from) (?:[\w-]+ ){0,3}(?:storage area|storage|file ?system|file manager)\b"
_FOLDER = r"(?:the |my )?(?P<folder>[\w-]+(?:[./][\w-]+)*(?-i: [A-Z0-9][\w-]*)*)(?: folder| directory)?(?=[\s.,;!?]|\x00|$)"


def _folders(clause: Clause) -> tuple[str | None, str | None]:
    """Where from and where to, as the person writes them."""
    while clause.take(_STORAGE):
        pass
    copies = clause.take(rf"\b(?:and )?save (?:a|the) copy(?: with (?:the|its) same name)? (?:in|to|into) {_FOLDER}")
    target = copies
    target = target or clause.take(
        rf"\b(?:into|to) (?!it\b){_FOLDER}|(?:到|至)(?P<zh>[\w/]+?)(?:文件夹|目录)?里?(?=$|[，。\x00])"
    )
    source = clause.take(
        rf"\b(?:from|located in|out of|in) {_FOLDER}|从(?P<zh>[\w/]+?)(?:文件夹|目录|里|中)*(?=移|复制|拷贝|删)"
    )
    return _said(source), _said(target)


def _said(match: re.Match[str] | None) -> str | None:
    return (match["folder"] or match["zh"] if "zh" in match.groupdict() else match["folder"]) if match else None


def _file_name(clause: Clause, world: World) -> str | None:
    return (
        clause.value("file", "text")
        or clause.known_name(world.names("files", "name"))
        or clause.name_after(r"\b(?:move|copy|delete|remove|erase)(?: the| my)? (?:file|note|document)\b|文件")
        or clause.name_after(r"\b(?:move|copy|delete|remove|erase)(?: the| my)?\b(?= \w+_\w+)")
    )


@plan(cue=r"\b(?:move|copy)\b|移动|移到|复制|拷贝", words=_WORDS)
def moved_file(clause: Clause, world: World) -> Step | None:
    """A file moved or copied into a folder."""
    if clause.has(r"\b(?:clipboard|event|contact|playlist|text)\b|剪贴板"):
        return None
    action = "copy" if clause.has(r"\bcopy\b|复制|拷贝") else "move"
    name = _file_name(clause, world)
    source, target = _folders(clause)
    if name is None:
        return None
    if target is None:
        raise Unfit("incomplete", f"does not say into which folder to {action} it")
    origin = world.folder(source) if source else None
    row = world.file(name, origin)
    place = world.folder(target)
    if row["folder"].casefold() == place.casefold():
        raise Unfit("missing_entity", f"{name} is in {target} already")

    def act(play: Play) -> str:
        found = play.call("search_files", why=f"Find {name}.", query=name, folder=origin)["files"]
        key = the_one(found, "file", name=name)["id"]
        play.call("manage_file", why=f"{name} is {key}.", action=action, fileId=key, folder=place)
        return world.say(f"{name} is in {place} now.", f"{name}已在{place}。")

    return Step(act, behaviour=Behaviour.REFERENCE)


@plan(cue=r"\b(?:delete|remove|erase)\b|删除|删掉", words=_WORDS)
def deleted_file(clause: Clause, world: World) -> Step | None:
    """A file into the trash."""
    if not clause.has(r"\bfile\b|文件|\.\w{2,4}\b") or clause.has(r"\b(?:permanently|for good|all|every)\b|永久|所有|全部"):
        return None
    name = _file_name(clause, world)
    source, _ = _folders(clause)
    if name is None:
        return None
    origin = world.folder(source) if source else None
    world.file(name, origin)

    def act(play: Play) -> str:
        found = play.call("search_files", why=f"Find {name}.", query=name, folder=origin)["files"]
        key = the_one(found, "file", name=name)["id"]
        play.call("delete_file", why=f"{name} is {key}.", fileId=key)
        return world.say(f"{name} is in the trash.", f"{name}已移到回收站。")

    return Step(act, behaviour=Behaviour.REFERENCE)


@plan(cue=r"\brename\b|重命名|改名", words=_WORDS)
def renamed_file(clause: Clause, world: World) -> Step | None:
    """A file under another name."""
    names = clause.values("file") or clause.values("text")
    if len(names) != 2:
        raise Unfit("incomplete", "does not give the old and the new name with their endings")
    old, new = names
    world.file(old, None)

    def act(play: Play) -> str:
        play.call("manage_file", why=f"{old} gets its new name.", action="rename", fileName=old, newName=new)
        return world.say(f"{old} is called {new} now.", f"{old}已改名为{new}。")

    return Step(act)


@plan(cue=r"\bfolder\b|\bdirectory\b|文件夹|目录", words=_WORDS)
def new_folder(clause: Clause, world: World) -> Step | None:
    """A folder that was not there."""
    if not clause.take(r"\b(?:create|make|add)\b|\bnew\b|新建|创建") or clause.has(
        r"\b(?:move|copy|delete|file|note)\b|移动|复制|删除"
    ):
        return None
    name = (
        clause.name_after(r"\b(?:named|called)\b|名为|叫做?")
        or clause.value("text")
        or clause.name_after(r"\bfolder\b|文件夹")
    )
    parent = clause.take(
        rf"\b(?:in|inside|under|within)(?: the| my)? (?P<folder>{'|'.join(map(_exact, world.table('folders')))})(?: folder)?\b|在(?P<zh>[\w/]+?)(?:里|下|中)(?=新建|创建|建)"
    )
    clause.weak_app()
    if name is None:
        raise Unfit("incomplete", "does not say what the folder is called")
    where = (parent["folder"] or parent["zh"]) if parent else None
    path = f"{world.folder(where)}/{name}" if where else name
    if any(key.casefold() == path.casefold() for key in world.table("folders")):
        raise Unfit("missing_entity", f"a folder {path} is on this phone already")

    def act(play: Play) -> str:
        play.call("create_folder", why=f"{path} is new.", path=path)
        return world.say(f"The folder {path} is there.", f"文件夹{path}已创建。")

    return Step(act, check="calls")


def _exact(text: str) -> str:
    return text.replace(".", r"\.").replace("(", r"\(").replace(")", r"\)")
