"""Words and composed entities for the synthetic text that the base of the embedded planner is pretrained on.

A small model copies a value that it has never seen only if it has seen very many different values, so nothing here is a
closed list of entities: names, titles, identifiers, addresses and messages are composed from parts, and a share of the parts
is itself invented from syllables. `words.txt` holds 9,000 common English words in order of frequency, taken from the
vocabulary of BERT (Apache-2.0).
"""

from __future__ import annotations

import random
from functools import lru_cache
from importlib import resources

ONSETS = (
    "b bl br c ch cl cr d dr f fl fr g gl gr h j k kl kr l m n p ph pl pr qu r s sc sh sk sl sm sn sp st str t th tr v w y z"
).split()
NUCLEI = "a e i o u ai ea ee ei ia ie io oa oo ou ue".split()
CODAS = "b ck d ft g l ld lk ll lm lt m mp n nd ng nk nt p r rd rk rn rt s sh sk ss st t th v x z".split() + [""] * 24

GIVEN = """Aaron Abel Ada Adele Aisha Akira Alan Alba Alice Amara Amir Ana Andre Anika Anton Arlo Asha
Astrid Ayla Basil Bea Bela Bianca Bo Boris Bram Brigid Bruno Callum Carla Cecil Celia Chen Chidi Clara Cleo
Conor Cyrus Dag Dalia Dante Daria Dev Dina Dora Edda Edgar Eero Elena Eli Elsa Emil Enzo Erin Esme Ethan
Ezra Fadi Farah Felix Fern Finn Flora Freya Gabe Gaia Gideon Gita Greta Gus Hana Hans Hari Hazel Heidi Hugo
Ida Igor Ilse Imani Ines Ingrid Ira Iris Ivan Jada Jamal Jana Jasper Jin Jonas Juno Kai Kamal Kara Katya
Keir Kenji Kira Klaus Lars Layla Lena Leo Lila Linus Livia Luca Luz Mabel Magnus Malik Mara Marco Mei Mila
Milo Mina Mira Nadia Naomi Nico Nils Nina Noor Nora Olaf Olga Omar Oona Oscar Otis Otto Padma Paolo Pia
Piers Priya Quinn Rafa Rania Ravi Remy Rhea Rita Rosa Ruben Ruth Saba Sacha Sami Sana Saul Selma Seth Silas
Sita Sofia Soren Stella Sven Tara Tariq Tess Theo Thea Tilda Timo Tobias Uma Una Ursula Vera Vikram Viola
Wanda Wei Willa Xavi Yara Yoko Yusuf Zadie Zane Zara Zeno Zoe""".split()
FAMILY = """Abara Adler Ahmed Alvarez Anders Archer Baker Barros Becker Bell Bishop Blanc Boone Bose Brandt
Brook Byrne Cano Carver Castle Chan Chopra Cohen Conti Cruz Dahl Das Dean Diaz Dorsey Drake Duarte Dunn
Eaton Egan Ekman Ellis Espino Evans Faber Falk Farrow Fischer Ford Fox Frost Fuchs Garcia Gates Gibson Gomez
Grant Gray Greco Haas Hale Han Hart Hayes Hill Holm Holt Hoshi Huang Hunt Ibarra Ito Ivanov Jansen Joshi
Kane Kato Keller Kemp Khan Kim Klein Koch Kumar Lam Lang Larsen Leroy Lind Lopez Lowe Lund Mann Marsh Maier
Mendez Meyer Moran Moss Mori Nair Nash Ng Nolan Novak Oduya Okafor Olsen Ortiz Owens Page Park Patel Paz
Penn Perez Petrov Pham Pike Popov Price Quist Rao Reed Reyes Rhodes Rios Roy Russo Saito Salas Sato Shah
Silva Singh Snow Sosa Stone Stein Sung Tan Tate Tran Ueda Vance Vargas Vega Vogel Voss Wada Walsh Wang Ward
Watts Weber West Wolfe Wong Wu Yang York Young Zhang Zimmer""".split()
STREETS = "Street Road Lane Avenue Court Way Square Hill Close Drive Terrace Row".split()
DOMAINS = "example.com example.org mailbox.test post.example inbox.example corp.example studio.test acme.example".split()
BUILDINGS = "Hall Park Station Cafe Museum Library Tower Pier Gate Hotel".split()
EXTENSIONS = "pdf txt png jpg docx csv zip mp3 mp4 md xlsx json".split()
HANZI = (
    "一二三四五六七八九十百千万上下中大小长高多少新老好早晚明今天日月年周期时分点半钟前后左右东西南北内外山水火木金土石田地"
    "风云雨雪春夏秋冬花草树林森海江河湖星光阳红黄蓝绿白黑色人女男子孩父母爸妈哥弟姐妹朋友同学老师生医院公司家门口车站路街"
    "城市国京沪广州深圳成都杭飞机场票火铁地图书馆店餐厅饭菜茶咖啡酒水果牛奶面米肉鱼蛋糕买卖送取去来到回走跑看听说读写想要"
    "请帮我你他她它们的了在是有和与或不没给把被对从向用为以及请问可能会应该必须开关打设置提醒会议电话短信邮件消息联系号码名字"
    "标题内容文件照片音乐视频声音量亮度网络蓝牙无线密码屏幕模式闹钟日程计划任务清单备忘笔记天气温度位置导航附近查找搜索添加删除"
    "修改更新发送接收分享复制移动保存取消确认完成开始结束暂停继续下载安装卸载更换选择全部所有每个这那哪什么怎样王李张刘陈杨赵黄"
    "周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖"
    "伟芳娜敏静丽强磊军洋勇艳杰娟涛超秀英霞平刚桂兰华玉萍红建文志国庆海燕晓宇轩浩然欣怡梓涵子墨雨桐思远嘉佳琪俊峰"
)
SURNAMES_ZH = (
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐"
    "冯于董程曹袁邓许沈曾彭吕苏卢蒋蔡丁魏薛叶余潘杜戴夏钟田任姜范方石姚谭"
)
GIVEN_ZH = "伟芳娜敏静丽强磊军洋勇艳杰娟涛超明秀英霞平刚桂兰华玉萍红建文志国庆海燕晓宇轩浩然欣怡梓涵子墨雨桐思远嘉佳琪俊峰"
# Words of everyday digital life: they make titles and messages read like a person's own, and the tokenizer learns
# them whole.
EVERYDAY = """accept accessibility account action activate active adapter add address agenda agent airplane
alarm album alert allow answer app application apps appointment archive article assistant attach attachment
audio auto available away backlight backup balance bandwidth bank battery bedtime birthday block blocked
bluetooth bookmark bookmarks boolean brightness broadcast browser bus button cache calculator calendar call
caller calls camera cancel card carrier cast cell cellular channel charge charger charging chat clear
clipboard clock cloud coffee color compress computer concert config connect connected connection contact
contacts convert copy count countdown currency custom dark dashboard data date decline default delete
dentist detail device devices dial dictionary dinner disable disabled disconnect display disturb dnd doctor
document documents dots download downloads draft driving duration earbuds edit email emergency enable
enabled energy entry equalizer error ethernet event events export favorite favorites feed fetch file files
filter find flashlight flight focus folder folders font foreground format forward friday gallery game
gateway get gps grid grocery group groups gym handle headphones headset health history home hotel hotspot
icon id image images import inbox incoming info input install installed internet interval invoice item items
joke keyboard label language laptop launch layout lesson library limit list location lock locked login lunch
mail manage media meeting memo memory menu message messages microphone minute minutes mirror missed mobile
mode monday monitor movie music mute muted name network notebook note notes notification notifications
number off office offline ok open operation option order orientation outgoing package paired pairing parking
passport password paste pause pay payment permission permissions phone photo photos pin ping play playback
playlist plan podcast policy position power practice preset prefer preference priority printer privacy
profile program progress project proximity proxy query quiet random range rate read reading receipt receive
recent recipient record recording recurring redial refresh reject reminder reminders remote remove rename
rent repeat reply report request reset resolution restart restore result retry ringer ringtone roaming
rotate rotation router rows saturday save saver scan schedule scheduled screen screenshot screensaver search
security select send sensor service session set settings setup share shared shopping shortcut show shuffle
shut signal silent size skill skills sleep slot sms snooze song sort sound source space speaker speed ssid
start state status stop stopwatch storage stream strength summary sunday support switch sync system tablet
tag tags target task tasks team temperature text theme thursday ticket timeout timer timestamp timezone
title toggle token tool tools total touch track train transfer translate travel trash trip tuesday turn type
unblock uninstall unlock unread until unmute unpair update upload usage use user username value version
vibrate vibration video view visible visitor voice voicemail volume vpn wake wallpaper watch weather website
wednesday week weekend widget wifi window wireless workout zone zoom""".split()


