"""Families that hand a job to a sub-agent: the right one, a complete handoff, sessions in the right order."""

from typing import Any

from harness.contract import Friction, Json

from .. import entities
from ..draw import Draw
from ..rows import Rows
from ..scenario import Draft, Play, family
from ..wording import Wording

AGENTS = ("AI Assistant",)
GUI, DOCUMENT, IMAGE = "control_gui_agent", "control_document_agent", "control_image_agent"
SEARCH, AUTOMATION, COACH = "control_search_agent", "control_automation_agent", "control_language_coach"
MADE_FILE = "artifacts/name"
"""Where the name of a file that a session made stands; the phone invents it anew in every episode."""
OFFER = (GUI, DOCUMENT, IMAGE, SEARCH, AUTOMATION, COACH)


def delegate(play: Play, agent: str, why: str, **arguments: Json) -> Any:
    """One session: started with its instruction, then finished; returns what the start answered."""
    made = play.call(agent, why=why, action="start", **arguments)
    play.call(agent, why="The work is done; close the session.", action="finish", sessionId=made["sessionId"])
    return made


def handed_over(table: str, text_field: str, *words: str) -> dict[str, list[str]]:
    """A handoff is complete when the instruction holds these words."""
    return {f"{table}/{text_field}": list(words), "subagents/instructions": list(words)}


def _picture(draw: Draw, rows: Rows) -> str:
    name = draw.file_name("jpg")
    rows.file(name, "Pictures")
    return name


POST = Wording(
    train=(
        "![post|publish|put] {file} on {app} [with the words|saying|and write] {text}",
        "[I want|I'd like] {file} on {app}, [caption|text]: {text}",
        "{app}: [post|publish] {file}, [caption|with the text] {text}",
        "![share|publish] {text} together with {file} on {app}",
    ),
    held=("let my followers on {app} see {file} and read {text}", "{file} belongs on {app}, under it stands {text}"),
    wide=(
        "could you [post|upload] {file} to {app}[ for me|], [the text being|captioned]: {text}",
        "!upload {file} to {app} [and add|with] the [caption|line]: {text}",
        "new {app} post: [picture|photo] {file}, [text|caption] {text}",
        "{file} [should go|has to go|goes] up on {app}, [caption|with the caption] {text}",
        "on {app}, {file} with [these words|this text|this caption]: {text}",
        "I [need|want] a post [on|for] {app} with {file}, [it should say|text]: {text}",
        "so that [everyone|people] on {app} can [see|read] it, [upload|post] {file} there. [Caption|Text]: {text}",
        "[post on|for] {app}: {file}. [Caption|With it]: {text}",
        "[finally ready to post|time to post something]: {file} on {app}, [the caption is|and write] {text}",
    ),
    zh_train=("![在{app}上|到{app}]发{file}，配文{text}", "{app}：[发布|发]{file}，文字写{text}"),
    zh_held=("让{app}的粉丝看到{file}，写上{text}",),
    zh_wide=(
        "!把{file}[传到|发到]{app}，[文案|文字]：{text}",
        "我要[在|去]{app}发{file}，[内容写|文案是]{text}",
        "能不能[帮我|]在{app}[发布|上传]{file}，[附上|配上]{text}？",
        "{file}[发一下|发出去]，[在|用]{app}，[配上文字|写]：{text}",
    ),
)
_APPS, _APPS_ZH = ("Instagram", "Reddit", "Pinterest"), ("小红书", "微博")


