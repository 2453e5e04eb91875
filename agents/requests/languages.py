"""Which language a request is in that no plan reads, so that the person is told so instead of word by word."""

import re

_SCRIPTS = (
    ("Japanese", r"[\u3040-\u30ff]"), ("Korean", r"[\uac00-\ud7af]"), ("Hindi", r"[\u0900-\u097f]"), ("Bengali", r"[\u0980-\u09ff]"),
    ("Tamil", r"[\u0b80-\u0bff]"), ("Thai", r"[\u0e00-\u0e7f]"), ("Hebrew", r"[\u0590-\u05ff]"), ("Arabic", r"[\u0600-\u06ff]"), ("Russian", r"[\u0400-\u052f]"),
)  # fmt: skip
_WORDS = (
    ("German", "bitte der das den dem ein eine einen mir mich mein meine meinen ist und auf für mit nicht wie wird stell schalte spiel öffne schick ruf zeig mach ich"),
    ("French", "le la les un une des du de mon ma mes moi est et à au pour avec s'il te vous plaît quel quelle règle allume éteins mets joue ouvre envoie appelle demain je"),
    ("Spanish", "el la los las un una mi mis me es y por favor para con en qué cuál pon apaga enciende abre envía llama manda quiero mañana música del al"),
    ("Italian", "il lo la gli un una mio mia mi è e per favore con che quale metti accendi spegni apri manda chiama domani della del alle"),
    ("Portuguese", "o os um uma meu minha me é e por favor para com que qual coloca liga desliga abre envia toca amanhã não da do às"),
    ("Dutch", "de het een mijn mij is en op voor met niet zet doe speel open stuur bel morgen alsjeblieft kun je ik"),
)  # fmt: skip
"""Frequent words of each, and the verbs with which people ask a phone for something."""
_ENGLISH = frozenset(
    "the my to and on in of for is a an it me what with i you please at be from turn set play open call send show do".split()
)


def language_of(text: str) -> str | None:
    """The language of a text in which no plan can read, by its script or its frequent words; None for any other text."""
    for name, signs in _SCRIPTS:
        if re.search(signs, text):
            return name
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)?", text.casefold().replace("’", "'"))
    if not words:
        return None
    counted = {name: sum(word in known.split() for word in words) for name, known in _WORDS}
    best = max(counted, key=lambda name: counted[name])
    own = sum(word in _ENGLISH for word in words)
    return best if counted[best] >= 2 and counted[best] > own and counted[best] * 4 >= len(words) else None
