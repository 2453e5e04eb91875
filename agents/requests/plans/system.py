"""Wishes about apps and storage, power, language and formats, accounts, wellbeing, security and the assistant."""

from collections.abc import Mapping
from typing import Any

from bench.scenario import Play
from harness.contract import Behaviour, Json

from ..clauses import Clause
from ..world import Unfit, World
from .forms import Form, add_forms
from .looks import language
from .registry import Step, plan, the_one
from .settings import hours_words
from .slots import OFF, ON, OTHERWISE, Slot, app, choice, length, listed, name, number, person, text, value

SET = "set change make turn switch put let allow use adjust to my for on off enable disable the 设置 设为 设成 调到 改成 改为 换成 切换到 打开 关闭 开启 关掉 把 将"
_APP_WORDS = "app apps application the my from for of on in 应用 软件 的"
_PERMISSIONS = (
    ("location", r"\blocation\b|定位|位置"), ("camera", r"\bcamera\b|相机|摄像头"), ("microphone", r"\b(?:microphone|mic)\b|麦克风"), ("contacts", r"\bcontacts\b|通讯录|联系人"),
    ("photos", r"\b(?:photos|pictures|gallery)\b|照片|相册"), ("files", r"\b(?:files|storage)\b|文件|存储"), ("calendar", r"\bcalendar\b|日历"), ("notifications", r"\bnotifications\b|通知"),
    ("messages", r"\b(?:messages|sms)\b|短信"), ("phone", r"\bphone(?: calls?)?\b|电话"),
)  # fmt: skip
_ROLES = (
    ("browser", r"\b(?:web )?browser\b|浏览器"), ("sms", r"\b(?:sms|messaging|text(?:ing)?(?: message)?)(?: app)?\b|短信"), ("email", r"\be?-?mail(?: app)?\b|邮件"), ("maps", r"\b(?:maps?|navigation)(?: app)?\b|地图"),
    ("music", r"\bmusic(?: player| app)?\b|音乐"), ("gallery", r"\b(?:gallery|photos?)(?: app)?\b|相册"), ("phone", r"\b(?:phone|dialler|dialer|calling)(?: app)?\b|电话"), ("launcher", r"\b(?:launcher|home(?: screen)? app)\b|桌面"), ("assistant", r"\bassistant\b|助手"),
)  # fmt: skip


def _has_update(world: World, arguments: Mapping[str, Json]) -> None:
    """The app has an update waiting."""
    for key, row in world.table("apps").items():
        if str(row["name"]).casefold() == str(arguments["appName"]).casefold():
            world.rows.put("apps", key, latest=f"{row['version']}.1")


def _has_cache(world: World, arguments: Mapping[str, Json]) -> None:
    for key, row in world.table("apps").items():
        if str(row["name"]).casefold() == str(arguments["appName"]).casefold():
            world.rows.put("apps", key, cache_mb=48, data_mb=max(int(row["data_mb"]), 5))


def _trashed(world: World, arguments: Mapping[str, Json]) -> None:
    world.rows.file(world.draw.file_name(), "Documents", trashed=True)