@family(
    split="train", capability="sub_agent", behaviour="grounding", domains=AGENTS, difficulty=2, languages=("en", "en", "zh")
)
def subagent_post_picture(draw: Draw) -> Draft:
    """A post in an app that only the GUI operator can reach."""
    rows, text = Rows(draw), draw.phrase()
    app = draw.choice(_APPS_ZH if draw.language == "zh" else _APPS)
    picture = _picture(draw, rows)

    def witness(play: Play) -> None:
        instruction = draw.tongue(f"post {picture} with the text: {text}", f"发布{picture}，配文：{text}")
        delegate(play, GUI, f"{app} needs the GUI operator.", appName=app, instruction=instruction)
        play.finish(draw.tongue(f"Posted {picture} on {app}.", f"已在{app}发布{picture}。"))

    return Draft(
        draw.say(POST, file=picture, app=app, text=text), witness, patches=rows.patches, offer=OFFER,
        free=handed_over("app_actions", "instruction", picture, text),
    )  # fmt: skip


WRONG_APP = {"Insta": "Instagram", "IG": "Instagram", "Pin board": "Pinterest", "Pins": "Pinterest", "Subreddit": "Reddit"}


@family(split="train", capability="sub_agent", behaviour="boundary", domains=AGENTS, difficulty=3)
def subagent_wrong_app_name(draw: Draw) -> Draft:
    """The user's name for the app is not supported: the answer lists the names that are."""
    rows, text = Rows(draw), draw.phrase()
    said = draw.choice(list(WRONG_APP))
    app, picture = WRONG_APP[said], _picture(draw, rows)

    def witness(play: Play) -> None:
        instruction = f"post {picture} with the text: {text}"
        play.call(
            GUI, why=f"{said} needs the GUI operator.", fails=True, action="start", appName=said, instruction=instruction
        )
        delegate(play, GUI, f"{said} is called {app} there.", appName=app, instruction=instruction)
        play.finish(f"Posted {picture} on {app}.")

    return Draft(
        draw.say(POST, file=picture, app=said, text=text), witness, patches=rows.patches, offer=OFFER,
        free=handed_over("app_actions", "instruction", picture, text), friction=[Friction(kind="obfuscated_reference")],
    )  # fmt: skip


REPORT = Wording(
    train=(
        "![write|make|prepare] a {form} about {topic}, it must [mention|contain|name] {first} and {second}",
        "[I need|I want] {topic} as a {form} with {first} and {second} [in it|inside]",
        "a {form} [please|, please]: {topic}, with {first} and {second}",
        "![put|bring] {first} and {second} into a {form} about {topic}",
    ),
    held=(
        "{topic} has to be written up, {form}, {first} plus {second} included",
        "!draft {topic} in the form of a {form}; {first} and {second} may not be absent",
    ),
    wide=(
        "could you [create|make] a {form} on {topic} [that includes|with] {first} and {second}?",
        "!create a {form} for {topic} that [has|lists|includes] {first} and {second}",
        "new {form}: {topic}. [Contents|It should contain] {first} and {second}",
        "{form}, {topic}, {first} [and|+] {second}[, please make that|]",
        "I [have to hand in|have to deliver] a {form} about {topic}. [Make sure|See] that {first} and {second} "
        "[are in it|come up]",
        "so that I [have it in writing|can print it], [prepare|generate] {topic} as a {form}, [including|with] "
        "{first} and {second}",
        "[there should be|I'd like] a {form} [on|about] {topic} where {first} and {second} are [mentioned|listed]",
        "!generate a {form}, [subject|topic] {topic}, and [include|mention] {first} and {second}",
        "{first} and {second} [belong|go] in a [new |]{form} about {topic}, [please create it|can you make it]",
    ),
    zh_train=("![写|做]一份{form}，主题是{topic}，要有{first}和{second}", "{topic}的{form}，[写上|包含]{first}和{second}"),
    zh_held=("把{first}、{second}写进{topic}那份{form}里",),
    zh_wide=(
        "能不能[生成|做]一份关于{topic}的{form}，[里面要有|包括]{first}和{second}？",
        "!生成{form}：{topic}，[内容有|列上]{first}和{second}",
        "我[需要|要]{topic}的{form}，[内容包括|里面写]{first}和{second}",
        "关于{topic}，[给我一份|来一份]{form}，{first}和{second}[都要写进去|别漏了]",
    ),
)
_FORMS = {"pdf": "PDF", "docx": "Word document", "xlsx": "table", "md": "Markdown file"}
_FORMS_ZH = {"pdf": "PDF", "docx": "Word文档", "xlsx": "表格", "md": "Markdown文件"}


