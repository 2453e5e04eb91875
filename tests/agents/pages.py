"""Pages looked at by a parser, and by a browser where there is one."""

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

VOID = {"meta", "br", "img", "hr", "input", "link"}
SVG_VOID = {"path", "use", "rect", "circle", "line"}


class Page(HTMLParser):
    """What a page says, and what it would load."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.html = path.read_text(encoding="utf-8")
        self.text: list[str] = []
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.tags: set[str] = set()
        self.open: list[str] = []
        self.unbalanced: list[str] = []
        self.feed(self.html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.tags.add(tag)
        self.ids |= {given["id"]} if "id" in given else set()
        if tag == "a":
            self.links.append(given.get("href", ""))
        self.loads += [given[name] for name in ("src", "srcset", "data", "poster", "action") if name in given]
        if tag in ("link", "use", "image"):
            self.loads.append(given.get("href", ""))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1] != tag:
            self.unbalanced.append(tag)
        else:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] not in ("style", "script"):
            self.text.append(data)

    @property
    def words(self) -> str:
        return re.sub(r"\s+", " ", " ".join(self.text))

    def foreign(self) -> list[str]:
        """Whatever the page would fetch from elsewhere, in its tags and in its styles."""
        in_style = re.findall(r"url\(([^)]*)\)|@import", self.html)
        found = [name for name in (*self.loads, *in_style) if not name.startswith(("#", "data:"))]
        return found + [link for link in self.links if not link.startswith("#")]


def browser() -> str | None:
    """The command of a Chromium, where one is installed."""
    return next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)


PROBE = """<!doctype html><body><iframe id="f" src="{page}" style="width:{width}px;height:900px;border:0"></iframe><script>
document.getElementById("f").onload = function () {{
  const inside = this.contentDocument, root = inside.documentElement;
  const plots = [...inside.querySelectorAll("svg.plot")].map(plot => Math.round(plot.getBoundingClientRect().width));
  document.body.dataset.seen = JSON.stringify({{width: root.scrollWidth, height: root.scrollHeight, plots: plots,
    mode: inside.compatMode, title: inside.title}});
}};
</script></body>"""


def rendered(command: str, page: Path, scratch: Path, *, width: int = 390) -> str:
    """What a browser says about the page at a phone's width, as JSON text in its document."""
    probe = scratch / "probe.html"
    probe.write_text(PROBE.format(page=page.as_uri(), width=width), encoding="utf-8")
    options = [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files", "--virtual-time-budget=5000",
        f"--user-data-dir={scratch / 'profile'}", "--dump-dom", probe.as_uri(),
    ]  # fmt: skip
    done = subprocess.run([command, *options], capture_output=True, text=True, timeout=120, check=False)
    return done.stdout