@lru_cache(maxsize=1)
def common_words() -> tuple[str, ...]:
    """The 9,000 words of `words.txt`, the most frequent first."""
    text = resources.files(__name__).joinpath("words.txt").read_text(encoding="utf-8")
    return tuple(text.split())


def word(rng: random.Random) -> str:
    """One lower-case word: mostly a common one (frequent words more often), sometimes everyday, sometimes invented."""
    roll = rng.random()
    if roll < 0.10:
        return rng.choice(EVERYDAY)
    if roll < 0.22:
        return invented(rng)
    words = common_words()
    return words[int(len(words) * rng.random() ** 1.6)]


def invented(rng: random.Random) -> str:
    """A pronounceable word that is in no dictionary."""
    syllables = rng.choice((1, 2, 2, 2, 3))
    return "".join(rng.choice(ONSETS) + rng.choice(NUCLEI) + rng.choice(CODAS) for _ in range(syllables))


def given_name(rng: random.Random) -> str:
    """A first name, known or invented."""
    return rng.choice(GIVEN) if rng.random() < 0.6 else invented(rng).capitalize()


def family_name(rng: random.Random) -> str:
    """A family name: known, invented, or an ordinary word used as one."""
    roll = rng.random()
    if roll < 0.4:
        return rng.choice(FAMILY)
    return (word(rng) if roll < 0.7 else invented(rng)).capitalize()