@family(
    split="train", capability="sub_agent", behaviour="grounding", domains=AGENTS, difficulty=2, languages=("en", "en", "zh")
)
def subagent_write_document(draw: Draw) -> Draft:
    """A document of a certain form with certain content."""
    topic, (first, second) = draw.title(), draw.groceries(2, 2)
    form = draw.choice(list(_FORMS))
    said = (_FORMS_ZH if draw.language == "zh" else _FORMS)[form]
    answer: list[list[str]] = []

    def witness(play: Play) -> None:
        instruction = draw.tongue(f"{topic}, with {first} and {second}", f"{topic}，包含{first}和{second}")
        made = delegate(play, DOCUMENT, f"A {form} is a job for the document agent.", format=form, instruction=instruction)
        answer.append(made["files"])
        play.finish(draw.tongue(f"The file is {made['files'][0]}.", f"文件是 {made['files'][0]}。"))

    return Draft(
        draw.say(REPORT, topic=topic, form=said, first=first, second=second), witness, offer=OFFER,
        free=handed_over("artifacts", "content", topic, first, second),
    )  # fmt: skip


REPORT_POST = Wording(
    train=(
        "![write|make] a {form} about {topic} and then post [it|the file] on {app}",
        "[first|at first] a {form} about {topic}, [then|after that] [the file|it] goes on {app}",
        "{topic} as a {form}, [afterwards|then] [post|publish] that file on {app}",
        "[I want|I need] a {form} about {topic} and [a post with it|that file posted] on {app}",
    ),
    held=(
        "{app} should get a {form} on {topic}, which you have yet to produce",
        "!produce {topic} as a {form}, whereupon {app} receives it",
    ),
    wide=(
        "could you [create|write] a {form} on {topic} and [upload|share] it [to|on] {app} [afterwards|once it's done]?",
        "!create a {form} on {topic}, and [then|when it's ready] [share|upload] the file on {app}",
        "I'd like to [share|publish] a {form} about {topic} on {app}, [so make it first|it has to be written first]",
        "{form} about {topic} [-> then|first, then] {app} post",
        "for my [followers|page] on {app} I need a {form} about {topic}: [make it|write it], then [post it|upload it] there",
        "so that I can [show|share] it on {app}, [prepare|write] a {form} about {topic}. [Then post it there|Post "
        "it when it's done]",
        "there should be a post on {app} with a {form} about {topic}, [which you write first|so create the file "
        "and post it]",
        "step one: a {form} [on|about] {topic}. Step two: [post|publish|upload] it on {app}",
        "!generate {topic} as a {form} and [go on to|then] [post|put] the [result|file] on {app}",
    ),
)


@family(split="train", capability="sub_agent", behaviour="conditional", domains=AGENTS, difficulty=4)
def subagent_document_then_post(draw: Draw) -> Draft:
    """The second session starts when the first is done and carries the name of its file."""
    topic, app, form = draw.title(), draw.choice(_APPS), draw.choice(("pdf", "docx"))

    def witness(play: Play) -> None:
        made = delegate(play, DOCUMENT, "The document comes first.", format=form, instruction=topic)
        name = made["files"][0]
        delegate(play, GUI, f"Now post {name} on {app}.", appName=app, instruction=f"post {name}")
        play.finish(f"{name} is on {app}.")

    return Draft(
        draw.say(REPORT_POST, topic=topic, app=app, form=_FORMS[form]), witness, offer=OFFER,
        free={"artifacts/content": [topic], "subagents/instructions": []},
        made={"app_actions/instruction": MADE_FILE, "app_actions/files": MADE_FILE},
        order=[(f"{DOCUMENT}(action=start)", f"{GUI}(action=start)")],
    )  # fmt: skip


