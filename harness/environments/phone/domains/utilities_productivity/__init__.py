"""Utilities and productivity: notes, to-dos, arithmetic and conversion, clipboard, phrasebook, web, QR codes, expenses."""

from .arithmetic import calculate
from .clipboard import manage_clipboard
from .codes import manage_qr_code
from .currencies import convert_currency
from .expenses import manage_expense
from .notes import manage_note, search_notes
from .phrasebook import translate_text
from .todos import manage_todo
from .units import convert_unit
from .web import search_web

__all__ = [
    "manage_note",
    "search_notes",
    "manage_todo",
    "calculate",
    "convert_unit",
    "convert_currency",
    "manage_clipboard",
    "translate_text",
    "search_web",
    "manage_qr_code",
    "manage_expense",
]