add_forms(
    Form("app_notifications", "set_app_notifications", r"\bnotifications?\b|\balerts\b|通知", (app(marker=r"\b(?:from|for|of)\b"), choice("enabled", (False, rf"{OFF}|\b(?:stop|block|mute|silence|no more)\b|屏蔽"), (True, rf"{ON}|\b(?:allow|start|unmute)\b|允许"), asks="whether on or off")), words=SET + " notifications sending me getting showing show app push 通知 应用 的 不要 stop", unless=r"\b(?:sound|tone|vibrat\w+|volume|clear|summar\w+|lock ?screen|read|what|do not disturb|permission|until)\b|铃声|读", done=("The notifications of {appName} are set.", "{appName}的通知已设置。")),
    Form("permission", "manage_app_permission", r"\b(?:access|permission|allow|let|deny|stop|revoke|block|grant|give|don't let)\b|权限|允许|禁止", (app(asks=OTHERWISE), choice("action", ("revoke", r"\b(?:revoke|deny|stop|block|remove|take away|don'?t let|do not let|disallow)\b|禁止|撤销|取消|不(?:让|允许)"), ("grant", r"\b(?:grant|allow|let|give|permit)\b|允许|授予|给"), asks="whether to allow or to deny it"), choice("permission", *_PERMISSIONS, asks="which permission")),
         words="access to use using the its for from my permission permissions read see app off a turn know 访问 使用 的 权限 应用 读取", unless=r"\b(?:notifications?|install|background|do not disturb|all apps|every app|minutes|hours|disturb|lock|battery)\b|通知|安装|后台|所有", done=("The permission is set.", "权限已设置。")),
    Form("default_app", "manage_default_app", r"\bdefault\b|默认", (app(marker=r"\b(?:make|set|use)\b"), choice("role", *_ROLES, asks="the default for what")), fixed={"action": "set"}, words=SET + " default app as 默认 应用 为", unless=r"\b(?:keyboard|ringtone|card|payment|sim|settings|font|calendar)\b|键盘|铃声|支付|输入法", done=("{appName} is the default now.", "默认应用已设为{appName}。")),
    Form("background", "set_background_limit", r"\bbackground\b|后台", (app(asks=OTHERWISE), choice("mode", ("restricted", r"\b(?:restrict(?:ed)?|stop|don'?t (?:let|allow)|block|prevent|never)\b|限制|禁止|不(?:让|要)"), ("unrestricted", r"\b(?:unrestricted|freely|always|allow|let|without limits)\b|不限制|允许"), ("optimized", r"\boptimi[sz]ed\b|优化"), asks="how to limit it")), words="from running run in the background app activity set to let allow it use data battery 后台 运行 在 应用 的", unless=r"\b(?:wallpaper|sync|colou?r|picture|home ?screen)\b|壁纸|同步", done=("{appName} is limited so.", "{appName}的后台已设置。")),
    Form("lock_app", "manage_app_lock", r"\block\b|锁(?:定|住|上)?|加锁", (app(),), fixed={"action": "lock"}, words="lock the app with my pin behind a password fingerprint up put on 锁定 应用 给 加锁 密码", unless=r"\b(?:phone|screen|unlock|home|device|door)\b|屏|手机|解锁", given=(lambda world, arguments: _unlocked(world, arguments),), done=("{appName} is locked.", "{appName}已加锁。")),
    Form("hide_app", "manage_private_space", r"\bhide\b|隐藏", (app(),), fixed={"action": "hide"}, words="hide the app in my private space from others 隐藏 应用 到 私密空间", unless=r"\b(?:home ?screen|notifications?|folder|dock|photo)\b|桌面|通知", done=("{appName} is hidden.", "{appName}已隐藏。")),
    Form("clear_cache", "clear_app_data", r"\b(?:clear|delete|wipe|empty)\b(?=.*\bcaches?\b)|(?:清除|清理|清空)(?=.*缓存)", (app(marker=r"\b(?:of|for)\b", asks=OTHERWISE),), fixed={"what": "cache"}, words="the cache cached data files of for app 缓存 的 应用 清除 清理", unless=r"\ball\b|所有|全部", given=(_has_cache,), done=("The cache of {appName} is empty.", "{appName}的缓存已清除。")),
    Form("clear_caches", "clean_storage", r"\b(?:clear|delete|wipe|empty)\b(?=.*\bcaches?\b)|(?:清除|清理|清空)(?=.*缓存)", (), fixed={"target": "cache"}, words="all the app apps caches cache cached data my phone's of files every 所有 全部 应用 缓存 的", unless=r"\bone\b", also=r"\b(?:all|every|apps'?|phone'?s)\b|所有|全部", done=("The caches are empty.", "缓存已清除。")),
    Form("clear_data", "clear_app_data", r"\b(?:clear|delete|wipe|reset|erase)\b(?=.*\b(?:all )?(?:the )?(?:app )?data\b)|清除(?=.*数据)", (app(marker=r"\b(?:of|for)\b", asks=OTHERWISE),), fixed={"what": "data"}, words="all the app's app data of for and accounts storage its 数据 的 应用 所有 全部", unless=r"\b(?:caches?|mobile data|usage|medical)\b|缓存|流量", given=(_has_cache,), done=("The data of {appName} is gone.", "{appName}的数据已清除。")),
    Form("update_app", "update_app", r"\b(?:update|upgrade)\b|更新|升级", (app(asks=OTHERWISE),), words="update upgrade the app to latest newest version 更新 升级 应用 到 最新 版本", unless=r"\b(?:auto\w*|contact|note|software|system|content|event|number|all)\b|自动|系统|笔记", given=(_has_update,), done=("{appName} is up to date.", "{appName}已更新。")),
    Form("update_all", "update_app", r"\b(?:update|upgrade)\b(?=.*\bapps\b)|(?:更新|升级)(?=.*(?:所有|全部).*应用)", (), fixed={"everything": True}, words="all my of the apps every 所有 全部 应用", unless=r"\b(?:auto\w*|except|but|off|on)\b|自动|除", done=("All apps are up to date.", "应用已全部更新。")),
    Form("empty_trash", "manage_trash", r"\b(?:empty|clear|clean out)\b(?=.*\b(?:trash|bin|recycle bin|rubbish)\b)|清空(?=.*(?:回收站|垃圾))", (), fixed={"action": "empty"}, words="the my trash bin recycle rubbish files can 回收站", unless=r"\b(?:mail|e-?mail|photos?)\b", given=(_trashed,), done=("The trash is empty.", "回收站已清空。")),
    Form("duplicates", "clean_storage", r"\b(?:delete|remove|clean(?: up)?|clear)\b(?=.*\bduplicate files\b)|(?:删除|清理)(?=.*重复(?:的)?文件)", (), fixed={"target": "duplicates"}, words="all the duplicate files on my phone 重复 文件 的", given=(lambda world, arguments: [world.rows.file("harbour.pdf", folder, size_mb=3.25) for folder in ("Documents", "Downloads")],), done=("The duplicates are gone.", "重复文件已清理。")),
    Form("installers", "clean_storage", r"\b(?:delete|remove|clean(?: up)?|clear)\b(?=.*\b(?:apks?|installers?|installer files|install files)\b)|(?:删除|清理)(?=.*安装包)", (), fixed={"target": "apks"}, words="all the apk apks installer installers install files file old on my phone 安装包", given=(lambda world, arguments: world.rows.add("files", "fi", name="quillpad.apk", folder="Downloads", type="apk", size_mb=41.0, modified=world.rows.now - 90_000, trashed=False),), done=("The installers are gone.", "安装包已清理。")),
    Form("download", "download_file", r"\bdownload\b|下载", (value("url", "url", OTHERWISE),), words="download the file from this link page to my phone 下载 文件 这个 链接", unless=r"\b(?:song|playlist|app|into)\b", done=("It is downloaded.", "已下载。")),
    Form("storage_left", "get_storage_status", r"\bhow (?:much|full)\b(?=.*\b(?:storage|space|memory)\b)|\b(?:storage|space) (?:left|free|available)\b|(?:剩余?|还有|多少).{0,6}(?:存储|空间|内存)|(?:存储|空间|内存).{0,6}(?:剩|还有|多少)", (), words="how much storage space memory do i have left free is available on my phone what's the full there remaining 多少 存储 空间 内存 还 有 剩 剩余 手机",
         unless=r"\b(?:app|photos|cloud|does|sd|use|uses|used|ram)\b|应用", tell=lambda found: [list(dict.fromkeys([f"{found['freeMb'] / 1000:.1f}", f"{found['freeMb'] / 1000:.0f}", f"{found['freeMb'] / 1024:.1f}", f"{found['freeMb'] / 1024:.0f}", f"{found['freeMb']:g}"]))], done=("{answer} GB are free.", "剩余{answer}GB。")),
    Form("biggest_app", "search_apps", r"\b(?:biggest|largest|heaviest)\b(?=.*\bapps?\b)|\bapps?\b(?=.*\b(?:most|biggest|largest)\b.*\b(?:space|storage)\b)|(?:最大|占.{0,4}最多).{0,6}(?:应用|软件)|(?:应用|软件).{0,6}(?:最大|最占|占.{0,4}最多)", (), fixed={"sortBy": "size", "maxResults": 1}, words="what which is the biggest largest app apps on my phone takes take uses use using taking up most space storage installed 哪个 应用 最大 占 空间 最多 手机 里 软件", unless=r"\b(?:battery|data|time)\b|电|流量", tell=lambda found: [found["apps"][0]["name"]], done=("That is {answer}.", "是{answer}。")),
)  # fmt: skip