EDIT_POST = Wording(
    held=(
        "![edit|brighten|retouch] {file} in {editor}, then post the result on {app}",
        "first {editor} [makes|shall make] {file} brighter, then the new picture goes on {app}",
        "{file}: brighten it with {editor}, [and post|then publish] the edited one on {app}",
        "[I want|I need] {file} brightened in {editor} and the outcome on {app}",
        "{app} should show {file} only after {editor} gave it more light",
        "!run {file} through {editor} for more light; what comes out of it belongs on {app}",
        "I like {file}, but it's too dark. Make it brighter in {editor} and then post what comes out on {app}.",
        "!post {file} on {app}, no, brighten it in {editor} first and post the new one",
    ),
)


@family(split="test", capability="sub_agent", behaviour="conditional", domains=AGENTS, difficulty=5)
def subagent_edit_then_post(draw: Draw) -> Draft:
    """Two apps on one screen: the first session must be finished, and its file is what the second posts."""
    rows, app = Rows(draw), draw.choice(_APPS)
    picture = _picture(draw, rows)
    free = {"artifacts/content": [picture], "app_actions/instruction": list[str](), "subagents/instructions": list[str]()}
    files: dict[str, str] = {}

    def witness(play: Play) -> None:
        made = delegate(play, GUI, "Snapseed comes first.", appName="Snapseed", instruction=f"brighten {picture}")
        name = made["files"][0]
        delegate(play, GUI, f"The edited picture is {name}.", appName=app, instruction=f"post {name}")
        ((post, _),) = play.environment.phone.find("app_actions", app=app)
        files[f"app_actions/{post}/files"] = MADE_FILE
        play.finish(f"{name} is on {app}.")

    return Draft(
        draw.say(EDIT_POST, file=picture, editor="Snapseed", app=app), witness, patches=rows.patches, offer=OFFER, free=free,
        made=files,
    )  # fmt: skip


MONITOR = Wording(
    train=(
        "![remind me of|tell me about] {topic} [when|as soon as] there is {event} in {place}",
        "![watch|monitor] {place} for {event} and [then|in that case] [remind me of|tell me about] {topic}",
        "[I want|I'd like] a reminder of {topic} [whenever|as soon as] {place} has {event}",
        "{event} in {place}: [remind me of|tell me about] {topic}",
    ),
    held=(
        "should {event} come to {place}, I have to think of {topic}",
        "!keep an eye on {place}: with {event} there, {topic} must come back to my mind",
    ),
    wide=(
        "could you [alert me to|remind me of] {topic} [once|when] there's {event} in {place}?",
        "if there is {event} in {place}, I [want|need] [a reminder|to be reminded] of {topic}",
        "!let me know about {topic} [as soon as|once] {place} [gets|has] {event}",
        "[reminder|alert] for {topic} [if there is|in case of|when there's] {event} in {place}",
        "{topic}: remind me when {event} [comes to|arrives in|hits] {place}",
        "so that I don't forget {topic}, [check|watch] {place} and remind me [when there's|if there is] {event}",
        "[from now on|please] [follow|monitor|track] the weather in {place}; {event} there [means|should get me] a "
        "reminder of {topic}",
        "the moment {place} [sees|gets] {event}, [send me a reminder of|remind me of] {topic}",
        "I [always forget|keep forgetting] {topic}. [Remind|Please remind] me when {place} has {event}",
    ),
    zh_train=("{place}一有{event}就提醒我{topic}", "![盯着|留意]{place}的{event}，有了[就|便]提醒我{topic}"),
    zh_held=("要是{place}出现{event}，叫我别忘了{topic}",),
    zh_wide=(
        "!在{place}[出现|有]{event}时提醒我{topic}",
        "能不能[盯一下|关注]{place}的天气，[一有|有]{event}就提醒我{topic}？",
        "我怕忘了{topic}，{place}[有|来]{event}[的时候|时]提醒我",
        "[监控|关注]{place}天气：{event}，[提醒|提醒我]{topic}",
    ),
)
_EVENTS = (("rain", "下雨"), ("snow", "下雪"), ("a storm", "大风"), ("frost", "霜冻"), ("fog", "大雾"))


