"""Families about apps, files and storage."""

from harness.contract import FollowUp, Friction

from .. import entities
from ..draw import Draw
from ..rows import Rows
from ..scenario import Draft, Play, UnsuitableError, family
from ..wording import Wording

APPS = ("Apps & Storage",)

INSTALL = Wording(
    train=(
        "![install|get|download] {app}; [if I have it|in case it is here] already, update it",
        "[is {app} installed|do I have {app}]? If so [update it|bring it up to date], [if not|otherwise] install it",
        "[I want|I need] the latest {app}: [install it|get it] or, if it is [there|installed], update it",
        "{app}: [update|upgrade] if installed, [else|otherwise] install",
    ),
    held=(
        "{app} should be on this phone in its newest version, whether that takes an installation or an update",
        "!bring {app} up to date where it exists, and fetch it from the store where it doesn't",
    ),
    wide=(
        "!get me the newest {app}: [update it if it's on here, install it if it isn't|that means an update if it's installed and an installation if not]",
        "I'm not sure if I [have|already have] {app}. If it's [there|here], update it, [if not|otherwise] install it",
        "could you install {app}, or [just |]update it [if it's already here|in case I already have it]?",
        "{app} please: [new install|install] if missing, update if not",
        "!check whether {app} is on this phone; if [so|yes], update it, if [not|no], install it",
        "a friend [recommended|told me about] {app}. [Install it|Put it on my phone], [unless I have it, then|or if I have it] update it",
        "no {app} on here? Then install it. [Otherwise|If there is one], [update it|get the update]",
        "[either install or update|update or else install] {app}, depending on whether [it's installed|I have it]",
        "I need {app} [up to date|in the latest version]. It may [not|not even] be installed; in that case install it, otherwise update it",
    ),
)


@family(split="train", behaviour="conditional", domains=APPS, difficulty=2)
def installed_or_updated_app(draw: Draw) -> Draft:
    """Whether an app is installed or updated depends on whether it is there."""
    rows, app, other = Rows(draw), draw.pick(entities.STORE_APPS), draw.pick(entities.STORE_APPS)
    there = draw.chance(0.5)
    if there:
        rows.app(app, version="2.1", latest="2.4")
    rows.store_app(app)
    rows.app(other, version="2.0", latest="2.2")

    def witness(play: Play) -> None:
        found = play.call("search_apps", why=f"See whether {app} is installed.", query=app)
        if found["total"]:
            play.call("update_app", why=f"{app} is installed.", appName=app)
            play.finish(f"{app} is up to date.")
        else:
            play.call("install_app", why=f"{app} is not installed.", appName=app)
            play.finish(f"{app} is installed.")

    return Draft(draw.say(INSTALL, app=app), witness, patches=rows.patches)


MOVE = Wording(
    train=(
        "![move|put] the {stem} file [to|into] the folder {folder}",
        "the file {stem} [belongs|should be] in {folder}, [move it|put it there]",
        "[I want|I'd like] {stem} [moved to|in] the folder {folder}",
        "{stem} [to|into] {folder}, please move the file",
    ),
    held=(
        "{folder} is the right place for my file {stem}",
        "!have the file {stem} end up in the folder {folder}, not where it lies now",
    ),
    wide=(
        "!shift the file {stem} [over |]to {folder}",
        "could you [file|store] {stem} [in|under] {folder}?",
        "the file {stem} is in the wrong place, it [should go|has to go] [in|into] {folder}",
        "[tidying up|I'm tidying up]: {stem} goes [in|into] the folder {folder}",
        "there's a file {stem} [somewhere|on my phone], [move|transfer] it to {folder}",
        "file {stem}: move [to|into] {folder}",
        "!relocate {stem} to [the folder |]{folder}",
        "!place my {stem} file in [the folder |]{folder}",
        "so that I [find it|don't lose it], [put|move] {stem} in the folder {folder}",
        "[in|into] {folder}, please, with the file {stem}",
    ),
)