def _unlocked(world: World, arguments: Mapping[str, Json]) -> None:
    for key, row in world.table("apps").items():
        if str(row["name"]).casefold() == str(arguments["appName"]).casefold():
            world.rows.put("apps", key, locked=False)


@plan(
    cue=r"\btrash\b|\bbin\b|回收站",
    words="restore recover bring back get undelete the file from trash bin recycle 恢复 还原 回收站 里 的 文件 从",
)
def restored_file(clause: Clause, world: World) -> Step | None:
    """A file out of the trash again."""
    if not clause.take(r"\b(?:restore|recover|undelete|bring back|get back)\b|恢复|还原"):
        return None
    said = clause.value("file", "text")
    if said is None:
        raise Unfit("incomplete", "does not say which file")
    if not any(row["trashed"] and str(row["name"]).casefold() == said.casefold() for row in world.table("files").values()):
        world.rows.file(said, "Documents", trashed=True)
        world.note_entity("file", said, added=True)

    def act(play: Play) -> str:
        key = the_one(play.call("manage_trash", why="See what is in it.", action="list")["files"], "file", name=said)["id"]
        play.call("manage_trash", why=f"{said} is {key}.", action="restore", fileId=key)
        return world.say(f"{said} is back.", f"{said}已恢复。")

    return Step(act, behaviour=Behaviour.REFERENCE)


# -- power, language, formats

_WIFI_ONLY = (
    ("wifi_only", r"\b(?:only )?(?:over|on|via) wi-?fi(?: only)?\b|仅限?(?:wi-?fi|无线)"),
    ("off", rf"{OFF}|\bnever\b|不要"),
    ("always", rf"{ON}|\balways\b|始终"),
)
_WEEKDAY = (
    ("monday", r"\bmonday\b|周一|星期一"),
    ("saturday", r"\bsaturday\b|周六|星期六"),
    ("sunday", r"\bsunday\b|周日|周天|星期(?:日|天)"),
)
_DATE_FORMATS = (
    ("YYYY-MM-DD", r"\byyyy-mm-dd\b"),
    ("DD/MM/YYYY", r"\bdd/mm/yyyy\b|\bday/month/year\b"),
    ("MM/DD/YYYY", r"\bmm/dd/yyyy\b|\bmonth/day/year\b"),
    ("DD.MM.YYYY", r"\bdd\.mm\.yyyy\b"),
)
_PERIODS = (
    ("today", r"\btoday\b|今天|今日"),
    ("yesterday", r"\byesterday\b|昨天"),
    ("week", r"\b(?:this week|(?:in )?the (?:last|past) (?:week|seven days|7 days))\b|本周|这周|最近一周|过去7天"),
)


