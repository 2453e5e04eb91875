"""The rows of this domain."""

from ...tables import TABLES, Table

DOMAIN = "Input & Interaction"

TABLES.register([
    Table("keyboards", "installed keyboards; one of those that are enabled is the default", prefix="kb"),
    Table("keyboard_languages", "languages to type in, named by their code; one is selected"),
    Table("keyboard", "how the keyboard looks and answers: one row each for layout, feedback, voice"),
    Table("typing_aids", "help with typing; one row each"),
    Table("text_shortcuts", "what an abbreviation becomes when it is typed", prefix="sx"),
    Table("touch", "navigation and touch options; one row each"),
    Table("gestures", "what a motion or gesture does; one row each"),
    Table("screen", "what the screen shows, and on top of which app: one row, main"),
    Table("home_items", "icons, widgets and folders of home screen, dock and edge panel", prefix="hi",
          references={"app": "apps", "contact": "contacts", "folder": "home_items"}),
])  # fmt: skip