@family(split="train", behaviour="reference", domains=APPS, difficulty=2)
def file_into_a_folder(draw: Draw) -> Draft:
    """A file known by a part of its name is found and moved."""
    rows, stem = Rows(draw), draw.pick(entities.FILE_STEMS)
    name = f"{stem}.{draw.choice(('pdf', 'docx', 'jpg'))}"
    rows.file(name, "Downloads")
    rows.file(draw.file_name(), "Downloads")
    folder = rows.folder(f"Documents/{draw.pick(entities.FOLDER_NAMES)}")

    def witness(play: Play) -> None:
        found = play.call("search_files", why=f"Find the file {stem}.", query=stem)
        key = next(item["id"] for item in found["files"] if item["name"] == name)
        play.call("manage_file", why=f"{key} is {name}.", action="move", fileId=key, folder=folder)
        play.finish(f"{name} is in {folder} now.")

    return Draft(draw.say(MOVE, stem=stem, folder=folder), witness, patches=rows.patches)


RESTORE = Wording(
    train=(
        "![restore|bring back|recover] {name} from the trash",
        "[I deleted|I threw away] {name} by mistake, [restore it|get it back]",
        "{name} [is in the trash|was deleted], [but I need it|I want it back]",
        "[undelete|restore]: {name}",
    ),
    held=("{name} should never have been thrown away, let it return", "!rescue {name} before the bin is emptied"),
    zh_train=("![恢复|还原]回收站里的{name}", "{name}[误删了|删错了]，[恢复一下|找回来]"),
    zh_held=("{name}不该删的，从回收站拿回来",),
    wide=(
        "!take {name} [back |]out of the trash",
        "could you [bring|get] {name} back from the [trash|recycle bin]?",
        "I [need|want] {name} again, [it's in the trash|I deleted it]",
        "{name} [landed|ended up] in the trash, [that was a mistake, restore it|please restore it]",
        "oh no, I've [deleted|binned] {name}. [Can you restore it|Can I have it back]?",
        "deleted {name} [by accident|accidentally], please [recover it|put it back]",
        "![fish|pull] {name} out of the trash",
        "the file {name} [shouldn't be|has no business being] in the trash, [restore it|move it back]",
        "trash: [recover|put back] {name}",
        "in the trash there's {name}, [I want that file back|I need that one back]",
    ),
    zh_wide=(
        "!把{name}从回收站[恢复|还原]回来",
        "{name}[在回收站里|被我删了]，我还要用，[还原吧|恢复吧]",
        "手滑把{name}删了，[能恢复吗|帮我找回]",
    ),
)


@family(split="train", behaviour="reference", domains=APPS, difficulty=2, languages=("en", "en", "zh"))
def file_back_from_the_trash(draw: Draw) -> Draft:
    """One of several deleted files comes back."""
    rows, names = Rows(draw), [draw.file_name(draw.choice(("pdf", "jpg", "docx"))) for _ in range(3)]
    for name in names:
        rows.file(name, draw.choice(("Documents", "Downloads")), trashed=True)
    name = names[draw.integer(0, 2)]

    def witness(play: Play) -> None:
        found = play.call("manage_trash", why=f"The id of {name} is needed.", action="list")
        matching = [item["id"] for item in found["files"] if item["name"] == name]
        if not matching:
            raise UnsuitableError("more deleted files than a list shows")
        play.call("manage_trash", why=f"{matching[0]} is {name}.", action="restore", fileId=matching[0])
        play.finish(draw.tongue(f"{name} is back.", f"{name}已恢复。"))

    return Draft(draw.say(RESTORE, name=name), witness, patches=rows.patches)