add_forms(
    Form("saver_at", "set_battery_saver", r"\bbattery sav(?:er|ing)\b(?: mode)?|\b(?:power[ -]sav(?:er|ing)|low power)(?: mode)?\b|省电(?:模式)?", (number("atPercent", 0, 75, kinds=("percent",), asks=OTHERWISE),), words=SET + " on start automatically when at battery gets hits drops falls to is below i hit reach reaches my by itself level 当 电量 低于 到 时 自动", done=("The battery saver starts at {atPercent}%.", "电量{atPercent}%时自动省电。")),
    Form("charging_limit", "set_charging_limit", r"\b(?:charg(?:e|ing)|battery)\b|充电|充到", (choice("percent", *((item, rf"\b{item} ?(?:%|percent)|{item}%") for item in (80, 85, 90, 95)), (100, r"\b100 ?(?:%|percent)|\bfully\b"), asks="which limit"),), words=SET + " limit charging charge at stop battery only up past don't beyond phone maximum protect 充电 上限 限制 到 停止 最多", also=r"\b(?:limit|stop|only|past|beyond|up to|maximum)\b|限制|上限|停止|最多", unless=r"\b(?:saver|saving|alert|notify|when|remind\w*|warn)\b|省电|提醒", done=("Charging stops at {percent}%.", "充电上限已设为{percent}%。")),
    Form("battery", "get_battery_status", r"\bbattery\b|\bcharge\b|电量|电池|多少电", (), words="how much battery do i have left is the my what's what percentage level phone's phone charge remaining there at tell me check 多少 电量 还 有 剩 剩余 电 手机 查 查一下", also=r"\b(?:how much|what|what's|percentage|level|check)\b|多少|剩|查", unless=r"\b(?:health|drain\w*|using|uses|app|saver|limit|headphones|earbuds|buds|watch|apps|most|replace|save|cycles)\b|耳机|手表|健康|耗电|省电",
         tell=lambda found: [[f"{found['level']}%", str(found["level"])]], done=("The battery is at {answer}.", "电量{answer}。")),
    Form("battery_health", "get_battery_status", r"\bbattery health\b|电池健康(?:度)?", (), words="what what's is my the check how of phone tell me show good 多少 怎么样 查", tell=lambda found: [[f"{found['healthPercent']}%", str(found["healthPercent"])]], done=("The battery's health is {answer}.", "电池健康度{answer}。")),
    Form("hungry_app", "get_battery_status", r"\bbattery\b|耗电", (), words="what which app is using uses used drains draining eating the most my battery up killing so much 哪个 应用 最 耗电 什么", also=r"\b(?:most|drain\w*|killing|eating)\b|最耗电", unless=r"\b(?:data|storage|how much)\b", tell=lambda found: [found["topApps"][0]["app"]] if found["topApps"] else [], done=("{answer} uses most of it.", "{answer}最耗电。")),
    Form("scheduled_power", "manage_scheduled_power", r"\b(?:phone|device|itself)\b|手机|关机|开机", (choice("event", ("power_off", r"\b(?:turn|switch|power|shut)(?: itself)?(?: (?:the|my) phone)?(?: itself)? (?:off|down)\b|关机"), ("power_on", r"\b(?:turn|switch|power)(?: itself)?(?: (?:the|my) phone)?(?: itself)? on\b|开机"), asks=OTHERWISE), value("time", "time", OTHERWISE), value("days", "days")), fixed={"action": "set"},
         words="schedule set the my phone to itself at every night day automatically each off on turn switch 定时 自动 每天 每晚 手机 设置", also=r"\b(?:schedule|every|daily|each|automatically|weekdays?|nightly)\b|定时|每天|每晚|自动", unless=r"\b(?:wi-?fi|bluetooth|alarm|disturb|mode|screen|light|lamp|data|notifications?|stop)\b|蓝牙|模式|勿扰|取消", done=("That is scheduled for {time}.", "已设置{time}。")),
    Form("system_language", "manage_language", r"\b(?:system|phone|device)(?:'s)? language\b|\blanguage of (?:the|my) (?:phone|system)\b|\b(?:phone|system)\b(?=.*\b(?:to|in|into) (?:english|spanish|french|german|italian|portuguese|japanese|korean|hindi|chinese|arabic|polish)\b)|系统语言|手机语言", (language("language"),), fixed={"action": "set_primary"}, words=SET + " phone's phone system language in into speak menus want 语言 手机 系统", unless=r"\b(?:keyboard|assistant|translate|typing|voice|add|remove)\b|键盘|助手|翻译", done=("The phone speaks {language} now.", "系统语言已设为{language}。")),
    Form("hour_format", "set_date_time_format", r"\b(?:12|24|twelve|twenty[ -]four)[ -]?hours?\b|(?:12|24|十二|二十四)小时制?", (choice("hourFormat", ("24h", r"\b(?:24|twenty[ -]four)[ -]?hours?\b|(?:24|二十四)小时制?"), ("12h", r"\b(?:12|twelve)[ -]?hours?\b|(?:12|十二)小时制?")),), words=SET + " clock time format display show in as am/pm instead of 时间 格式 制 显示", also=r"\b(?:clock|format|time)\b|制|格式", unless=r"\b(?:timer|alarm|do not disturb|for|in)\b", done=("The clock shows {hourFormat} now.", "已切换为{hourFormat}。")),
    Form("date_format", "set_date_time_format", r"\bdate format\b|日期格式", (choice("dateFormat", *_DATE_FORMATS, asks="which format"),), words=SET + " date format", done=("Dates are written {dateFormat} now.", "日期格式已设置。")),
    Form("temperature_unit", "set_regional_preferences", r"\b(?:celsius|fahrenheit)\b|摄氏度?|华氏度?", (choice("temperatureUnit", ("celsius", r"\bcelsius\b|摄氏度?"), ("fahrenheit", r"\bfahrenheit\b|华氏度?")),), words=SET + " temperature temperatures units unit show in display weather degrees instead of 温度 单位 显示", also=r"\b(?:set|change|switch|show|use|display)\b|设|改|换|显示", unless=r"\d|\b(?:convert|what|thermostat|how|from)\b|等于|多少", done=("Temperatures are in {temperatureUnit} now.", "温度单位已设置。")),
    Form("measurement", "set_regional_preferences", r"\b(?:metric|imperial)\b|公制|英制", (choice("measurementSystem", ("metric", r"\bmetric\b|公制"), ("imperial", r"\bimperial\b|英制")),), words=SET + " units unit system measurement measurements instead of 单位", done=("Units are {measurementSystem} now.", "单位已设置。")),
    Form("first_day", "set_regional_preferences", r"\b(?:first day of the week|week(?:s)? (?:to )?starts?|start(?: of)? the week)\b|(?:每周|一周)(?:的)?第一天|一周从", (choice("firstDayOfWeek", *_WEEKDAY, asks="which day"),), words=SET + " first day of the week weeks start on starts with calendar be is as 为 是 开始 日历", done=("The week starts on {firstDayOfWeek} now.", "每周第一天已设置。")),
    Form("check_update", "manage_system_update", r"\b(?:system|software|android|phone)? ?updates?\b|\bup to date\b|系统更新|更新", (), fixed={"action": "check"}, words="check for a any is there are new system software android updates update available my phone the up to date 检查 有没有 有 系统 更新 新 版本", also=r"\b(?:check|any|available|is there|is my phone)\b|检查|有没有|有新", unless=r"\b(?:install|tonight|apps?|auto\w*|contact|note)\b|安装|应用|自动", tell=lambda found: [[str(found["available"]["version"])]] if found["available"] else [], done=("Version {answer} is available.", "有新版本{answer}。")),
    Form("update_tonight", "manage_system_update", r"\bupdates?\b|更新", (), fixed={"action": "install_tonight"}, words="install the system software android update updates my phone tonight overnight 安装 系统 更新 今晚 在", also=r"\b(?:tonight|overnight)\b|今晚", unless=r"\b(?:app|apps|cancel|check|now)\b|应用|取消", undo={"action": "cancel"}, done=("The update is installed tonight.", "今晚安装更新。")),
    Form("install_update", "manage_system_update", r"\b(?:install|do|run)\b(?=.*\b(?:system|software|android|phone)\b.*\bupdate\b)|\bupdate (?:my|the) (?:phone|system|software)\b|安装系统更新|更新系统", (), fixed={"action": "install"}, words="install do run the system software android update my phone now latest 安装 系统 更新", unless=r"\b(?:tonight|overnight|cancel|check|app|apps|auto\w*)\b|今晚|取消|应用|自动", check="calls", done=("The update is being installed.", "正在安装更新。")),
    Form("auto_update", "set_auto_update", r"\b(?:auto(?:matic(?:ally)?)?[ -]?)updat(?:e|es|ing)\b|\bupdate(?:s|d)? (?:apps? |the system )?automatic(?:ally)?\b|自动更新", (choice("target", ("apps", r"\bapps?\b|应用"), ("system", r"\b(?:system|software|phone|android)\b|系统"), asks="apps or system"), choice("mode", *_WIFI_ONLY, asks="when")), words=SET + " only update updates automatic automatically auto app for of 只 在 下", done=("Automatic updates are set.", "自动更新已设置。")),
    Form("rename_phone", "manage_device_info", r"\b(?:rename|call|name)\b(?=.*\b(?:phone|device)\b)|\b(?:phone|device)(?:'s)? name\b|(?:手机|设备)(?:名称|名字|改名)", (name("name", r"\b(?:to|as)\b|\b(?:rename|call|name) (?:my|this|the) (?:phone|device)\b|改成|改为|叫", "the new name"),), fixed={"action": "rename"}, words="rename call name my this the phone device to change set phone's 手机 改名 名称 名字 设备", unless=r"\b(?:what|what's|contact|mum|dial)\b|什么|电话", done=("The phone is called {name}.", "手机名称已改为{name}。")),
    Form("android_version", "manage_device_info", r"\b(?:android|software|os) version\b|\b(?:what|which) (?:version of )?android\b|安卓版本|系统版本", (), fixed={"action": "get"}, words="what what's which is my the of android version am i on do have does this phone running run tell me check 什么 是 多少 查 我的 手机", tell=lambda found: [str(found["androidVersion"])], done=("This phone has Android {answer}.", "安卓版本是{answer}。")),
    Form("phone_model", "manage_device_info", r"\b(?:phone|device) model\b|\bwhat (?:phone|model)\b|\bmodel\b(?=.*\bphone\b)|手机型号|什么(?:手机|型号)", (), fixed={"action": "get"}, words="what what's which is this my phone model the of do i have tell me device 什么 是 我的 型号 这", unless=r"\b(?:number|serial|imei|battery|version)\b", tell=lambda found: [str(found["model"])], done=("This is a {answer}.", "这是{answer}。")),
    Form("imei", "manage_device_info", r"\bimei\b", (), fixed={"action": "get"}, words="what what's is my the phone's number of this phone tell me show find 什么 多少 是 查 手机 的", tell=lambda found: [str(found["imei"])], done=("The IMEI is {answer}.", "IMEI是{answer}。")),
    Form("reset_network", "reset_settings", r"\breset\b(?=.*\bsettings\b)|(?:重置|还原)(?=.*设置)", (choice("scope", ("network", r"\bnetwork\b|网络"), ("accessibility", r"\baccessibility\b|无障碍"), ("app_preferences", r"\bapp preferences\b|应用偏好"), asks="which settings"),), words="reset the my settings to default all phone's 重置 还原 设置 所有", unless=r"\b(?:factory|everything|phone to)\b|出厂", check="calls", done=("The settings are reset.", "设置已重置。")),
    Form("back_up", "manage_backup", r"\bback ?up\b|备份", (), fixed={"action": "back_up_now"}, words="back up my phone now backup make do a start run the to cloud 备份 手机 现在 立即 一下", unless=r"\b(?:off|on|every|only|when|status|last|turn|photos?|contacts?|messages?|automatic\w*|include)\b|关|自动|照片", check="calls", given=(lambda world, arguments: _backs_up(world),), done=("The backup is made.", "备份完成。")),
    Form("sync_now", "manage_account", r"\bsync(?:hroni[sz]e)?\b|同步", (), fixed={"action": "sync_now"}, words="sync synchronize all my accounts account now everything 同步 所有 账号 账户 现在 立即", also=r"\baccounts?\b|账[号户]", unless=r"\b(?:off|on|turn|google|work|contacts|photos|calendar|mail)\b|关", check="calls", done=("The accounts are synced.", "账号已同步。")),
    Form("guest_mode", "manage_user", r"\bguest (?:mode|user|account)\b|访客(?:模式)?", (), fixed={"action": "switch", "user": "guest"}, words="switch to turn on enter go into enable the mode user put phone in 切换到 打开 开启 进入 到", unless=r"\b(?:off|out|exit|leave|remove|wi-?fi)\b|关|退出", done=("The phone is in guest mode.", "已切换到访客模式。")),
    Form("screen_time", "get_screen_time", r"\bscreen time\b|\bhow (?:long|much(?: time)?)\b(?=.*\b(?:phone|app|use|used|using|spend|spent|on)\b)|屏幕(?:使用)?时间|用(?:了)?多久|多长时间", (choice("period", *_PERIODS, asks=OTHERWISE), app(asks="")), words="how long much time have i did do was used use using spend spent on my phone screen the what's what is for app in 我 多久 用 了 使用 时间 手机 屏幕 花 在 上 多少", unless=r"\b(?:run|ran|workout|walk\w*|cycl\w+|swim\w*|activity|yoga|sleep|call|calls|battery|limit|data|drive|money|food|transport|shopping|flight|event|meeting)\b|跑|运动|流量|钱",
         given=(lambda world, arguments: _used(world, arguments),), tell=lambda found: [hours_words(int(found["minutes"] if "minutes" in found else found["totalMinutes"]))] if found.get("minutes", found.get("totalMinutes")) else [], done=("{answer} minutes.", "{answer}分钟。")),
    Form("app_timer", "set_app_timer", r"\b(?:limit|timer|only let me|let me only|restrict|no more than|at most|allow(?: me)?|cap)\b|限制|每天(?:最多|只)", (app(), length("minutes", 60, "how long a day")), words="set a limit of for on to my app timer daily time use using only let me a day per each restrict usage no more than at most allow an i can screen 每天 最多 只 用 使用 时间 限制 应用 能 在 分钟 个", also=r"\b(?:day|daily)\b|每天|每日", unless=r"\b(?:data|storage|battery|countdown|alarm)\b|流量", done=("{appName} is limited to {minutes} minutes a day.", "{appName}每天限用{minutes}分钟。"), given=(lambda world, arguments: world.arrange("set_app_timer", appName=arguments["appName"], minutes=5),)),
    Form("focus_app", "manage_focus_mode", r"\bfocus mode\b|专注模式", (app(), choice("action", ("remove_app", r"\b(?:remove|take)\b|移除|删除"), ("add_app", r"\b(?:add|include|put|pause|block)\b|添加|加入?"), asks="what to do with focus mode")), words="add remove include put take to from in the app of list when is on pause block during out 添加 到 从 加入 应用", done=("Focus mode is changed.", "专注模式已更新。")),
)  # fmt: skip