@family(
    split="train", capability="sub_agent", behaviour="grounding", domains=AGENTS, difficulty=2, languages=("en", "en", "zh")
)
def subagent_monitor_weather(draw: Draw) -> Draft:
    """A condition that shall be watched."""
    place, topic, event = draw.place(), draw.title(), draw.tongue(*draw.choice(_EVENTS))

    def witness(play: Play) -> None:
        trigger = draw.tongue(f"{event} in {place}", f"{place}{event}")
        instruction = draw.tongue(f"remind me of {topic}", f"提醒我{topic}")
        delegate(
            play, AUTOMATION, f"To watch {place} is for the automation agent.", trigger=trigger, instruction=instruction
        )
        play.finish(draw.tongue(f"I watch {place} for {event}.", f"已开始留意{place}{event}。"))

    words = [place, event.removeprefix("a ")]
    return Draft(
        draw.say(MONITOR, place=place, event=event, topic=topic), witness, offer=OFFER,
        free={
            "automations/trigger": words, "subagents/target": words, "automations/instruction": [topic],
            "subagents/instructions": [topic]
        },
    )  # fmt: skip


CANCEL = Wording(
    held=(
        "![stop|cancel|end] [watching|monitoring] {place} for {event}",
        "[I no longer need|no more] {event} [warnings|notices] for {place}",
        "the {event} [monitor|watch] for {place} [can go|is no longer needed]",
        "{place}, {event}: [cancel the monitor|stop watching]",
        "{event} in {place} does not interest me any longer",
        "!drop the {event} alert of {place}",
        "I'm back from {place}, so I don't have to hear about {event} there any more. Stop watching for it.",
        "!pause, no, cancel the {event} monitor for {place}",
    ),
)


@family(split="dev", capability="sub_agent", behaviour="reference", domains=AGENTS, difficulty=2)
def subagent_cancel_monitor(draw: Draw) -> Draft:
    """One of several monitors is cancelled by its id."""
    rows, here, there = Rows(draw), draw.place(), draw.place()
    event, other = (pair[0].removeprefix("a ") for pair in draw.rng.sample(_EVENTS, 2))
    watches = [(event, here), (event, there), (other, here)]
    draw.rng.shuffle(watches)
    keys = {
        watch: rows.add(
            "automations", "au", trigger=f"{watch[0]} in {watch[1]}", instruction="notify me", active=True, created=rows.now
        )
        for watch in watches
    }
    key = keys[event, here]

    def witness(play: Play) -> None:
        play.call(AUTOMATION, why=f"Which monitor is {event} in {here}?", action="status")
        play.call(AUTOMATION, why=f"{key} is {event} in {here}.", action="cancel", automationId=key)
        play.finish(f"{here} is no longer watched for {event}.")

    return Draft(draw.say(CANCEL, place=here, event=event), witness, patches=rows.patches, offer=OFFER)


