"""Plain requests about apps, what they may do, files, storage and the power of the phone."""

from typing import Any

from harness.contract import Json

from .. import entities
from ..draw import Draw
from ..plain import About, Slots, plain, wish
from ..rows import Rows
from ..scenario import Draft, UnsuitableError, family

APPS = ("Apps & Storage",)
DAY = 86_400
Told = tuple[str, list[tuple[str, ...]]]


def _app(draw: Draw, rows: Rows, *, system: bool = False, **fields: Json) -> Slots:
    """An app on the phone, in training often one of its own; ``fields`` are set on it. ``system`` ones may come too."""
    hidden = rows.base.rows("private_apps")
    own = [row for row in rows.base.rows("apps").values() if not row["locked"] and row["id"] not in hidden]
    own = [row for row in own if system or not row["system"]]
    if draw.pool == "train" and draw.chance(0.4):
        row = draw.choice(own)
        key, name = row["id"], row["name"]
    else:
        name = draw.pick(entities.STORE_APPS)
        key = rows.app(name)
    if fields:
        rows.put("apps", key, **fields)
    return {"app": name, "key": key}


def _with(**fields: Json) -> About:
    """An app that is so on the phone before the request."""

    def about(draw: Draw, rows: Rows) -> Slots:
        return _app(draw, rows, **fields)

    return about


def _closed(draw: Draw, rows: Rows) -> Slots:
    return _app(draw, rows, system=True, running=False)


def _in_store(draw: Draw, rows: Rows) -> Slots:
    installed = {row["package"] for row in rows.base.rows("apps").values()}
    new = [row["name"] for row in rows.base.rows("app_store").values() if row["package"] not in installed]
    if draw.pool == "train" and draw.chance(0.4):
        return {"app": draw.choice(new)}
    app = draw.pick(entities.STORE_APPS)
    key = rows.store_app(app, size_mb=draw.integer(21, 480))
    rows.put("app_store", key, rating=draw.integer(21, 49) / 10)
    return {"app": app}


def _outdated(draw: Draw, rows: Rows) -> Slots:
    return _app(draw, rows, version="3.1.4", latest="3.2.0")


def _of_some_version(draw: Draw, rows: Rows) -> Slots:
    version = f"{draw.integer(1, 30)}.{draw.integer(0, 12)}.{draw.integer(1, 9)}"
    return _app(draw, rows, version=version, latest=version)


def _biggest(draw: Draw, rows: Rows) -> Slots:
    return _app(draw, rows, size_mb=draw.integer(4000, 7000))


def _longest_unused(draw: Draw, rows: Rows) -> Slots:
    return _app(draw, rows, last_used=rows.now - DAY * draw.integer(700, 900))


def _offer(payload: Any, slots: Slots) -> Any:
    return next(row for row in payload["apps"] if row["name"] == slots["app"])


def _tell_rating(draw: Draw, payload: Any, slots: Slots) -> Told:
    rating = str(_offer(payload, slots)["rating"])
    return draw.tongue(f"It is rated {rating}.", f"评分是{rating}。"), [(rating,)]


def _tell_download(draw: Draw, payload: Any, slots: Slots) -> Told:
    size = f"{_offer(payload, slots)['sizeMb']:g}"
    return draw.tongue(f"{slots['app']} takes {size} MB.", f"{slots['app']}要{size} MB。"), [(size,)]


def _tell_version(draw: Draw, payload: Any, slots: Slots) -> Told:
    version = _offer(payload, slots)["version"]
    return draw.tongue(f"It is version {version}.", f"是{version}版。"), [(version,)]


def _tell_first_app(draw: Draw, payload: Any, slots: Slots) -> Told:
    app = payload["apps"][0]["name"]
    return draw.tongue(f"That is {app}.", f"是{app}。"), [(app,)]