def _backs_up(world: World) -> None:
    """The backup is on and may be made now."""
    world.arrange("manage_backup", action="turn_on", wifiOnly=False)


def _used(world: World, arguments: Mapping[str, Json]) -> None:
    """Some use of the app, or of the phone, on the day in question."""
    day = world.draw.today if arguments["period"] != "yesterday" else world.draw.day(-1, -1)
    for key, row in world.table("apps").items():
        if not row["system"] and str(row["name"]).casefold() == str(arguments.get("appName", row["name"])).casefold():
            used = world.table("app_usage").get(key, {"minutes": {}})
            world.rows.put("app_usage", key, app=key, minutes={**used["minutes"], day.isoformat(): 37})
            return


# -- security, emergencies, the assistant

_BLOOD = ("AB+", "AB-", "A+", "A-", "B+", "B-", "O+", "O-")
_LOCK_SHOWS = (
    ("none", r"\b(?:no notifications|hide (?:all )?notifications|notifications off|don't show notifications)\b|不显示通知|隐藏通知"), ("hide_sensitive", r"\b(?:hide )?sensitive(?: content| notifications)?\b|敏感(?:内容|信息)"), ("all", r"\b(?:show all|all) notifications\b|显示(?:所有|全部)通知"),
)  # fmt: skip
_DELAYS = ((0, r"\bimmediately\b|\bright away\b|\bat once\b|立即"), (5, r"\b(?:5|five) seconds\b|5秒"), (15, r"\b15 seconds\b|15秒"), (30, r"\b30 seconds\b|\bhalf a minute\b|30秒"), (60, r"\b(?:1|one|a) minute\b|1分钟|一分钟"), (300, r"\b(?:5|five) minutes\b|5分钟|五分钟"), (600, r"\b(?:10|ten) minutes\b|10分钟|十分钟"))  # fmt: skip
_VOICES = (
    ("warm", r"\bwarm\b|温暖"),
    ("bright", r"\bbright\b|明亮"),
    ("calm", r"\bcalm\b|平静"),
    ("deep", r"\bdeep(?:er)?\b|低沉"),
)
_RATES = (
    ("slow", r"\bslow(?:er|ly)?\b|慢"),
    ("fast", r"\b(?:fast(?:er)?|quick(?:er|ly)?)\b|快"),
    ("normal", r"\bnormal\b|正常"),
)
_LIVE = (
    ("captions", r"\bcaptions?\b|字幕"),
    ("conversation", r"\b(?:conversation|interpreter|talk|chat)\b|对话|口译"),
    ("call", r"\bcall\b|通话"),
)
_TARGETS = (
    ("en", r"\benglish\b|英语|英文"), ("zh", r"\b(?:chinese|mandarin)\b|中文"), ("es", r"\bspanish\b|西班牙语"), ("fr", r"\bfrench\b|法语"), ("de", r"\bgerman\b|德语"), ("ja", r"\bjapanese\b|日语"), ("hi", r"\bhindi\b|印地语"),
)  # fmt: skip
_SPY = (("camera", r"\bcamera\b|相机|摄像头"), ("microphone", r"\b(?:microphone|mic)\b|麦克风"), ("location", r"\blocation\b|位置|定位"), ("contacts", r"\bcontacts\b|通讯录|联系人"), ("photos", r"\bphotos\b|照片"))  # fmt: skip