ASK = Wording(
    train=(
        "[what is|tell me] the {what} of the {thing}[? It is in my knowledge base|, it is in my knowledge base]",
        "![look up|find|search] the {what} of the {thing} in my knowledge base",
        "[my knowledge base|my own documents] [should say|must say] the {what} of the {thing}, [look it up|what is it]",
        "{thing}: {what}, [from|look in] my knowledge base",
    ),
    held=(
        "somewhere in the knowledge base stands the {what} of the {thing}",
        "!consult my knowledge base as to the {what} of the {thing}",
    ),
    wide=(
        "could you [check|search] my knowledge base for the {what} of the {thing}?",
        "I [need|forgot] the {what} of the {thing}, [my knowledge base has it|it's in my knowledge base]",
        "[what's|what was] the {what} of the {thing} [according to|going by] my knowledge base?",
        "!get me the {what} of the {thing} [from|out of] my knowledge base",
        "knowledge base: {what} of the {thing}[?|, please?]",
        "so that I don't have to [guess|search myself], [get|find] the {what} of the {thing} in my knowledge base",
        "[there is|I have] an entry [on|about] the {thing} in my knowledge base, what {what} does it [give|say]?",
        "{what} [for|of] the {thing}, please. [Search|Check] my knowledge base",
        "I'm [standing here|on the phone] and they ask for the {what} of the {thing}. [See|Look into] my knowledge base",
    ),
    zh_train=("![查一下|看看]我的知识库里{thing}的{what}", "{thing}的{what}是什么？[知识库里有|去知识库查]"),
    zh_held=("知识库应该写着{thing}的{what}，找出来",),
    zh_wide=(
        "能不能[从|在]我的知识库里[找|查]{thing}的{what}？",
        "我忘了{thing}的{what}，[去知识库找|知识库里查一下]",
        "!在知识库里[搜|查]{thing}的{what}",
        "知识库：{thing}的{what}[是多少|是什么]？",
    ),
)
_WHAT = (("access code", "门禁码"), ("serial number", "序列号"), ("room number", "房间号"), ("customer number", "客户号"))


@family(
    split="train", capability="sub_agent", behaviour="grounding", domains=AGENTS, difficulty=2, languages=("en", "en", "zh")
)
def subagent_ask_knowledge(draw: Draw) -> Draft:
    """A question that the search agent answers from the user's knowledge base."""
    rows, thing, value = Rows(draw), draw.title(), str(draw.integer(1000, 9999))
    what = draw.tongue(*draw.choice(_WHAT))
    said = draw.tongue("The {what} of the {thing} is {value}.", "{thing}的{what}是{value}。")
    rows.add("knowledge", "kn", source="knowledge", title=thing, text=said.format(what=what, thing=thing, value=value))
    other, decoy = draw.title(), str(draw.integer(1000, 9999))
    rows.add("knowledge", "kn", source="knowledge", title=other, text=said.format(what=what, thing=other, value=decoy))

    def witness(play: Play) -> None:
        question = draw.tongue(f"{what} of the {thing}", f"{thing}的{what}")
        delegate(play, SEARCH, "The knowledge base is for the search agent.", source="knowledge", instruction=question)
        play.finish(said.format(what=what, thing=thing, value=value))

    return Draft(
        draw.say(ASK, what=what, thing=thing), witness, patches=rows.patches, offer=OFFER, says=[[value]], rivals=[decoy],
        free={"subagents/instructions": [thing]},
    )  # fmt: skip


LOOK = Wording(
    held=(
        "[what is|what can be seen|tell me what is] on {file}?",
        "![describe|look at] {file}[ for me|]",
        "{file}: what [does it show|is on it]?",
        "[I cannot see|I can't see] {file} well, what [is on it|does it show]?",
        "put in words what {file} shows",
        "whom or what do I see when I open {file}?",
        "my glasses are upstairs. What does {file} show?",
        "!delete, no, first tell me what is on {file}",
    ),
)


@family(split="gate", capability="sub_agent", behaviour="grounding", domains=AGENTS, difficulty=2)
def subagent_describe_picture(draw: Draw) -> Draft:
    """A question about a picture."""
    rows = Rows(draw)
    picture, thing, place = _picture(draw, rows), draw.pick(entities.TOPICS), draw.place()
    rows.put("captions", picture, text=f"a {thing} poster in {place}")

    def witness(play: Play) -> None:
        delegate(
            play,
            IMAGE,
            "To look at a picture is for the image agent.",
            fileName=picture,
            instruction="describe what is on it",
        )
        play.finish(f"It shows a {thing} poster in {place}.")

    return Draft(
        draw.say(LOOK, file=picture), witness, patches=rows.patches, offer=OFFER, says=[[thing], [place]],
        free={"subagents/instructions": []},
    )  # fmt: skip