SILENT = Wording(
    train=(
        "[no|no more] notifications from {first} and {second}[, please|]",
        "![turn|switch] off [the|all] notifications of {first} and {second}",
        "{first} and {second} [send|show] too many notifications, [turn them off|stop that]",
        "{first} and {second}: notifications off",
    ),
    held=(
        "neither {first} nor {second} may notify me any longer",
        "I am tired of what {first} and {second} announce, make both stop",
    ),
    zh_train=("![关掉|关闭]{first}和{second}的通知", "{first}和{second}[通知太多|老是弹消息]，都关掉"),
    zh_held=("别再让{first}、{second}给我发通知",),
    wide=(
        "!mute [the|all] notifications from {first} and {second}",
        "{first} and {second} [keep|won't stop] [bothering|interrupting] me, [disable|block] their notifications",
        "could you [disable|block] notifications for {first} and {second}?",
        "I don't want [any|to get] notifications from {first} [and|or] {second} any more",
        "[notifications off|no notifications]: {first}, {second}",
        "so that I can [work|sleep] in peace, [turn off|disable] the notifications of {first} and [those of |]{second}",
        "!stop {first} and {second} from sending [me |]notifications",
        "[both apps|two apps], {first} and {second}, [are not to|shouldn't] show notifications",
        "!set notifications to off for [both |]{first} and {second}",
        "the notifications of {first} are [annoying|too much], and so are those of {second}. [Off with them|Turn them off], please",
    ),
    zh_wide=(
        "!禁用{first}和{second}的[消息通知|通知]",
        "{first}跟{second}的通知[不想要|不要]了，[关了|都停掉]",
        "不想收到{first}和{second}的[通知|消息提醒]，[关闭|关掉]",
    ),
)


@family(split="train", behaviour="grounding", domains=APPS, difficulty=2, languages=("en", "en", "zh"))
def two_silent_apps(draw: Draw) -> Draft:
    """Two apps change, a third of the same kind does not."""
    rows, names = Rows(draw), [draw.pick(entities.STORE_APPS) for _ in range(3)]
    for name in names:
        rows.app(name)
    first, second = names[0], names[2]

    def witness(play: Play) -> None:
        play.calls(
            *(("set_app_notifications", {"appName": name, "enabled": False}) for name in (first, second)),
            why=f"{first} and {second} should not notify.",
        )
        play.finish(draw.tongue(f"{first} and {second} no longer notify.", f"已关闭{first}和{second}的通知。"))

    return Draft(draw.say(SILENT, first=first, second=second), witness, patches=rows.patches)


PACK = Wording(
    held=(
        "![pack|zip|compress] [all|everything] in {folder} into [one archive|an archive] called {archive}",
        "one archive {archive} with all files of {folder}",
        "I have to hand in everything in {folder} as a single archive, {archive}",
        "!bundle whatever lies in {folder} under the name {archive}",
        "my tutor only takes a single file, so everything in {folder} has to become {archive}.",
        "!zip all of my documents, no, [only|just] the files in {folder}, as {archive}",
    ),
)


@family(split="test", behaviour="reference", domains=APPS, difficulty=2)
def folder_in_one_archive(draw: Draw) -> Draft:
    """All files of a folder, and no other, go into an archive."""
    rows = Rows(draw)
    folder = rows.folder(f"Documents/{draw.pick(entities.FOLDER_NAMES)}")
    for _ in range(draw.integer(2, 3)):
        rows.file(draw.file_name(), folder)
    rows.file(draw.file_name(), "Documents")
    archive = f"{draw.pick(entities.FILE_STEMS)}.zip"

    def witness(play: Play) -> None:
        found = play.call("search_files", why=f"See what is in {folder}.", folder=folder)
        ids = [item["id"] for item in found["files"]]
        play.call("compress_files", why=f"{len(ids)} files are in {folder}.", fileIds=ids, archiveName=archive)
        play.finish(f"{archive} holds the {len(ids)} files of {folder}.")

    return Draft(draw.say(PACK, folder=folder, archive=archive), witness, patches=rows.patches)


