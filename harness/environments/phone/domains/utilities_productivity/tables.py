"""The rows of this domain."""

from ...tables import TABLES, Table

DOMAIN = "Utilities & Productivity"

TABLES.register([
    Table("notes", "the notes app", prefix="no", volatile=("created", "modified")),
    Table("todos", "to-dos, in named lists", prefix="td", volatile=("created",)),
    Table("clipboard", "what was copied last: one row, main"),
    Table("qr_codes", "QR codes that were made or scanned", prefix="qr", volatile=("created",)),
    Table("camera_view", "what a code scanner sees: one row, main"),
    Table("web_pages", "pages that a web search finds besides the built-in ones", prefix="pg"),
    Table("expenses", "the expense log", prefix="ex", volatile=("created",)),
])  # fmt: skip