EDIT = Wording(
    train=(
        "![crop|make a cropped copy of] {file}",
        "{file} [should be|must be|needs to be] cropped",
        "[I need|I want] {file} cropped[, as a copy|]",
        "![make|create] a cropped version of {file}",
    ),
    held=("the edges of {file} are too much, crop them off", "{file} would be better with a crop"),
    wide=(
        "could you crop {file}[ for me|, please]?",
        "{file} [is too wide|has too much around it|isn't framed well], [please crop it|crop it]",
        "!give me a cropped [copy|version] of {file}",
        "crop: {file}[, please|]",
        "I'd [like|love] to have {file} cropped",
        "so that [it looks better|it fits the frame], crop {file}",
        "{file} [needs|wants] [a crop|cropping]",
        "[can|could] {file} be cropped[, please|]?",
        "a [crop|cropped version|cropped copy] of {file}[ is what I need| would be nice|, please]",
    ),
    zh_train=("![裁剪|裁剪一下]{file}", "{file}[要|需要]裁剪[一下|]"),
    zh_held=("{file}边上太多了，裁剪掉",),
    zh_wide=(
        "能不能[帮我|]裁剪{file}？",
        "我要{file}裁剪[后的|过的][版本|图]",
        "{file}[构图不好|太宽了]，[裁剪一下|裁一裁]",
    ),
)


@family(
    split="train", capability="sub_agent", behaviour="grounding", domains=AGENTS, difficulty=2, languages=("en", "en", "zh")
)
def subagent_crop_picture(draw: Draw) -> Draft:
    """An edited copy of a picture; the user hears its name."""
    rows = Rows(draw)
    picture = _picture(draw, rows)

    def witness(play: Play) -> None:
        instruction = draw.tongue("crop it", "裁剪")
        made = delegate(play, IMAGE, f"To crop {picture} is for the image agent.", fileName=picture, instruction=instruction)
        play.finish(draw.tongue(f"The cropped copy is {made['files'][0]}.", f"裁剪后的文件是 {made['files'][0]}。"))

    return Draft(
        draw.say(EDIT, file=picture), witness, patches=rows.patches, offer=OFFER,
        free={"subagents/instructions": []},
    )  # fmt: skip


LESSON = Wording(
    held=(
        "[I want to|let me|I'd like to] [practise|learn] {language} for {topic}",
        "![plan|prepare] a {language} lesson about {topic}",
        "{language} [phrases|lesson] for {topic}[, please|]",
        "![teach|coach] me some {language} around {topic}",
        "{topic} will be in {language}, so train me",
        "!have somebody drill me in {language}, the theme is {topic}",
        "I'm travelling soon and can't say a word. Give me a {language} lesson about {topic}.",
        "!translate, no, better teach me the {language} I need for {topic}",
    ),
)
_LANGUAGES = {"es": "Spanish", "fr": "French", "de": "German", "ja": "Japanese", "zh": "Chinese"}


@family(split="test", capability="sub_agent", behaviour="grounding", domains=AGENTS, difficulty=2)
def subagent_language_lesson(draw: Draw) -> Draft:
    """A lesson in a language about a topic."""
    language, topic = draw.choice(list(_LANGUAGES)), draw.title()

    def witness(play: Play) -> None:
        delegate(play, COACH, f"{_LANGUAGES[language]} is for the language coach.", language=language, instruction=topic)
        play.finish(f"Your {_LANGUAGES[language]} lesson about {topic} is ready.")

    return Draft(
        draw.say(LESSON, language=_LANGUAGES[language], topic=topic), witness, offer=OFFER,
        free=handed_over("lessons", "topic", topic),
    )  # fmt: skip