UNLOCK = Wording(
    held=(
        "![unlock|take the lock off] {app}{with_pin}",
        "{app} [need not|shouldn't] be locked any more{with_pin}",
        "[no|remove the] lock on {app}[ any longer|]{with_pin}",
        "I want to get into {app} without the lock from now on{with_pin}",
        "{app}: no app lock[ any more|]{with_pin}",
        "the children keep asking me to open {app} for them, so take its lock away{with_pin}",
        "!lock {app}, sorry, I mean unlock it{with_pin}",
    ),
    zh_held=(
        "![给|把]{app}解锁{with_pin}",
        "{app}以后不用锁了{with_pin}",
        "每次打开{app}都要解锁太麻烦了，把应用锁取消吧{with_pin}",
        "取消{app}的应用锁{with_pin}",
    ),
)
PIN = Wording(
    held=(
        "{pin}",
        "[it is|the PIN is|that's] {pin}",
        "sure, {pin}",
        "the code is {pin}",
        "[right, |oh yes, ]you need that: {pin}",
    ),
    zh_held=(
        "{pin}",
        "密码是{pin}",
        "是{pin}",
    ),
)


@family(split="test", behaviour="boundary", domains=APPS, difficulty=2, languages=("en", "en", "zh"))
def app_unlocked_with_the_pin(draw: Draw) -> Draft:
    """Only the user knows the PIN: it is asked for, unless it was said."""
    rows, app, missing = Rows(draw), draw.pick(entities.STORE_APPS), draw.chance(0.6)
    rows.app(app, locked=True)
    pin = f"{draw.integer(0, 9999):04d}"
    rows.put("device", "lock", pin=pin)

    def witness(play: Play) -> None:
        if missing:
            question = draw.tongue(f"What is the device PIN, to unlock {app}?", f"解锁{app}需要锁屏密码，密码是多少？")
            play.ask(question, why="Unlocking needs the PIN, which only the user knows.")
        play.call("manage_app_lock", why="The PIN is known.", action="unlock", appName=app, pin=pin)
        play.finish(draw.tongue(f"{app} is unlocked.", f"{app}已解锁。"))

    with_pin = "" if missing else draw.tongue(f", the PIN is {pin}", f"，密码是{pin}")
    request = draw.say(UNLOCK, app=app, with_pin=with_pin)
    if not missing:
        return Draft(request, witness, patches=rows.patches)
    return Draft(
        request, witness, check="behaviour", patches=rows.patches,
        followups=[FollowUp(after="clarify", text=draw.say(PIN, bare=True, pin=pin), asks=("PIN", "code", "password", "密码"))],
        friction=[Friction(kind="missing_parameter", params={"note": "pin"})],
    )  # fmt: skip


LARGEST = Wording(
    held=(
        "![remove|uninstall] [the biggest|the largest] of my {category} apps",
        "which {category} app is the [largest|biggest]? [Uninstall|Remove] it",
        "I need room: the {category} app that takes up most can go",
        "out of everything under {category}, throw out the app with the most megabytes",
        "{category} apps: uninstall the [largest|biggest]",
        "my phone is nearly full, and I have far too many {category} apps. The one that's biggest has to go.",
        "!uninstall the smallest, no, the largest of my {category} apps",
    ),
)


@family(split="dev", behaviour="reference", domains=APPS, difficulty=2)
def largest_app_removed(draw: Draw) -> Draft:
    """The app is known only by its size among those of its kind."""
    rows, category = Rows(draw), draw.choice(("cooking", "puzzles", "astronomy", "genealogy", "gardening", "language"))
    sizes = draw.rng.sample(range(90, 900, 30), 3)
    for size in sizes:
        rows.app(draw.pick(entities.STORE_APPS), category=category, size_mb=size)
    rows.app(draw.pick(entities.STORE_APPS), category="tools", size_mb=1900)

    def witness(play: Play) -> None:
        why = f"Sort the {category} apps by size."
        found = play.call("search_apps", why=why, category=category, sortBy="size")
        name = found["apps"][0]["name"]
        play.call("uninstall_app", why=f"{name} is the largest.", appName=name)
        play.finish(f"{name} is uninstalled.")

    return Draft(draw.say(LARGEST, category=category), witness, patches=rows.patches)