def _uses(permission: str, world: World) -> None:
    row = next(row for row in world.table("apps").values() if not row["system"])
    world.rows.add("permission_usage", "pu", app=row["id"], permission=permission, at=world.rows.now - 5000)


def _translates(world: World, arguments: Mapping[str, Json]) -> None:
    world.arrange("control_live_translation", action="start", mode="captions", targetLanguage="fr")


add_forms(
    Form("security_scan", "run_security_scan", r"\b(?:scan|check)\b(?=.*\b(?:virus(?:es)?|malware|security|threats?|harmful|spyware)\b)|\b(?:security|virus|malware) (?:scan|check)\b|(?:扫描|查杀|检查)(?=.*(?:病毒|安全|恶意))|杀毒", (), words="scan my phone for viruses virus malware security check run do a threats harmful apps is it safe start device perform 扫描 手机 病毒 安全 查杀 检查 一下 做", unless=r"\b(?:update|qr|document)\b|更新|二维码", check="calls", reads=True, done=("The scan is done.", "扫描已完成。")),
    Form("privacy", "get_privacy_dashboard", r"\b(?:which|what) apps?\b|\bwho\b|哪些?(?:应用|软件)", (choice("permission", *_SPY, asks=OTHERWISE),), words="which what app apps has have been used accessed using accessing my the lately recently today is access use in last 24 hours who 应用 用 过 使用 了 我的 访问 最近 今天 哪些", also=r"\b(?:used|using|accessed|accessing|access)\b|用|访问", unless=r"\b(?:battery|data|storage|can|may|allowed|permission|most|week|yesterday)\b|电|流量|可以", given=(lambda world, arguments: _uses(str(arguments["permission"]), world),), tell=lambda found: list(dict.fromkeys(item["app"] for item in found["uses"])) if found["total"] <= 8 else [], done=("{answer}.", "{answer}。")),
    Form("lock_delay", "set_screen_lock", r"\block\b|锁定?", (choice("lockAfterSeconds", *_DELAYS, asks=OTHERWISE),), words="lock my the phone screen itself after make automatically set to auto-lock auto 手机 屏幕 锁定 后 自动 设置", also=r"\b(?:after|auto[ -]?lock|immediately)\b|后|自动|立即", unless=r"\b(?:app|timeout|off)\b|息屏|应用", done=("The phone locks itself then.", "自动锁定已设置。")),
    Form("lock_notifications", "set_screen_lock", r"\block ?screen\b|锁屏", (choice("showNotifications", *_LOCK_SHOWS, asks=OTHERWISE),), words="on the lock screen lockscreen from show hide my notifications content in 在 上 锁屏 通知 显示 隐藏", unless=r"\b(?:wallpaper|app)\b|壁纸", done=("The lock screen is set.", "锁屏通知已设置。")),
    Form("new_pin", "set_screen_lock", r"\b(?:change|set|update)\b(?=.*\b(?:pin|passcode|screen lock)\b)|(?:修改|更改|设置)(?=.*(?:锁屏密码|解锁密码))", (Slot("newCode", lambda clause, world: (found := clause.take(r"\b\d{4,16}\b")) and found[0], "the new code"),), words="change set update my the phone's phone screen lock pin passcode code to 修改 更改 设置 锁屏密码 解锁密码 为", unless=r"\b(?:sim|wi-?fi|card|app)\b", done=("The code is changed.", "密码已修改。")),
    Form("lost_mode", "manage_find_my_phone", r"\b(?:lost mode|mark (?:my|this|the) phone as lost)\b|丢失模式", (text("message", r"\b(?:with (?:the )?message|saying|message)\b|显示"), value("number", "phone")), fixed={"action": "mark_lost"}, words="put turn on my phone into in lost mode activate enable number call with the 开启 打开 手机 到", unless=r"\b(?:off|end|found|stop)\b|关", given=(lambda world, arguments: world.arrange("manage_find_my_phone", action="turn_on"),), done=("The phone is in lost mode.", "已开启丢失模式。")),
    Form("emergency_contact", "manage_emergency_info", r"\bemergency contacts?\b|紧急联系人", (choice("action", ("remove_contact", r"\b(?:remove|delete)\b|删除|移除"), ("add_contact", r"\b(?:add|make|set|put)\b|添加|设为|加"), asks="what to do with the emergency contacts"), person("contactName", r"\b(?:add|make|set|remove|delete|put)\b|把")), words="as an a my to from emergency contact contacts list the be 为 从", done=("The emergency contacts are changed.", "紧急联系人已更新。"),
         given=(lambda world, arguments: world.arrange("manage_emergency_info", action="add_contact", contactName=arguments["contactName"]) if arguments["action"] == "remove_contact" else world.arrange("manage_emergency_info", action="remove_contact", contactName=arguments["contactName"]),)),
    Form("blood_type", "manage_emergency_info", r"\bblood (?:type|group)\b|血型", (Slot("bloodType", lambda clause, world: next((item for item in _BLOOD if clause.take(rf"(?<![A-Za-z]){item[:-1]}(?:{chr(92) + item[-1]}| {'positive' if item[-1] == '+' else 'negative'})(?![A-Za-z])|{item[:-1]}型{'阳性' if item[-1] == '+' else '阴性'}")), None), "which blood type"),), fixed={"action": "set_medical"}, words=SET + " is to blood type medical info information in add put record as emergency 是 血型 医疗 信息", unless=r"\b(?:what|whats|what's)\b|什么", undo={"bloodType": "unknown"}, done=("The blood type is noted.", "血型已记录。")),
    Form("assistant_voice", "set_assistant_preferences", r"\bassistant(?:'s)?\b|\byour voice\b|助手|你的声音", (choice("voice", *_VOICES, asks="which voice"),), words=SET + " assistant assistant's voice your use a 声音 语音 语音助手", also=r"\bvoice\b|声音|音色", unless=r"\b(?:typing|faster|slower|speed)\b", done=("The assistant's voice is {voice} now.", "助手声音已设置。")),
    Form("assistant_speed", "set_assistant_preferences", r"\b(?:assistant|speak|talk|speech)\b|助手|说话|语速", (choice("speechRate", *_RATES, asks=OTHERWISE),), words=SET + " assistant speak talk speech rate speed more please a bit 说 说话 语速 一点 点 助手 调", unless=r"\b(?:playback|podcast|voice typing|bright|mode|fan)\b|播放", done=("The assistant speaks {speechRate} now.", "语速已设置。")),
    Form("clear_history", "manage_assistant_history", r"\b(?:assistant|conversation|request|voice) history\b|\bhistory of (?:the|my|our) (?:assistant|conversations?|requests?)\b|助手(?:的)?(?:历史|记录)", (), fixed={"action": "clear"}, words="clear delete erase wipe all the my of 清空 清除 删除 所有 全部 记录", also=r"\b(?:clear|delete|erase|wipe)\b|清|删", given=(lambda world, arguments: world.rows.add("assistant_history", "hx", request="Set a timer", reply="Done.", time=world.rows.now - 9000),), done=("The history is gone.", "历史记录已清空。")),
    Form("notification_summary", "summarize_notifications", r"\bnotifications\b|通知", (), words="what what's summarize summarise sum up read me my the notifications unread new did i miss have are there do any show tell check 总结 汇总 看看 读 有 什么 哪些 未读 我的 新", also=r"\b(?:summari[sz]e|sum up|what|read|miss|any|show|check)\b|总结|汇总|看|读|什么|哪些", unless=r"\b(?:off|on|turn|from|sound|volume|lock|clear|delete|panel|shade|bar|permission|vibrat\w+)\b|关|开|声|栏", given=(lambda world, arguments: world.rows.add("notifications", "nt", app="calendar", title=world.draw.title(), text=world.draw.phrase(), time=world.rows.now - 1500),), tell=lambda found: [item["title"] for item in found["newest"]] if 0 < found["total"] <= 5 else [], done=("{answer}", "{answer}")),
    Form("live_translation", "control_live_translation", r"\b(?:live (?:translat(?:e|ion)|interpreter|captions?)|interpreter|translat(?:e|ed|ion))\b|实时翻译|同声传译|翻译", (choice("mode", *_LIVE, asks=OTHERWISE), Slot("targetLanguage", lambda clause, world: next((code for code, words in _TARGETS if clause.take(rf"(?:\b(?:in|to|into) |成|为)(?:{words})")), None))), fixed={"action": "start"}, words="start turn on live translation translate translated the my this a mode interpreter for conversation please with 开始 打开 开启 实时 翻译 这个 模式", also=r"\b(?:start|turn on|live|translate)\b|开|翻译", unless=r"\b(?:stop|off|end|phrase|word)\b|停止|关|怎么说", done=("The interpreter is on.", "实时翻译已开启。")),
    Form("stop_translation", "control_live_translation", r"\b(?:live )?(?:translation|interpreter|translating)\b|(?:实时)?翻译", (), fixed={"action": "stop"}, words="stop end turn off the live 停止 结束 关闭 实时", also=r"\b(?:stop|end|off)\b|停止|结束|关", given=(_translates,), done=("The interpreter is off.", "实时翻译已停止。")),
    Form("run_routine", "manage_routine", r"\b(?:run|start|activate|trigger|turn on|execute|enable|disable|turn off|delete)\b|运行|启动|执行|启用|停用|删除", (listed("routine", "routines", "routine", asks=OTHERWISE), choice("action", ("disable", rf"{OFF}|停用"), ("delete", r"\bdelete\b|删除"), ("enable", r"\b(?:enable|turn on)\b|启用|打开"), ("run", r"\b(?:run|start|activate|trigger|execute)\b|运行|启动|执行"), asks=OTHERWISE)), words="run start the my routine called turn on off now please 运行 的 场景 例程 自动化 启动", also=r"\broutine\b|场景|例程|自动化", done=("The routine {routine}: done.", "已完成。")),
    Form("home_icon", "manage_home_screen", r"\b(?:home ?screen|dock|edge panel)\b|主屏(?:幕)?|桌面|程序坞|侧边栏", (choice("action", ("remove", r"\b(?:remove|delete|take)\b|移除|删除"), ("add", r"\b(?:add|put|pin|place|move)\b|添加|放|加"), asks=OTHERWISE), choice("kind", ("widget", r"\bwidget\b|小组件|小部件|插件"), ("app", r"\b(?:app|icon|shortcut)\b|图标|应用")), listed("name", "apps", "app", asks="which app"), choice("area", ("dock", r"\bdock\b|程序坞"), ("edge_panel", r"\bedge panel\b|侧边栏"), ("home", r"\bhome ?screen\b|主屏(?:幕)?|桌面"))), words="add put pin place remove delete take move the to on onto from my a of icon app widget for off home screen 添加 到 从 放 上 图标 的 应用 小组件", unless=r"\b(?:wallpaper|uninstall|folder|page|go|contact)\b|壁纸|文件夹", done=("The {area} is changed.", "桌面已更新。"),
         given=(lambda world, arguments: world.arrange("manage_home_screen", **{**arguments, "action": "add" if arguments["action"] == "remove" else "remove"}),)),
)  # fmt: skip