def person(rng: random.Random) -> str:
    """A person as people write one down: full name, first name only, or with a title or a relation."""
    roll = rng.random()
    if roll < 0.55:
        return f"{given_name(rng)} {family_name(rng)}"
    if roll < 0.75:
        return given_name(rng)
    if roll < 0.83:
        return f"{rng.choice(('Dr.', 'Mr.', 'Ms.', 'Coach', 'Aunt', 'Uncle', 'Prof.'))} {family_name(rng)}"
    if roll < 0.93:
        return chinese_person(rng)
    return f"{given_name(rng)} ({word(rng)})"


def chinese_person(rng: random.Random) -> str:
    """A Chinese name of two or three characters."""
    return rng.choice(SURNAMES_ZH) + "".join(rng.choice(GIVEN_ZH) for _ in range(rng.choice((1, 2, 2))))


def chinese_phrase(rng: random.Random) -> str:
    """Two to six characters that need not mean anything; they train copying."""
    return "".join(rng.choice(HANZI) for _ in range(rng.randint(2, 6)))


def title(rng: random.Random) -> str:
    """What people call a thing: one to four words in one of the usual cases, sometimes with a name, number or Chinese."""
    roll = rng.random()
    if roll < 0.06:
        return chinese_phrase(rng)
    count = rng.choice((1, 1, 2, 2, 2, 2, 3, 3, 4))
    words = [word(rng) for _ in range(count)]
    if rng.random() < 0.08:
        words.append(str(rng.randint(1, 2030)))
    if rng.random() < 0.06:
        words.insert(0, given_name(rng) + "'s")
    if rng.random() < 0.05 and count > 1:
        words.insert(1, rng.choice(("with", "for", "and", "of", "-", "&", "at")))
    text = " ".join(words)
    if roll < 0.42:
        return text
    if roll < 0.75:
        return text[0].upper() + text[1:]
    if roll < 0.97:
        return " ".join(part[0].upper() + part[1:] for part in words)
    return text.upper()