REMOVE = Wording(
    held=(
        "![uninstall|remove|get rid of] {app}",
        "I don't use {app}, [take it off|remove it from] the phone",
        "{app} [can|may] go",
        "!throw {app} off my phone",
        "{app}: uninstall",
        "I haven't opened {app} in ages, so I may as well [uninstall it|have it gone]. Do that, please",
        "!update {app}, oh, never mind, [uninstall it|just remove it from the phone]",
    ),
)


@family(split="gate", behaviour="boundary", domains=APPS)
def app_that_may_be_built_in(draw: Draw) -> Draft:
    """An app of the system cannot be removed; any other can."""
    rows, app, built_in = Rows(draw), draw.pick(entities.STORE_APPS), draw.chance(0.45)
    key = rows.app(app)
    rows.app(draw.pick(entities.STORE_APPS))
    if built_in:
        rows.put("apps", key, system=True)

    def witness(play: Play) -> None:
        play.call("uninstall_app", why=f"{app} should go.", fails=built_in, appName=app)
        if built_in:
            play.refuse(f"{app} is part of the system and cannot be uninstalled.", why=f"{app} is built in.")
        else:
            play.finish(f"{app} is uninstalled.")

    request = draw.say(REMOVE, app=app)
    if not built_in:
        return Draft(request, witness, patches=rows.patches)
    return Draft(
        request, witness, check="behaviour", says=[("system", "built-in", "built in", "preinstalled")], patches=rows.patches,
        friction=[Friction(kind="unsolvable", params={"note": "system app"})],
    )  # fmt: skip


FORBID = Wording(
    held=(
        "{app} [may not|must not] use {first} and {second}",
        "![take away|revoke] {first} and {second} from {app}",
        "why should {app} have my {first} and my {second}? Take both away",
        "no {first} and no {second} for {app} from now on",
        "{app}, permissions for {first} and {second}: [off|revoke both]",
        "I've read what apps get to know about us. {app} shall lose its permissions for {first} and {second}.",
        "{app} must not use {third} and {first}, no, {first} and {second}",
    ),
)
RIGHTS = {"camera": "the camera", "microphone": "the microphone", "location": "location", "contacts": "the contacts"}


@family(split="test", behaviour="grounding", domains=APPS, difficulty=2)
def two_permissions_taken_away(draw: Draw) -> Draft:
    """Two of three permissions of one app go."""
    rows, app, other = Rows(draw), draw.pick(entities.STORE_APPS), draw.pick(entities.STORE_APPS)
    chosen = draw.rng.sample(list(RIGHTS), 3)
    for name in (app, other):
        rows.app(name)
        for permission in chosen:
            owner = name.casefold()
            rows.put("permissions", f"{owner}.{permission}", app=owner, permission=permission, granted=True)
    first, second = chosen[:2]

    def witness(play: Play) -> None:
        play.calls(
            *(
                ("manage_app_permission", {"action": "revoke", "appName": app, "permission": name})
                for name in (first, second)
            ),
            why=f"{app} loses {first} and {second}.",
        )
        play.finish(f"{app} no longer has {first} and {second}.")

    first_said, second_said, third_said = (RIGHTS[name].removeprefix("the ") for name in chosen)
    request = draw.say(FORBID, app=app, first=first_said, second=second_said, third=third_said)
    return Draft(request, witness, patches=rows.patches)