PROGRAMS = (
    wish(
        "open_app", "Open {app}", about=_closed, appName="{app}",
        train="""!open {app}
        ![start|launch] {app}
        {app}, open it""",
        wide="""![open|start|bring up] the {app} app[ for me|]
        [I want|I need|I'd like] to [use|see|go into] {app}, open it
        take me to {app}
        can you [open|get] {app} [up|] for me?
        show me the {app} app
        let's go to {app}
        I need the {app} app[ now|]""",
        held="""get the app {app} open, I have to check something in it
        !pull up {app}, I want to have a look at something""",
        zh_train="!打开{app}", zh_wide="!启动{app}[应用|]\n我要用{app}，[打开|开一下]", zh_held="我想进{app}看看",
        done=("{app} is open.", "{app}已打开。"),
    ),
    wish(
        "close_app", "Close {app}", about=_with(running=True), appName="{app}",
        train="""!close {app}
        ![quit|exit|stop] the {app} app
        {app}, close it""",
        wide="""!close the {app} app[ completely|]
        [I'm done with|I no longer need] {app}, [close|quit] it
        {app} [hangs|has frozen|is stuck], [force it to close|close it]
        can you [close|quit] {app}[ for me|]?
        I don't want {app} [running|open] any more
        {app} should stop running[ now|]
        ![force-stop|force quit] {app}""",
        held="""kill {app}
        shut the app {app} down, it's slowing everything else down""",
        zh_train="![关闭|退出]{app}", zh_wide="""!把{app}关掉
        {app}[卡住了|用完了]，[关掉|退出]它""", zh_held="暂时不用{app}了，关了它",
        done=("{app} is closed.", "{app}已关闭。"),
    ),
    wish(
        "install_app", "Install {app}", about=_in_store, appName="{app}",
        train="""!install {app}
        ![get|download] [the app |]{app} from the [app |]store
        {app}, install it""",
        wide="""![install|download|get] the {app} app
        [I want|I need|I'd like] [the app |]{app}[ on my phone|], [install|download] it
        everybody [uses|talks about] {app}, [install it|get it for me]
        can you [put|install] {app} on my phone?
        !put the app {app} on this phone
        there's an app called {app}, [get|install] it [from the store|please]
        new app: {app}, [get|install] it""",
        held="""I don't have the {app} app yet, please install it from the app store
        my phone hasn't got {app} so far, can that app be installed?""",
        zh_train="![安装|下载]{app}", zh_wide="""!装一个{app}
        大家都在用{app}，[给我装上|也装一个]""", zh_held="手机上还没有{app}，去应用商店下一个",
        done=("{app} is installed.", "{app}已安装。"),
    ),
    wish(
        "uninstall_app", "Uninstall {app}", about=_with(), appName="{app}",
        train="""!uninstall {app}
        ![remove|delete] the app {app}[ from my phone|]
        {app}, uninstall it""",
        wide="""![get rid of|remove|delete] the {app} app
        I [never|no longer] use {app}, [uninstall|delete] it
        {app} [is useless|annoys me], [uninstall|remove] the app
        can you take the app {app} off my phone?
        I don't want the {app} app on [my|this] phone[ any more|]
        the {app} app [can|should] go, [uninstall|delete] it
        !delete {app}, the whole app""",
        held="""I'd like to have {app} uninstalled, it only takes up space
        {app} isn't worth keeping, can that app be removed?""",
        zh_train="![卸载|删除应用]{app}", zh_wide="""!把{app}这个应用[卸了|删掉]
        {app}从来不用，[卸载|删了]吧""", zh_held="{app}这个软件我不想要了，给卸载了吧",
        done=("{app} is uninstalled.", "{app}已卸载。"),
    ),
    wish(
        "update_app", "Update {app}", about=_outdated, appName="{app}",
        train="""!update {app}
        ![get|install] the [latest|newest] version of {app}
        {app}, update it""",
        wide="""!update the {app} app[ to the latest version|]
        {app} [is out of date|is outdated|needs an update], [update it|please update it]
        there's a new version of {app}, [get|install] it
        can you [update|upgrade] {app}[ for me|]?
        I want {app} [updated|up to date]
        {app} should be on its [newest|latest] version
        !upgrade {app} to the [newest|latest] version""",
        held="""is there an update for {app}? Please install it
        I'm still on an old version of {app}, could that app be updated?""",
        zh_train="![更新|升级]{app}", zh_wide="""!把{app}[升到|更新到]最新版
        {app}出新版了，[更新|升级]一下""", zh_held="{app}还是旧版本，更新到新的吧",
        done=("{app} is up to date.", "{app}已是最新版。"),
    ),
    wish(
        "update_app", "Update all apps", about=_outdated, everything=True,
        train="""!update [all|all of] my apps
        ![update|upgrade] [every app|all apps|everything] on [my|this] phone
        all apps, update them""",
        wide="""![install|get] all [the |]app updates
        all [of |]my apps should be up to date
        my apps are [old|out of date], [update them all|update every one of them]
        can you [update|upgrade] all the apps[ for me|]?
        I want [every app|all my apps] [updated|on the latest version]
        ![get|bring] all [of |]my apps up to date
        app updates: install all of them""",
        held="""!check for app updates and install whatever there is
        there must be lots of updates waiting for my apps, please install them all""",
        zh_train="![更新|升级]所有应用", zh_wide="""!把应用全部[升级|更新]到最新
        应用都[旧了|该升级了]，[全部|统统]更新""", zh_held="有更新的应用全都更新一遍",
        done=("All apps are up to date.", "所有应用都已更新。"),
    ),
    wish(
        "clear_app_data", "Clear the cache of {app}", about=_with(cache_mb=37), appName="{app}", what="cache",
        train="""!clear [the cache of {app}|{app}'s cache]
        ![empty|delete] the {app} cache
        {app}: clear cache""",
        wide="""![wipe|clean out] the cache of [{app}|the {app} app]
        {app} is [slow|acting up], [clear|empty] its cache
        {app}'s cache [should be|needs to be|has to be] [cleared|emptied]
        can you [clear|delete] the cached files of {app}? Only the cache
        [I want|I'd like] the {app} cache [cleared|emptied]
        just the cache of {app}, clear it, [but |]keep its data""",
        held="""the cache of {app} takes up too much space, please get rid of it
        I don't want to lose my data in {app}, so please clear only the cache""",
        zh_train="!清[除|理]{app}的缓存", zh_wide="""{app}有点卡，[清一下|清空]它的缓存
        !把{app}的缓存清掉，数据留着""", zh_held="{app}的缓存占太多地方，清理一下就好",
        done=("The cache of {app} is cleared.", "{app}的缓存已清除。"),
    ),
    wish(
        "clear_app_data", "Clear all data of {app}", about=_with(data_mb=64), appName="{app}", what="data",
        train="""![clear|delete|erase] all [the |]data of {app}
        !clear [all |]{app}'s [app |]data
        {app}: clear all data""",
        wide="""!reset the {app} app by [deleting|clearing] all its data
        I want to start [over|from scratch] in {app}, [delete|clear] all its data
        {app} [keeps crashing|doesn't start any more], [wipe|clear] all of its data
        can you [wipe|erase] all the data of the {app} app?
        all [the |]data [in|of] {app} should be [deleted|cleared], accounts and settings [included|too]
        I'm [lending|giving away] this phone, [wipe|clear] the data of {app}, but keep the app""",
        held="""please reset {app} completely, I don't need any of its data
        !wipe everything {app} has saved on here, logins and settings too, but don't uninstall it""",
        zh_train="!清[除|空]{app}的[所有|全部]数据", zh_wide="""!把{app}的数据全部[清掉|删掉]，账号设置也不要
        {app}老闪退，[清空|清除]它的全部数据""", zh_held="我想重新开始用{app}，里面的数据都清空吧",
        done=("All data of {app} is cleared.", "{app}的数据已全部清除。"),
    ),
    wish(
        "search_app_store", "Look up the rating of {app}", about=_in_store, tell=_tell_rating, query="{app}",
        train="""what rating does {app} have in the [app |]store?
        how is {app} rated in the [app |]store?
        {app}, rating in the store?""",
        wide="""how many stars does [the app |]{app} have in the [app |]store?
        [check|look up|tell me] the [store |]rating of [the app |]{app}
        before I [install|get] {app}, what's its rating?
        is {app} any good? What do people rate it in the [app |]store?
        I'd like to know [how well|how] {app} is rated[ in the store|]
        store rating of {app}?""",
        held="""what do people in the app store think of {app}, how many stars?
        I've heard about {app}, what rating does it get in the store?""",
        zh_train="{app}在[应用|]商店[里|]评分多少？", zh_wide="""!查一下{app}在应用商店的评分
        {app}好用吗，商店里[几分|多少分]？""", zh_held="大家在商店里给{app}打几颗星",
    ),
    wish(
        "search_app_store", "Look up the size of {app}", about=_in_store, tell=_tell_download, query="{app}",
        train="""how [big|large] is the download of {app} [from|in] the [app |]store?
        how many MB does [the app |]{app} have in the [app |]store?
        {app}, download size?""",
        wide="""[check|look up|tell me] in the store how [big|large] {app} is
        before I [download|get] {app}, how many megabytes is it?
        how much [space|data] [do I need|does it take] to download [the app |]{app} from the store?
        I'd like to know [the download size of {app}|how many MB {app} has in the store]
        is {app} a big download? How many MB?""",
        held="""how many megabytes does the app store say {app} has?
        I'm on mobile data, so how large is the app {app} in the store?""",
        zh_train="商店里的{app}有多大？", zh_wide="""!查一下{app}的安装包有多少MB
        要装{app}的话，得下载多少兆？""", zh_held="商店里写的{app}有多少兆？",
    ),
    wish(
        "search_apps", "See which version of {app} is installed", about=_of_some_version, tell=_tell_version, query="{app}",
        train="""which version of {app} do I have?
        what version is [my {app}|the {app} app]?
        {app} version?""",
        wide="""[check|tell me|look up] [which|what] version of {app} is installed
        what's the version [number |]of [my {app}|the {app} app]?
        support [wants|needs] to know which {app} version I [use|have]
        which {app} version is on this phone?
        I need the [version|version number] of my {app} app""",
        held="""the {app} help page asks for my app version, which one is it?
        !tell me the version number of the {app} I've got on this phone""",
        zh_train="我的{app}是[什么|哪个]版本？", zh_wide="""!看看{app}的版本号
        手机上装的{app}是第几版？""", zh_held="{app}现在装的版本号是多少？",
    ),
    wish(
        "search_apps", "Sort the apps by size", about=_biggest, tell=_tell_first_app, sortBy="size",
        train="""which app is the [biggest|largest]?
        which [of my apps|app] takes up the most [space|storage]?
        biggest app on my phone?""",
        wide="""what's the [biggest|largest] app [on here|I have|on this phone]?
        [find out|tell me] which app [needs|uses] the most [space|storage]
        I'm [running out of|short of] space, which app is the [biggest|largest]?
        which [installed |]app is [biggest|largest], [in megabytes|by size]?
        my [largest|biggest] app, which one is that?""",
        held="""of all the apps I have installed, which is the biggest one?
        what app is hogging the most storage?""",
        zh_train="哪个应用[最占空间|最大]？", zh_wide="""!看看[占空间最多的|最大的]应用是哪个
        空间不够了，[哪个|什么]应用占得最多？""", zh_held="手机里最大的软件叫什么",
    ),
    wish(
        "search_apps", "Sort the apps by their last use", about=_longest_unused, tell=_tell_first_app, sortBy="last_used",
        train="""which app have I not [used|opened] for the longest time?
        which app did I [use|open] the longest ago?
        longest unused app?""",
        wide="""which of my apps has gone unused [the longest|for longest]?
        [find|tell me] the app that I haven't [used|opened] [for|in] the longest time
        I'm tidying up, which app haven't I [touched|used] for longest?
        what's the app [that |]I've [ignored|left unopened] the longest?
        by last use, which app comes last?""",
        held="""which app was last used the longest time ago?
        I have too many apps, tell me the one that hasn't been used for the longest""",
        zh_train="哪个应用最久没[用|打开]过？", zh_wide="""!看看我最长时间没用的应用是哪个
        想清理一下，[什么|哪个]应用最久没碰了？""", zh_held="上次使用时间最早的应用是哪个？",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=APPS, languages=("en", "en", "zh"))
def plain_apps(draw: Draw) -> Draft:
    """An app is opened, installed, updated or cleared, or something is told about one."""
    return plain(draw, PROGRAMS)


# -- what apps may do

PERMISSIONS = {
    "contacts": ("my contacts", "通讯录"), "calendar": ("my calendar", "日历"), "messages": ("my text messages", "短信"),
    "location": ("my location", "位置信息"), "camera": ("the camera", "相机"), "microphone": ("the microphone", "麦克风"),
    "files": ("my files", "文件"), "photos": ("my photos", "照片"),
}  # fmt: skip


def _permission(granted: bool) -> About:
    def about(draw: Draw, rows: Rows) -> Slots:
        slots, permission = _app(draw, rows), draw.choice(tuple(PERMISSIONS))
        owner = slots["app"].casefold()
        rows.put("permissions", f"{owner}.{permission}", app=owner, permission=permission, granted=granted)
        return {**slots, "permission": permission, "said": draw.tongue(*PERMISSIONS[permission])}

    return about


def _has_permissions(draw: Draw, rows: Rows) -> Slots:
    app = draw.pick(entities.STORE_APPS)
    rows.app(app)
    for permission in draw.rng.sample(list(PERMISSIONS), draw.integer(1, 3)):
        key = f"{app.casefold()}.{permission}"
        rows.put("permissions", key, app=app.casefold(), permission=permission, granted=True)
    return {"app": app}


def _tell_permissions(draw: Draw, payload: Any, slots: Slots) -> Told:
    found = payload["granted"][slots["app"].casefold()]
    said = [draw.tongue(*PERMISSIONS[permission]) for permission in found]
    words: list[tuple[str, ...]] = [(name, name.removesuffix("s"), PERMISSIONS[name][1]) for name in found]
    return draw.tongue(f"It may use {', '.join(said)}.", f"可以使用{'、'.join(said)}。"), words


ROLES = {
    "browser": ("browser", "浏览器"), "sms": ("texting app", "短信应用"), "phone": ("phone app", "电话应用"),
    "email": ("email app", "邮件应用"), "maps": ("maps app", "地图应用"), "music": ("music app", "音乐应用"),
    "gallery": ("gallery app", "图库应用"), "launcher": ("launcher", "桌面启动器"),
}  # fmt: skip


def _role(draw: Draw, rows: Rows) -> Slots:
    role, app = draw.choice(tuple(ROLES)), draw.pick(entities.STORE_APPS)
    return {"role": role, "said": draw.tongue(*ROLES[role]), "app": app, "key": rows.app(app)}


def _filled_role(draw: Draw, rows: Rows) -> Slots:
    slots = _role(draw, rows)
    rows.put("default_apps", slots["role"], app=slots["key"])
    return slots


def _tell_default(draw: Draw, payload: Any, slots: Slots) -> Told:
    app = payload["defaults"][slots["role"]]
    return draw.tongue(f"That is {app}.", f"是{app}。"), [(app,)]


def _locked_app(draw: Draw, rows: Rows) -> Slots:
    app = draw.pick(entities.STORE_APPS)
    rows.app(app, locked=True)
    return {"app": app}


def _tell_locked(draw: Draw, payload: Any, slots: Slots) -> Told:
    names = payload["locked"]
    report = draw.tongue(f"Locked: {', '.join(names)}.", f"上了锁的有{'、'.join(names)}。")
    return report, [(name,) for name in names]


RIGHTS = (
    wish(
        "set_app_notifications", "Turn off notifications of {app}", about=_with(notifications=True),
        appName="{app}", enabled=False,
        train="""![turn|switch] off [the |]notifications [from|of|for] {app}
        no [more |]notifications from {app}
        {app} notifications off""",
        wide="""![mute|block|disable|silence] [the |]{app} notifications
        {app} [keeps|won't stop] [bothering|pinging] me, turn its notifications off
        I don't want [any |]notifications from {app}[ any more|]
        {app} should [stop sending|not send] [me |]notifications
        can you stop {app} from [sending notifications|notifying me]?
        I [can't concentrate|need some peace], [turn off|disable] notifications for {app}""",
        held="""!stop all those notifications I keep getting from {app}
        {app} is too noisy, I'd rather not see its notifications at all""",
        zh_train="![关闭|关掉]{app}的通知", zh_wide="""{app}老[弹|推送]消息，[关掉它的通知|别让它通知了]
        不要再[收到|接收]{app}的通知""", zh_held="{app}的通知太烦人，别再弹了",
        done=("Notifications of {app} are off.", "{app}的通知已关闭。"),
    ),
    wish(
        "set_app_notifications", "Turn on notifications of {app}", about=_with(notifications=False),
        appName="{app}", enabled=True,
        train="""![turn|switch] on [the |]notifications [from|of|for] {app}
        ![allow|enable] notifications from {app}
        {app} notifications on""",
        wide="""[I want|I need|I'd like] [to get |]notifications from {app}[ again|]
        I keep missing things in {app}, turn its notifications on
        {app} [should|may] send [me |]notifications
        can you let {app} [send notifications|notify me]?
        I don't get [any |]notifications from {app}, [turn them on|enable them]
        !let {app} [notify me|show notifications][ again|]""",
        held="""I'd like {app} to notify me when there's something new
        why doesn't {app} send me notifications? Please allow it to""",
        zh_train="![打开|开启]{app}的通知", zh_wide="""{app}的消息我总错过，[打开它的通知|让它通知我]
        !允许{app}发通知""", zh_held="{app}有新消息时要通知我",
        done=("Notifications of {app} are on.", "{app}的通知已打开。"),
    ),
    wish(
        "manage_app_permission", "Let {app} use {said}", about=_permission(False),
        action="grant", appName="{app}", permission="{permission}",
        train="""![let {app} access|allow {app} access to] {said}
        !give {app} access to {said}
        {app} may access {said}""",
        wide="""!grant {app} [access to|permission for] {said}
        {app} [needs|asks for|wants] access to {said}, [allow it|that's fine, allow it]
        it's [OK|fine] for {app} to access {said}, give it the permission
        I want {app} to have access to {said}
        can {app} have access to {said}?
        {app} doesn't work [right|properly] without access to {said}, [allow|grant] that""",
        held="""{app} may have the permission to use {said}, that's fine with me
        !turn on the permission that lets {app} use {said}""",
        zh_train="!允许{app}[访问|使用]{said}", zh_wide="""!给{app}开[放|启]{said}权限
        {app}要用{said}，[允许|同意]吧""", zh_held="{app}想用{said}就让它用，给它权限",
        done=("{app} may access {said}.", "{app}可以使用{said}了。"),
    ),
    wish(
        "manage_app_permission", "No longer let {app} use {said}", about=_permission(True),
        action="revoke", appName="{app}", permission="{permission}",
        train="""don't let {app} access {said}[ any more|]
        ![take away|revoke|remove] {app}'s access to {said}
        no access to {said} for {app}""",
        wide="""!stop {app} from accessing {said}
        {app} [has no business with|doesn't need] {said}, take that permission away
        I don't want {app} to have access to {said}
        {app} [should not|shouldn't|must not] access {said}[ any longer|]
        why does {app} have access to {said}? [Revoke|Remove] that permission
        ![block|deny] {app} access to {said}""",
        held="""!turn off {app}'s permission to use {said}
        I don't like that {app} can use {said}, please remove its permission""",
        zh_train="!禁止{app}[访问|使用]{said}", zh_wide="""!收回{app}的{said}权限
        {app}[凭什么|不该]用{said}，[关掉|取消]这个权限""", zh_held="{said}的权限不给{app}了",
        done=("{app} may no longer access {said}.", "{app}不能再使用{said}。"),
    ),
    wish(
        "manage_app_permission", "See what {app} may use", about=_has_permissions, tell=_tell_permissions,
        action="list", appName="{app}",
        train="""what permissions does {app} have?
        [which|what] permissions did I [give|grant] {app}?
        permissions of {app}?""",
        wide="""what is {app} allowed to access?
        ![list|show me|tell me] the permissions of [the app |]{app}
        I'd like to know [which|what] permissions {app} has
        can you check what [the app |]{app} has permission for?
        I don't trust {app}, what permissions has it got?""",
        held="""which permissions have been given to {app}?
        does {app} have too many permissions? Tell me which ones""",
        zh_train="{app}有哪些权限？", zh_wide="!看看{app}[拿到了|有]什么权限\n{app}被允许访问什么？", zh_held="我给了{app}哪些权限？",
    ),
    wish(
        "manage_default_app", "Make {app} the default {said}", about=_role,
        action="set", role="{role}", appName="{app}",
        train="""!make {app} my default {said}
        !set {app} as [the|my] default {said}
        default {said}: {app}""",
        wide="""!use {app} as [the|my] [standard|default] {said}
        [I want|I'd like] {app} [to be|as] my default {said}
        my [standard|default] {said} should be {app}
        can you [change|switch] [my|the] default {said} to {app}?
        {app} [suits me better|is better], make it the default {said}
        ![change|switch] my default {said} to {app}""",
        held="""!let {app} be my {said} by default from now on
        I've switched to {app}, so use that by default as my {said}""",
        zh_train="!把{app}设为默认{said}", zh_wide="""默认{said}[换成|用]{app}
        {app}更好用，设成默认的{said}""", zh_held="以后让{app}当默认的{said}",
        done=("{app} is the default {said}.", "{app}已设为默认{said}。"),
    ),
    wish(
        "manage_default_app", "Look up the default {said}", about=_filled_role, tell=_tell_default,
        action="get", role="{role}",
        train="""what's my default {said}?
        which app is [the|my] default {said}?
        default {said}?""",
        wide="""[tell me|check] [what|which app] my default {said} is
        [what|which app] have I [set as|made] [the|my] default {said}?
        I [forgot|can't remember] [which app is|what I set as] my default {said}
        what is the [standard|default] {said} on [this|my] phone?
        my default {said}, [which one|what] is it?""",
        held="""which one of my apps is set as {said} by default?
        does this phone have a {said} set by default? Which app is that?""",
        zh_train="[我的|]默认{said}是[哪个|什么]？", zh_wide="""!看看默认{said}是什么
        我把哪个设成默认{said}了？""", zh_held="手机的默认{said}设成了哪一个？",
    ),
    wish(
        "set_background_limit", "Restrict {app} in the background", about=_with(background="optimized"),
        appName="{app}", mode="restricted",
        train="""!restrict {app} in the background
        [don't let {app} run|stop {app} from running] in the background
        {app}: [background restricted|restrict background activity]""",
        wide="""{app} [must not|mustn't|should not] [run|do anything] in the background
        {app} [drains|eats] my battery in the background, [restrict it|don't allow that]
        I don't want {app} [working|running|active] in the background[ at all|]
        can you [restrict|block] the background activity of {app}?
        ![forbid|deny] {app} [any |]background activity""",
        held="""I don't need {app} doing things in the background, please restrict it
        when I'm not using {app}, its background activity should be restricted""",
        zh_train="![限制|禁止]{app}在后台运行", zh_wide="""{app}后台太费电，[限制|禁止]它的后台活动
        别让{app}在后台跑""", zh_held="不用{app}的时候，限制它的后台",
        done=("{app} is restricted in the background.", "{app}的后台活动已限制。"),
    ),
    wish(
        "set_background_limit", "Let {app} do all it wants in the background", about=_with(background="optimized"),
        appName="{app}", mode="unrestricted",
        train="""!let {app} run in the background without [limits|restrictions|any limit]
        {app}: unrestricted in the background
        ![allow|give] {app} unrestricted background [activity|use]""",
        wide="""{app} [should|may] run [unrestricted|without limits] in the background
        {app} [always stops|gets killed] in the background, [don't restrict it|let it run unrestricted]
        I want no [limits|restrictions] on {app} in the background
        can you lift all background [limits|restrictions] for {app}?
        !remove [all|any] background [limits|restrictions] [from|on] {app}""",
        held="""I need {app} to keep going in the background at all times, so leave it unrestricted
        !put no background restriction on {app}, it should never be stopped""",
        zh_train="![允许|让]{app}后台无限制运行", zh_wide="""{app}老被后台杀掉，[别限制它|后台不要限制]
        !取消{app}的所有后台限制""", zh_held="{app}在后台想怎么跑都行，不要限制",
        done=("{app} runs unrestricted in the background.", "{app}可在后台无限制运行。"),
    ),
    wish(
        "set_background_limit", "Optimise {app} in the background", about=_with(background="unrestricted"),
        appName="{app}", mode="optimized",
        train="""![optimise|optimize] {app} in the background
        !set the background [use|activity] of {app} to [optimised|optimized]
        {app}: background [optimised|optimized]""",
        wide="""{app} should run [optimised|optimized] in the background
        I want {app}'s background activity [optimised|optimized]
        {app} uses [a lot|too much] in the background, put it on [optimised|optimized]
        can you [optimise|optimize] the background [use|activity] of {app}?
        not unrestricted, [optimised|optimized] is right for {app} in the background""",
        held="""for {app}, please choose the optimised background setting
        what {app} does in the background should be optimised""",
        zh_train="!把{app}的后台[设为|改成]优化模式", zh_wide="""!优化{app}的后台[运行|活动]
        {app}后台用得太多，改成优化""", zh_held="{app}在后台的时候用优化模式就行",
        done=("{app} is optimised in the background.", "{app}的后台已改为优化。"),
    ),
    wish(
        "manage_app_lock", "Lock {app}", about=_with(locked=False), action="lock", appName="{app}",
        train="""!lock the app {app}
        !put a lock on {app}
        {app}: app lock on""",
        wide="""![lock|protect] {app} [with|behind] [the|my] PIN
        nobody [should|may] open {app} without the PIN, lock it
        the [kids|children] [play with|use] my phone, [so lock|lock] the app {app}
        I want {app} [locked|behind the PIN]
        can you [lock|put a lock on] the {app} app?
        {app} [is private|is nobody's business], lock the app""",
        held="""I want to be asked for my PIN whenever {app} is opened
        nobody else should get into my {app}, please put an app lock on it""",
        zh_train="!给{app}上锁", zh_wide="""!给{app}加[个|]应用锁
        孩子老玩我手机，[把{app}锁上|给{app}加锁]""", zh_held="进{app}必须先输密码",
        done=("{app} is locked.", "{app}已上锁。"),
    ),
    wish(
        "manage_app_lock", "See which apps are locked", about=_locked_app, tell=_tell_locked, action="list",
        train="""which apps are locked?
        ![list|show me] the locked apps
        locked apps?""",
        wide="""what apps [have I locked|are behind the PIN]?
        [tell me|check] which [of my |]apps are locked
        for which apps is the app lock on?
        I'd like to know [which|what] apps have a lock
        can you [list|name] [all |]the apps that are locked?""",
        held="""is there a lock on any of my apps? Which ones?
        I forgot which of my apps I put a lock on""",
        zh_train="哪些应用上了锁？", zh_wide="""!看看[有|]哪些应用加了锁
        我[锁了|锁住了]哪几个应用？""", zh_held="我给哪些软件设了应用锁？",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=APPS, languages=("en", "en", "zh"))
def plain_app_rights(draw: Draw) -> Draft:
    """Something is changed or told of what an app may do, or of who may open it."""
    return plain(draw, RIGHTS)


# -- files

PARENTS = ("Documents", "Downloads", "Pictures", "Music", "Movies")


def _new_folder(draw: Draw, rows: Rows) -> Slots:
    return {"folder": draw.pick(entities.FOLDER_NAMES), "parent": draw.choice(PARENTS)}


def _a_file(draw: Draw, rows: Rows, *, folder: str = "", trashed: bool = False, size_mb: float = 2.5) -> Slots:
    name = draw.file_name(draw.choice(("pdf", "docx", "jpg", "txt")))
    folder = folder or draw.choice(PARENTS)
    rows.file(name, folder, trashed=trashed, size_mb=size_mb)
    return {"name": name, "folder": folder}


def _renamed(draw: Draw, rows: Rows) -> Slots:
    name = _a_file(draw, rows)["name"]
    return {"name": name, "new": draw.file_name(name.rpartition(".")[2])}


def _with_target(draw: Draw, rows: Rows) -> Slots:
    name = _a_file(draw, rows, folder="Recordings")["name"]
    if draw.chance(0.5):
        return {"name": name, "target": draw.choice(PARENTS)}
    return {"name": name, "target": rows.folder(f"{draw.choice(PARENTS)}/{draw.pick(entities.FOLDER_NAMES)}")}


def _in_trash(draw: Draw, rows: Rows) -> Slots:
    for _ in range(draw.integer(1, 4)):
        _a_file(draw, rows, trashed=True)
    return {}


def _tell_total(draw: Draw, payload: Any, slots: Slots) -> Told:
    total = str(payload["total"])
    return draw.tongue(f"{total} in the trash.", f"回收站里有{total}个文件。"), [(total,)]


def _tell_place(draw: Draw, payload: Any, slots: Slots) -> Told:
    folder = payload["files"][0]["folder"]
    return draw.tongue(f"It is in {folder}.", f"在{folder}里。"), [(folder,)]


def _largest_file(draw: Draw, rows: Rows) -> Slots:
    return _a_file(draw, rows, size_mb=draw.integer(3000, 5200))


def _tell_first_file(draw: Draw, payload: Any, slots: Slots) -> Told:
    name = payload["files"][0]["name"]
    return draw.tongue(f"That is {name}.", f"是{name}。"), [(name,)]


def _large_files(draw: Draw, rows: Rows) -> Slots:
    limit = draw.integer(1000, 2500, 100)
    for _ in range(draw.integer(1, 3)):
        rows.file(draw.file_name("mp4"), draw.choice(PARENTS), size_mb=limit + draw.integer(20, 900))
    return {"limit": limit}


def _tell_files(draw: Draw, payload: Any, slots: Slots) -> Told:
    names = [row["name"] for row in payload["files"]]
    if payload["total"] > 4:
        raise UnsuitableError("too many files to name")
    return draw.tongue(f"These: {', '.join(names)}.", f"有这些：{'、'.join(names)}。"), [(name,) for name in names]


def _on_the_web(draw: Draw, rows: Rows) -> Slots:
    name = draw.file_name(draw.choice(("pdf", "docx", "zip", "jpg")))
    site = draw.pick(entities.SITES).casefold()
    return {"name": name, "url": f"https://{draw.choice(('www', 'files', 'media'))}.{site}.example/{name}"}


FILES = (
    wish(
        "create_folder", "Make the folder {folder} in {parent}", about=_new_folder, path="{parent}/{folder}",
        train="""![create|make] a folder [called |]{folder} in {parent}
        ![create|add] the folder {folder} [inside|under] {parent}
        new folder {folder} in {parent}""",
        wide="""[I need|I want|I'd like] a [new |]folder [called|named] {folder} in {parent}
        {parent} is a mess, [make|create] a folder {folder} in there
        there should be a folder {folder} in {parent}, [create|make] it
        can you [make|set up] a folder [called|named] {folder} inside {parent}?
        !add a folder to {parent} and call it {folder}
        in {parent}, [create|make|add] a folder {folder}""",
        held="""I'd like to keep some things in {parent} in a folder of their own, call it {folder}
        !put an empty folder in {parent}, its name should be {folder}""",
        zh_train="!在{parent}里[新建|创建]文件夹{folder}", zh_wide="""{parent}太乱，[建|新建]一个叫{folder}的文件夹
        !在{parent}下面建个{folder}文件夹""", zh_held="{parent}里给我加一个文件夹，名字叫{folder}",
        done=("{parent} has the folder {folder} now.", "{parent}里已建好文件夹{folder}。"),
    ),
    wish(
        "manage_file", "Call {name} {new}", about=_renamed, action="rename", fileName="{name}", newName="{new}",
        train="""!rename [the file |]{name} to {new}
        !change the [file |]name [of|from] {name} to {new}
        rename {name}, new name {new}""",
        wide="""the file {name} should be [called|named] {new}
        {name} is [a bad name|the wrong name] for that file, [call it|rename it to] {new}
        I want [the file |]{name} renamed to {new}
        can you give {name} the name {new}?
        !give the file {name} a [new|different] name, {new}
        !call the file {name} {new} [from now on|instead]""",
        held="""a better file name for {name} would be {new}, please rename it
        I named a file {name} by mistake, it should be {new}""",
        zh_train="!把{name}[重命名为|改名为]{new}", zh_wide="""{name}[名字不对|这个文件名不好]，[改成|换成]{new}
        !把文件名{name}改成{new}""", zh_held="{name}这个文件以后叫{new}",
        done=("The file is called {new}.", "文件已改名为{new}。"),
    ),
    wish(
        "manage_file", "Move {name} to {target}", about=_with_target, action="move", fileName="{name}", folder="{target}",
        train="""!move [the file |]{name} to [the folder |]{target}
        ![put|move] {name} [in|into] {target}
        {name}: move to {target}""",
        wide="""{name} [belongs|should be] in {target}, [move it|put it there]
        I want [the file |]{name} moved to {target}
        can you [shift|move] {name} [over |]to {target}?
        I'm [tidying|cleaning] up, so [move|put] {name} into {target}
        !transfer the file {name} to {target}
        the file {name} goes into the folder {target}, not where it is now""",
        held="""I put {name} in the wrong folder, it should be in {target}
        the right folder for {name} is {target}, please move the file""",
        zh_train="!把{name}移[到|动到]{target}", zh_wide="""{name}应该放在{target}里，[移|挪]过去
        !把文件{name}挪到{target}""", zh_held="{name}放错文件夹了，挪去{target}",
        done=("{name} is in {target} now.", "{name}已移到{target}。"),
    ),
    wish(
        "manage_file", "Copy {name} to {target}", about=_with_target, action="copy", fileName="{name}", folder="{target}",
        train="""!copy [the file |]{name} to [the folder |]{target}
        ![make|put] a copy of {name} in {target}
        {name}: copy to {target}""",
        wide="""I [need|want] a copy of {name} in {target}
        {name} should be in {target} too, [copy it|put a copy there]
        can you [copy {name} into|put a copy of {name} in] {target}?
        to be on the safe side, copy {name} to {target}
        copy {name} over to {target}, the original stays where it is
        a copy of [the file |]{name} [should go|belongs] in {target}""",
        held="""I'd like to have {name} in {target} as well, as a copy
        !keep {name} where it is, but put a copy of it in {target}""",
        zh_train="!把{name}复制到{target}", zh_wide="""!在{target}里放一份{name}的副本
        保险起见，{name}在{target}也[拷|复制]一份""", zh_held="{target}里也要有一份{name}，原来的别动",
        done=("A copy of {name} is in {target}.", "{name}已复制到{target}。"),
    ),
    wish(
        "delete_file", "Move {name} to the trash", about=_a_file, fileName="{name}",
        train="""!delete [the file |]{name}
        ![move {name} to|put {name} in] the trash
        {name}: into the trash""",
        wide="""[I don't need {name} any more|I no longer need the file {name}], [delete it|put it in the trash]
        the file {name} [can go|is out of date], [delete|trash] it
        can you [delete|bin|trash] {name}?
        !throw [the file |]{name} in the [bin|trash]
        {name} [belongs|should go] in the trash
        !trash [the file |]{name}""",
        held="""I have no more use for the file {name}, please bin it
        {name} was a mistake, that file can be deleted""",
        zh_train="!删除[文件|]{name}", zh_wide="""!把{name}[扔进|移到]回收站
        {name}没用了，[删掉|删了]吧""", zh_held="{name}不要了，丢垃圾桶",
        done=("{name} is in the trash.", "{name}已移到回收站。"),
    ),
    wish(
        "delete_file", "Delete {name} for good", about=_a_file, fileName="{name}", permanent=True,
        train="""!delete [the file |]{name} [permanently|for good]
        !permanently delete [the file |]{name}
        {name}: delete permanently""",
        wide="""nobody [should|may] ever find {name} again, delete it [permanently|for good]
        !delete {name} [for good|permanently], [don't just put it|not just] in the trash
        I want {name} deleted [for good|permanently]
        can you permanently [delete|erase] the file {name}?
        {name} is [confidential|private], delete it [for good|permanently]
        !erase the file {name} permanently, without [going through |]the trash""",
        held="""{name} must be deleted so that it can't be restored
        !get rid of the file {name} forever, it shouldn't end up in the trash""",
        zh_train="!彻底删除{name}", zh_wide="""!永久删除{name}，不[进|经过]回收站
        {name}是机密，[彻底|永久]删掉""", zh_held="{name}这个文件要删得干干净净，回收站里也别留",
        done=("{name} is deleted for good.", "{name}已彻底删除。"),
    ),
    wish(
        "manage_trash", "See how much is in the trash", about=_in_trash, tell=_tell_total, action="list",
        train="""how many files are in the trash?
        how many [deleted |]files does the trash hold?
        trash, how many files?""",
        wide="""[count|tell me the number of] the files in the trash
        I'd like to know how many files I have in the trash
        how many files have I got in the [trash|bin][ right now|]?
        can you [check|see] how many files are [lying |]in the [trash|bin]?
        number of files in the trash?""",
        held="""how many of my deleted files are still waiting in the trash?
        I've deleted a lot lately, what's the number of files in the bin?""",
        zh_train="回收站里有[几|多少]个文件？", zh_wide="""!数一下回收站里的文件
        回收站[现在|]一共多少个文件？""", zh_held="我删掉的文件，回收站里还留着多少个？",
    ),
    wish(
        "manage_trash", "Empty the trash", about=_in_trash, action="empty",
        train="""!empty the trash
        ![delete|remove] everything in the trash[ for good|]
        trash: empty it""",
        wide="""![clear|clean] out the [trash|bin]
        the trash [is full|should be emptied], [empty it|so empty it]
        I don't need [anything|any of the files] in the trash, [empty it|delete it all]
        can you empty the [trash|bin]?
        everything in the trash [can|should] go[ for good|]
        !empty the [file |]trash [completely|for me]""",
        held="""!get rid of everything I've deleted, the trash should be empty
        !clear all of my deleted files out of the bin, I won't need them again""",
        zh_train="!清空回收站", zh_wide="""回收站[满了|该清了]，清空它
        !把回收站里的东西全删了""", zh_held="回收站里的都不要了，全清了吧",
        done=("The trash is empty.", "回收站已清空。"),
    ),
    wish(
        "search_files", "Find the file {name}", about=_a_file, tell=_tell_place, query="{name}",
        train="""[where|in which folder] is the file {name}?
        which folder is {name} in?
        where's {name}?""",
        wide="""![find|look for] the file {name} and tell me [which|what] folder it's in
        where did I [put|save] [the file |]{name}?
        I can't find [the file |]{name}, where is it?
        can you tell me [where|in which folder] {name} is?
        I'm looking for [the file |]{name}, which folder [holds it|is it in]?
        in [which|what] folder do I find {name}?""",
        held="""I saved {name} somewhere, can you tell me the folder?
        what folder did {name} end up in?""",
        zh_train="{name}在[哪个文件夹|哪里]？", zh_wide="""!找一下{name}在哪个文件夹
        我把{name}[存|放]到哪儿了？""", zh_held="怎么找不到{name}了，它存在什么文件夹里？",
    ),
    wish(
        "search_files", "Sort the files by size", about=_largest_file, tell=_tell_first_file, sortBy="size",
        train="""which file is the [biggest|largest]?
        what's the [biggest|largest] file on my phone?
        largest file?""",
        wide="""[find|tell me] the [biggest|largest] file [on here|on this phone]
        which [of my files|file] takes up the most [space|room]?
        I'm [short of|running out of] space, which file is the [biggest|largest]?
        what's my [biggest|largest] file called?
        of all my files, which is the [biggest|largest]?""",
        held="""what file do I have that's bigger than all the others?
        my storage is filling up, what's the name of the biggest single file?""",
        zh_train="[手机里|]最大的文件是哪个？", zh_wide="""!找出[最大的|占空间最多的]文件
        空间不够了，哪个文件最大？""", zh_held="占地方最多的那个文件叫什么？",
    ),
    wish(
        "search_files", "Find files above {limit} MB", about=_large_files, tell=_tell_files, largerThanMb="{limit}",
        train="""which files are [larger|bigger] than {limit} MB?
        ![list|show me|find] [all |]files [over|above] {limit} MB
        files over {limit} MB?""",
        wide="""what files do I have [that are |]over {limit} [MB|megabytes]?
        [tell me|find out] which files [are over|take up more than] {limit} [MB|megabytes]
        I need space, which files are [larger|bigger] than {limit} MB?
        are there files above {limit} MB? [Which|Name them]
        can you [find|name] [all|the] files [larger|bigger] than {limit} [MB|megabytes]?""",
        held="""!go through my files and name the ones above {limit} megabytes
        do I have any huge files, I mean over {limit} MB? Which are they?""",
        zh_train="哪些文件[大于|超过]{limit}MB？", zh_wide="""!找出{limit}MB以上的文件
        有没有超过{limit}兆的文件，[是哪些|叫什么]？""", zh_held="比{limit}MB还大的文件都有哪些？",
    ),
    wish(
        "download_file", "Download {name}", about=_on_the_web, url="{url}",
        train="""!download {url}
        !download the file [at|from] {url}
        download: {url}""",
        wide="""![save|get] the file [at|from] {url} [to my phone|on my phone]
        I [need|want] the file [at|from] {url} on my phone, download it
        can you download {url}?
        here's a link, download [it|the file]: {url}
        they sent me the link {url} and I'd like the file, [download|save] it
        the file [under|at] {url} should be downloaded""",
        held="""there's a file at {url} that I'd like to keep on my phone
        {url} is the link, please download what's there""",
        zh_train="!下载{url}", zh_wide="!把{url}这个文件[下下来|下载到手机]\n这个链接的文件我要，下载一下：{url}", zh_held="这个链接里的文件给我存到手机上：{url}",
        done=("{name} is in Downloads.", "{name}已下载到Downloads。"),
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=APPS, languages=("en", "en", "zh"))
def plain_files(draw: Draw) -> Draft:
    """A file or a folder is made, renamed, moved, deleted, downloaded or found."""
    return plain(draw, FILES)


# -- storage and power


def _free_space(draw: Draw, rows: Rows) -> Slots:
    rows.put("device", "storage", free_mb=draw.integer(4200, 98_000, 100))
    return {}


def _tell_free(draw: Draw, payload: Any, slots: Slots) -> Told:
    free = payload["freeMb"]
    shown = f"{free / 1000:g}"
    return draw.tongue(f"{shown} GB are free.", f"还有{shown} GB可用。"), [(shown, f"{free:g}")]


def _tell_app_space(draw: Draw, payload: Any, slots: Slots) -> Told:
    used = payload["appsMb"]
    shown = f"{used:g}"
    return draw.tongue(f"All apps together take {shown} MB.", f"应用共占{shown} MB。"), [(shown, f"{used / 1000:.1f}")]


def _installers(draw: Draw, rows: Rows) -> Slots:
    for _ in range(draw.integer(1, 3)):
        rows.put("files", rows.file(draw.file_name("apk"), "Downloads", size_mb=draw.integer(20, 150)), type="apk")
    return {}


def _duplicates(draw: Draw, rows: Rows) -> Slots:
    name, size = draw.file_name("pdf"), draw.integer(3, 90)
    rows.file(name, "Documents", size_mb=size, days_ago=9)
    rows.file(name, "Downloads", size_mb=size, days_ago=4)
    return {}


def _unlocked(draw: Draw, rows: Rows) -> Slots:
    rows.put("device", "lock", locked=False)
    return {}


CARE = (
    wish(
        "get_storage_status", "Look up the free storage", about=_free_space, tell=_tell_free,
        train="""how much [storage|space] is [free|left]?
        how much free [storage|space] do I have[ left|]?
        free storage?""",
        wide="""[tell me|check] how much [storage|space] is [free|left] on [my|this] phone
        how many gigabytes are [still |]free[ on here|]?
        is my phone full? How much [storage|space] is left?
        I want to [film|download a film], how much [storage|space] [have I got|is] left?
        do I have enough [space|storage]? How much is free?""",
        held="""have I got any storage left? Tell me how many gigabytes
        how many more gigabytes fit on my phone before the storage is full?""",
        zh_train="[手机|]还剩多少[存储|]空间？", zh_wide="""!看看还有多少[可用|剩余]空间
        手机是不是快满了，还[剩|有]几个G？""", zh_held="手机存储空间还够用吗，剩几个G？",
    ),
    wish(
        "get_storage_status", "Look up what the apps take up", tell=_tell_app_space,
        train="""how much [storage|space] do my apps take up?
        how much [storage|space] do [all the|all my] apps use[ together|]?
        storage used by apps?""",
        wide="""[tell me|check] how much [storage|space] all [of |]my apps [take up|need] [together|in total]
        how many megabytes do all [of |]my apps [take|need] [together|in total]?
        I'd like to know how much [storage|space] [goes to apps|the apps occupy]
        what do [the|my] apps [take up|use], all together, in storage?
        are my apps taking up a lot of space? How much[ in all|]?""",
        held="""if I add up all my apps, how much storage is that?
        how much of my storage is used by apps?""",
        zh_train="应用一共占了多少空间？", zh_wide="""!看看所有应用占多少[存储|]空间
        应用加起来占了多少兆[空间|存储空间]？""", zh_held="我装的软件总共占了多少存储？",
    ),
    wish(
        "clean_storage", "Clear the caches of all apps", target="cache",
        train="""!clear [the cache|the caches] of all apps
        ![clear|empty] all [the |]app caches
        clear [the whole|all] cache, every app""",
        wide="""![wipe|delete|clean] the cache of [every app|all my apps]
        the phone is slow, [clear|empty] the caches of all apps
        I [need|want to free up] space, [clear|empty] all [the |]app caches
        can you [clear|empty] the cache of every [single |]app?
        all app caches [should|need to] be [cleared|emptied]
        I want all [the |]app caches [cleared|emptied]""",
        held="""!clear out the cache everywhere, for every app I have
        all the cache my apps have collected can be deleted""",
        zh_train="!清[除|理]所有应用的缓存", zh_wide="""手机好卡，[清一下|清空]全部应用缓存
        !把应用缓存全部清掉""", zh_held="各个应用的缓存都清理一下吧",
        done=("The caches of all apps are cleared.", "所有应用的缓存已清除。"),
    ),
    wish(
        "clean_storage", "Delete installer files", about=_installers, target="apks",
        train="""!delete [the|all] installer files
        ![delete|remove|clean up] all [the |]APKs
        APK files, [delete|remove] them[ all|]""",
        wide="""I don't need the [installer|APK] files any more, [delete|remove] them[ all|]
        the [installers|APKs] only take up space, [delete|remove] them
        can you [delete|clear out] all [the |]APK files?
        !free [up |]space by deleting [the installers|all APKs]
        the old app installers [can|should] go[, all of them|]
        I want all APK files [gone|deleted]""",
        held="""I've installed everything I need, so the APK files can be deleted
        are there any old APK installers on my phone? Please clean them up""",
        zh_train="!删除[所有|全部]安装包", zh_wide="""安装包[没用了|占地方]，[全删了|都删掉]
        !清理[一下|]APK安装包""", zh_held="手机里那些apk安装包都可以删了",
        done=("The installer files are deleted.", "安装包已删除。"),
    ),
    wish(
        "clean_storage", "Delete duplicate files", about=_duplicates, target="duplicates",
        train="""![delete|remove] [the |]duplicate files
        ![clean up|remove|delete] all [the |]duplicates among my files
        duplicate files, [delete|remove] them""",
        wide="""I have [lots of|several] files twice, [delete|remove] the duplicates
        no file [should|has to] be on my phone twice, [delete|remove] the duplicates
        can you [find and delete|get rid of|clear out] duplicate files?
        !free [up |]space by [deleting|removing] duplicate files
        !get rid of the [duplicate files|duplicates]
        the same files are here twice, please delete the duplicates""",
        held="""!look for files that are stored twice and delete the extra copies
        if I have the same file twice, keep one and clean up the duplicate""",
        zh_train="![删除|清理]重复[的|]文件", zh_wide="""好多文件存了两份，[删掉|清理]重复的
        !把重复文件都删了""", zh_held="一模一样的文件只留一份，重复的清掉",
        done=("Duplicate files are deleted.", "重复文件已删除。"),
    ),
    wish(
        "control_power", "Lock the screen", about=_unlocked, action="lock_screen",
        train="""!lock the [screen|phone]
        !lock my phone[ now|]
        phone: lock it""",
        wide="""![lock the screen|lock this phone] [now|right away]
        [somebody's coming|I'm putting the phone away], lock [it|the screen]
        the [screen|phone] should be locked[ now|right now|]
        can you lock the [screen|phone][ for me|]?
        I'm done, [lock|you can lock] the phone
        I want the screen locked[ now|]""",
        held="""I have to leave my phone here for a minute, so lock it
        !go to the lock screen, I'm not using the phone now""",
        zh_train="![锁屏|锁定手机]", zh_wide="""!把[屏幕|手机]锁上
        我先放下手机了，[锁屏|锁一下]""", zh_held="我要走开一会儿，先把手机锁住",
        done=("The screen is locked.", "屏幕已锁定。"),
    ),
    wish(
        "control_power", "Restart the phone", check="calls", action="reboot",
        train="""![restart|reboot] the phone
        ![restart|reboot] my phone[ now|]
        phone: [restart|reboot]""",
        wide="""the phone [hangs|is acting up|is slow], [restart|reboot] it
        ![restart|reboot] this [phone|device][, please|]
        can you [restart|reboot] the phone[ for me|]?
        [try|do] a [restart|reboot] of the phone
        I think the phone needs a [restart|reboot], [do that|go ahead]
        I want to [restart|reboot] the phone""",
        held="""my phone is playing up, so turn it off and on again
        !give my phone a restart, some apps are stuck""",
        zh_train="![重启|重新启动]手机", zh_wide="""手机卡了，[重启|重启一下]
        !把手机重启一下""", zh_held="手机有点不对劲，重新开一次机",
        done=("The phone is restarting.", "手机正在重启。"),
    ),
    wish(
        "control_power", "Switch the phone off", action="power_off",
        train="""![turn|switch|power] off the phone
        ![turn|switch|power] my phone off[ now|]
        phone off""",
        wide="""!shut down the phone
        [the film is starting|I'm going to bed], [switch|turn] the phone off[ completely|]
        can you [shut down|power off] the phone[ for me|]?
        I want the phone [off|switched off], not just [locked|silent]
        [shut|power] down[ completely|], please
        I won't need the phone [today|tonight] any more, [turn|switch] it off""",
        held="""!shut my phone down for the night
        I won't be needing my phone until tomorrow, you can shut it off""",
        zh_train="![关机|把手机关机]", zh_wide="""要睡了，手机[关机|关掉]吧
        !把手机[彻底|]关了""", zh_held="今天不再用手机了，电源关掉吧",
        done=("The phone is switching off.", "手机正在关机。"),
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=APPS, languages=("en", "en", "zh"))
def plain_storage_and_power(draw: Draw) -> Draft:
    """Storage is looked up or freed; the phone is locked, restarted or switched off."""
    return plain(draw, CARE)