def sentence(rng: random.Random) -> str:
    """A short message of the kind one person sends to another."""
    name, thing, other = given_name(rng), title(rng), word(rng)
    patterns = (
        f"running {rng.randint(5, 50)} minutes late, sorry",
        f"can you bring the {other} tomorrow?",
        f"the {thing} is ready",
        f"see you at {rng.randint(1, 12)}",
        f"{name} said the {other} is {word(rng)}",
        f"Don't forget the {thing}!",
        f"I left your {other} with {name}.",
        f"please {word(rng)} the {other} before {rng.choice(WEEKDAYS_LONG)}",
        f"Happy birthday, {name}!",
        f"new code for the {other}: {code(rng)}",
        f"{word(rng)} {word(rng)} {word(rng)}",
        f"thanks for the {other}",
        f"Are we still on for {rng.choice(WEEKDAYS_LONG)}?",
        f"the {other} moved to room {rng.randint(1, 400)}",
        f"buy {word(rng)}, {word(rng)} and {word(rng)}",
        f"{word(rng)} {word(rng)} {word(rng)} {word(rng)} {word(rng)}",
        chinese_phrase(rng) + chinese_phrase(rng),
        f"meet me near {place(rng)}",
        f"{name} will call you about the {thing}",
        f"back in {rng.randint(2, 9)} days",
    )
    text = rng.choice(patterns)
    return text[0].upper() + text[1:] if rng.random() < 0.4 else text


WEEKDAYS_LONG = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def place(rng: random.Random) -> str:
    """An address or the name of a place."""
    roll = rng.random()
    if roll < 0.4:
        return f"{rng.randint(1, 240)} {word(rng).capitalize()} {rng.choice(STREETS)}"
    if roll < 0.7:
        return f"{word(rng).capitalize()} {rng.choice(BUILDINGS)}"
    if roll < 0.85:
        return f"{invented(rng).capitalize()}"
    return f"Room {rng.randint(1, 40)}{rng.choice('ABCD')}"


def phone_number(rng: random.Random) -> str:
    """A phone number in one of several layouts."""
    digits = "".join(rng.choice("0123456789") for _ in range(11))
    return rng.choice(
        (
            f"+44 20 {digits[:4]} {digits[4:8]}",
            f"555-{digits[:4]}",
            f"+1-{digits[:3]}-{digits[3:6]}-{digits[6:10]}",
            f"0{digits[:10]}",
            f"+49{digits}",
            f"1{digits[:10]}",
            f"({digits[:3]}) {digits[3:6]}-{digits[6:10]}",
            digits[: rng.randint(3, 8)],
        )
    )


def email(rng: random.Random) -> str:
    """An e-mail address on a reserved domain."""
    name = rng.choice(
        (
            given_name(rng).lower(),
            f"{given_name(rng)}.{family_name(rng)}".lower(),
            f"{word(rng)}{rng.randint(1, 99)}",
            f"{word(rng)}_{word(rng)}",
        )
    )
    return f"{name}@{rng.choice(DOMAINS)}"


def link(rng: random.Random) -> str:
    """A web address on a reserved domain."""
    return f"https://{word(rng)}.example/{word(rng)}" + (f"/{rng.randint(1, 999)}" if rng.random() < 0.4 else "")


def file_name(rng: random.Random) -> str:
    """A file name, sometimes with a folder."""
    name = rng.choice(
        (
            word(rng),
            f"{word(rng)}_{word(rng)}",
            f"{word(rng)}-{rng.randint(1, 2030)}",
            f"IMG_{rng.randint(1, 9999):04d}",
            f"{word(rng)} {word(rng)}",
        )
    )
    folder = f"/{word(rng)}/" if rng.random() < 0.25 else ""
    return f"{folder}{name}.{rng.choice(EXTENSIONS)}"


def code(rng: random.Random) -> str:
    """A pass code, a serial number or another short mix of letters and digits."""
    alphabet = rng.choice(
        ("0123456789", "0123456789", "ABCDEFGHJKLMNPQRSTUVWXYZ23456789", "abcdefghijklmnopqrstuvwxyz0123456789")
    )
    return "".join(rng.choice(alphabet) for _ in range(rng.randint(3, 8)))


def identifier(rng: random.Random, noun: str) -> str:
    """An object's id in one of the layouts that programs use; `noun` may lend its first letters."""
    short = "".join(ch for ch in noun if ch.isalpha())[: rng.choice((1, 2, 3, 3, 4, 12))]
    number = rng.choice(
        (str(rng.randint(1, 9)), str(rng.randint(10, 99)), f"{rng.randint(1, 999):03d}", f"{rng.randint(1, 9999):04d}")
    )
    hexa = f"{rng.randrange(16**6):06x}"[: rng.choice((2, 4, 6))]
    return rng.choice(
        (
            f"{short}-{number}",
            f"{short}_{number}",
            f"{short}{number}",
            f"{short}_{hexa}",
            f"{short}-{hexa}",
            number,
            f"{word(rng)}-{number}",
        )
    )