_FLAWS = (("leaked", r"\b(?:leaked|compromised|breached)\b|泄露"), ("reused", r"\b(?:reused|twice)\b|重复"), ("weak", r"\bweak\b|弱"), ("any", r"\b(?:safe|secure|unsafe)\b|安全"))  # fmt: skip


@plan(
    cue=r"\bpasswords?\b|\blogins?\b|\buser ?name\b|密码|账号",
    words="what what's which is do i have saved save a password passwords login logins username user name for the my on find show check any weak reused leaked compromised 什么 保存 的 密码 用户名 查 有没有 检查 弱 泄露 账号 是",
    answers=True,
)
def passwords(clause: Clause, world: World) -> Step | None:
    """Whether passwords are weak or leaked, or with which name one signs in; a password itself needs the phone's PIN."""
    if clause.has(r"\b(?:wi-?fi|hotspot|change|delete|reset|set|network|pin)\b|无线|热点|修改|删除"):
        return None
    asked = [flag for flag, words in _FLAWS if clause.take(words)]
    if asked:
        spoken: list[list[str]] = []

        def flawed(found: Any) -> list[str]:
            rows = [row for row in found["passwords"] if "any" in asked or set(asked) & set(row["problems"])]
            return list(dict.fromkeys(str(row["site"]) for row in rows))

        def check(play: Play) -> str:
            spoken.extend(
                [site]
                for site in flawed(play.call("manage_saved_password", why="Check them.", action="check", maxResults=50))
            )
            return ", ".join(words[0] for words in spoken)

        if not flawed(world.ask("manage_saved_password", action="check", maxResults=50)):
            raise Unfit("unverifiable", "no saved password of this phone is so, and no words prove the answer")
        return Step(check, says=spoken)
    site = clause.known_name(world.names("passwords", "name"))
    if site is None:
        return None
    if not clause.has(r"\b(?:username|user name|login)\b|用户名|账号"):
        raise Unfit("incomplete", "a saved password is only shown for the phone's PIN, which the request does not say")
    names: list[str] = []

    def act(play: Play) -> str:
        row: Any = the_one(
            play.call("manage_saved_password", why=f"Find {site}.", action="search", site=site)["passwords"],
            "password",
            site=site,
        )
        names.append(str(row["username"]))
        return names[0]

    return Step(act, says=[names])