RENAME = Wording(
    train=(
        "![rename the file {old} to|call the file {old}] {wrong}[, no, |, sorry, |... wait, ]{new}",
        "{old} [should be|is to be] called {wrong}[, hm, better |. No, make it |, I mean ]{new}",
        "[new name for|rename] {old}: {wrong}[, scratch that, |, correction: ]{new}",
        "[I want|I'd like] {old} renamed to {wrong}, [or rather|no,] {new}",
    ),
    held=(
        "{wrong} would be a good name for {old}, though no, {new} fits better, do that",
        "let {old} bear the name {wrong}; I take that back, {new} it is",
    ),
    wide=(
        "![have|get] {old} renamed to {wrong}[, no wait, |, sorry, |... I mean ]{new}",
        "could {old} be [renamed|changed] to {wrong}[, er, |, or rather ]{new}?",
        "rename {old}, {wrong}[ oops, | no sorry, ]{new}",
        "the file {old} [needs|gets] a [new|better] name: {wrong}[ - no, |, wait, ]{new}",
        "I don't like the name {old}. [Make it|Call it] {wrong}[, hmm, |, actually ]{new}",
        "!change the name of {old} to {wrong}[, that's wrong, |, let me think, ]{new}",
        "{old} has [the wrong|a bad] name, it should be {wrong}[, no no, |, correction, ]{new}",
        "so that I [find|recognise] it later, rename {old} to {wrong}[, I mean |, oh sorry, ]{new}",
        "instead of {old} that file should be [named|titled] {wrong}[, nope, |, oh, better ]{new}",
    ),
)


@family(split="train", behaviour="revision", domains=APPS)
def file_renamed_after_a_slip(draw: Draw) -> Draft:
    """The first new name is taken back before the sentence ends."""
    rows, suffix = Rows(draw), draw.choice(("pdf", "docx", "jpg"))
    old, wrong, new = (draw.file_name(suffix) for _ in range(3))
    rows.file(old, draw.choice(("Documents", "Downloads")))
    rows.file(draw.file_name(suffix), "Documents")

    def witness(play: Play) -> None:
        play.call("manage_file", why=f"{new} replaces {wrong}.", action="rename", fileName=old, newName=new)
        play.finish(f"{old} is called {new} now.")

    return Draft(draw.say(RENAME, old=old, wrong=wrong, new=new), witness, patches=rows.patches)


ROOMY = Wording(
    held=(
        "[check|look at] the storage: [if less than|in case less than] {limit} MB are free, clear the app caches, "
        "[otherwise|else] just tell me how much is free",
        "do I still have {limit} MB free? If not, [empty|clear] the caches of the apps; if so, [say|tell me] how much it is",
        "with under {limit} MB left the app caches must be cleared, with more I only want to hear the number",
        "!see how much room there is: below {limit} MB the caches go, above it tell me the megabytes",
        "under {limit} MB free: clear the app caches; otherwise tell me the free MB",
        "the phone feels slow. If it has less than {limit} MB of storage left, clear the caches of the apps; if it has more, [it must be something else, so |]just tell me the free MB.",
    ),
)


@family(split="gate", behaviour="conditional", domains=APPS, difficulty=2)
def caches_cleared_if_space_is_short(draw: Draw) -> Draft:
    """Only the phone knows how much is free; one branch acts, the other one only tells."""
    rows, limit = Rows(draw), draw.integer(2000, 20_000, 500)
    short = draw.chance(0.5)
    free = draw.integer(limit // 3, limit - 200) if short else draw.integer(limit + 200, 4 * limit)
    rows.put("device", "storage", free_mb=free)
    rows.app(draw.pick(entities.STORE_APPS))

    def witness(play: Play) -> None:
        status = play.call("get_storage_status", why="See how much is free.")
        if status["freeMb"] < limit:
            play.call("clean_storage", why=f"{free} is less than {limit}.", target="cache")
            play.finish(f"Only {free} MB were free, so the app caches are cleared.")
        else:
            play.finish(f"{free} MB are free.", why=f"{free} is more than {limit}.")

    said = (str(free), f"{free:,}")
    return Draft(draw.say(ROOMY, limit=limit), witness, says=() if short else [said], patches=rows.patches)
