#!/usr/bin/env python3
"""Opens the pages of a report, of `ndpool view` and of a run in headless Chromium, and uses them as a reader would.

    pages_test.py NDPOOL SAMPLE_REPORT FOLDER

FOLDER gets the pages and screenshots of them. Exit code 77 if there is no Chromium: nothing was tested then.
"""
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from chromium import Chromium, PageProblem, chromium_program  # noqa: E402

# Every chart, graph and matrix has ink: pixels that differ from the first one.
EMPTY_PARTS = """[...document.querySelectorAll('[data-chart], [data-graph], [data-matrix]')].filter((part) => {
  const canvas = part.querySelector('canvas');
  if (!canvas || !canvas.width || !canvas.height) return true;
  const pixels = new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer);
  let inked = 0;
  for (const pixel of pixels) inked += pixel !== pixels[0] ? 1 : 0;
  return inked < 40;
}).map((part) => part.closest('.figure').id + ': ' + (part.querySelector('h3').textContent || part.outerHTML.slice(0, 60)))"""

FINGERPRINT = """[...document.querySelectorAll('.view')].map((view) => {
  const canvas = view.querySelector('canvas');
  const pixels = new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer);
  let sum = 0;
  for (let i = 0; i < pixels.length; i += 3) sum = (sum * 31 + pixels[i]) % 4294967291;
  return sum;
}).join()"""


def require(condition, words):
    if not condition:
        raise PageProblem(words)


def place_of(browser, selector):
    """The middle of an element, scrolled into sight."""
    return browser.run(f"""(() => {{ const element = document.querySelector({selector!r});
      element.scrollIntoView({{ block: 'center', behavior: 'instant' }}); const box = element.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2]; }})()""")


def hover_chart(browser):
    x, y = place_of(browser, ".u-over")
    for step in range(3):
        browser.move_mouse(x + 5 * step, y)
    browser.settle()
    tip = browser.run("document.querySelector('.tip').hidden ? '' : document.querySelector('.tip').textContent")
    require(tip, "no box beside the pointer over a chart")
    browser.move_mouse(2, 2)


def hover_node(browser):
    """Moves over a graph until a node answers."""
    x, y = place_of(browser, ".view")
    for dx in range(0, 240, 6):
        for side in (1, -1):
            browser.move_mouse(x + side * dx, y + dx / 3)
            tip = browser.run("document.querySelector('.tip').hidden ? '' : document.querySelector('.tip').textContent")
            if tip.startswith("node"):
                require("degree" in tip, f"a node does not tell its degree: {tip}")
                return
    raise PageProblem("no node answers to the pointer")


def move_sliders(browser, names):
    """Moves the sliders of the first bar that has all of them."""
    browser.run(f"""window.bar = [...document.querySelectorAll('.controls')].find((bar) =>
      {list(names)}.every((name) => bar.querySelector(`input[name="${{name}}"]`)))""")
    require(browser.run("Boolean(window.bar)"), f"no graph has the sliders {names}")
    browser.run("""window.moveTo = (name, value) => { const slider = window.bar.querySelector(`input[name="${name}"]`);
      slider.value = value ?? slider.max; slider.dispatchEvent(new Event('input')); }""")
    words = "[...document.querySelectorAll('.below')].map((line) => line.textContent).join()"
    for name in names:
        if name == "ε":  # it acts on coarser levels only
            browser.run("moveTo('Level', 1)")
            browser.settle()
        before = browser.run(FINGERPRINT), browser.run(words)
        browser.run(f"moveTo({name!r})")
        browser.settle()
        require(before[0] != browser.run(FINGERPRINT), f"the slider {name} changes no drawing")
        require(before[1] != browser.run(words), f"the slider {name} changes no words: {before[1]}")


def zoom_graph(browser):
    before = browser.run(FINGERPRINT)
    browser.run("document.querySelector('.zoom button').click()")
    browser.settle()
    require(browser.run(FINGERPRINT) != before, "zooming changes no drawing")
    browser.run("document.querySelector('.zoom button:last-child').click()")
    browser.settle()


def switch_series(browser):
    drawing = "document.querySelector('.legend').closest('.chart').querySelector('canvas').toDataURL()"
    before = browser.run(drawing)
    browser.run("document.querySelector('.legend button').click()")
    browser.settle()
    require(browser.run(drawing) != before, "the legend switches no series off")
    browser.run("document.querySelector('.legend button').click()")
    browser.settle()


def zoom_chart(browser):
    x, y = place_of(browser, ".u-over")
    before = browser.run("document.querySelector('.chart canvas').toDataURL()")
    browser.call("Input.dispatchMouseEvent", type="mousePressed", x=x - 60, y=y, button="left", clickCount=1)
    for step in range(-60, 61, 20):
        browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=x + step, y=y + 2, button="left")
    browser.call("Input.dispatchMouseEvent", type="mouseReleased", x=x + 60, y=y + 2, button="left", clickCount=1)
    browser.settle()
    require(browser.run("document.querySelector('.chart canvas').toDataURL()") != before, "dragging over a chart does not zoom")
    require(not browser.run("document.querySelector('.chart .all').hidden"), "no button leads back to the whole chart")
    browser.run("document.querySelector('.chart .all').click()")
    browser.settle()
    browser.move_mouse(2, 2)


def switch_theme(browser):
    ground = "getComputedStyle(document.body).backgroundColor"
    before = browser.run(ground), browser.run("document.querySelector('canvas').toDataURL()")
    browser.run("document.querySelector('.theme').click()")
    browser.settle()
    require(browser.run(ground) != before[0], "the switch of the theme changes no colours")
    require(browser.run("document.querySelector('canvas').toDataURL()") != before[1], "the theme reaches no drawing")
    browser.run("document.querySelector('.theme').click()")
    browser.settle()


def downloads(browser):
    """Every button of every figure gives a file that can be read; SVG is parsed by the browser."""
    files = browser.run("""(async () => {
      const files = [], blobs = [], { createObjectURL } = URL, { click } = HTMLAnchorElement.prototype;
      URL.createObjectURL = (blob) => { blobs.push(blob); return 'blob:none'; };
      HTMLAnchorElement.prototype.click = function () { files.push(this.download); };
      for (const button of document.querySelectorAll('.tools button')) button.click();
      URL.createObjectURL = createObjectURL; HTMLAnchorElement.prototype.click = click;
      const texts = await Promise.all(blobs.map((blob) => blob.text()));
      return texts.map((text, i) => {
        let bad = text.length < 20;
        if (files[i].endsWith('.json')) JSON.parse(text);
        if (files[i].endsWith('.svg')) {
          const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
          bad = parsed.querySelector('parsererror') !== null || parsed.querySelectorAll('path, rect').length < 3 || text.includes('NaN');
        }
        return [files[i], text.length, bad];
      });
    })()""")
    require(files, "there is nothing to download")
    require(not any(bad for _, _, bad in files), f"broken downloads: {files}")
    return len(files)


def fits(browser, width, height):
    """Nothing is empty and nothing scrolls sideways at this size."""
    browser.resize(width, height)
    browser.settle()
    wide = browser.run("document.documentElement.scrollWidth")
    require(wide <= width, f"at {width} pixels the page is {wide} wide")
    require(not browser.run(EMPTY_PARTS), f"something is empty at {width} pixels")


def contents_follow(browser):
    """Far down the page the table of contents is still in sight and says where the reader is; a click on it leads there."""
    if not browser.run("Boolean(document.querySelector('.contents a'))"):
        return
    browser.run("document.querySelector('.figure:last-of-type').scrollIntoView({ behavior: 'instant' })")
    browser.settle()
    box = browser.run("(() => { const box = document.querySelector('.contents').getBoundingClientRect(); return [box.top, box.bottom]; })()")
    require(box[0] < 800 and box[1] > 0, f"the table of contents is out of sight: {box}")
    here = "document.querySelector('.contents a.here')?.hash.slice(1)"
    require(browser.run(here) == browser.run("[...document.querySelectorAll('.figure')].pop().id"), "the table of contents does not follow")
    browser.run("document.querySelector('.contents a').click()")
    browser.wait("Math.abs(document.querySelector('.figure').getBoundingClientRect().top) < 400")
    browser.run("scrollTo({ top: 0, behavior: 'instant' })")


def summary_fits(browser):
    """All verdicts are to be seen at once, each with its words."""
    count = browser.run("document.querySelectorAll('.summary li').length")
    if count:
        require(count == browser.run("document.querySelectorAll('.figure').length"), "the summary does not name every figure")
        bottom = browser.run("document.querySelector('.summary').getBoundingClientRect().bottom")
        require(bottom <= 800, f"the summary ends at {bottom}, below the first screen")
        require(browser.run("[...document.querySelectorAll('.summary small')].every((words) => words.textContent)"), "a verdict has no words")


def origins(browser):
    """Every figure that was made says by which command, seed, version and date."""
    wrong = browser.run("""[...document.querySelectorAll('.figure')].filter((figure) => figure.querySelector('.verdict') &&
      !figure.querySelector('.verdict.missing') && !(figure.querySelector('footer .command') &&
      ['seed', 'version', 'date'].every((name) => [...figure.querySelectorAll('footer dt')].some((dt) => dt.textContent === name))))
      .map((figure) => figure.id)""")
    require(not wrong, f"not said how they were made: {wrong}")
    gaps = browser.run("[...document.querySelectorAll('.verdict.missing')].every((gap) => gap.closest('.figure').querySelector('.gap code'))")
    require(gaps, "a gap has no command that fills it")


def visit(browser, path, folder, sliders, expected=()):
    name = os.path.splitext(os.path.basename(path))[0]
    browser.resize(1280, 800)
    browser.prefer("light")
    browser.open(path)
    figures = browser.run("document.querySelectorAll('.figure').length")
    require(figures > 0, "there are no figures")
    empty = browser.run(EMPTY_PARTS)
    require(not empty, f"nothing is drawn in {empty}")
    require(browser.run("document.querySelectorAll('.problem').length") == 0, "a part could not be drawn")
    browser.screenshot(os.path.join(folder, f"{name}-1280.png"), whole=True)
    summary_fits(browser)
    contents_follow(browser)
    origins(browser)
    if browser.run("Boolean(document.querySelector('.u-over'))"):
        hover_chart(browser)
        zoom_chart(browser)
        if browser.run("Boolean(document.querySelector('.legend button'))"):
            switch_series(browser)
    if sliders:
        hover_node(browser)
        zoom_graph(browser)
        move_sliders(browser, sliders)
    switch_theme(browser)
    saved = downloads(browser)
    for width in (1600, 1280, 768, 390):
        fits(browser, width, 844)
    browser.run("try { localStorage.clear(); } catch {}")
    browser.prefer("dark")
    problems = browser.problems()
    browser.open(path)
    fits(browser, 390, 844)
    browser.screenshot(os.path.join(folder, f"{name}-390-dark.png"), whole=True)
    require(len(browser.call("Page.printToPDF")["data"]) > 20000, "it cannot be printed")
    problems += browser.problems()
    require(not problems, f"{problems}")
    for needed in expected:
        require(browser.run(f"Boolean(document.querySelector({needed!r}))"), f"there is no {needed}")
    print(f"{name}: {figures} figures, {saved} downloads")


# What a run's page must have: curves, a confusion matrix, and links to the graphs that it gets wrong.
RUN_PARTS = ("[data-chart]", "[data-matrix]", "td a[href^='#'], th a[href^='#']", "[data-graph]")


def main():
    ndpool, sample_report, folder = sys.argv[1:4]
    program = chromium_program()
    if program is None:
        print("SKIPPED: there is no Chromium (chromium), so no page was opened")
        return 77
    os.makedirs(folder, exist_ok=True)
    pages = []

    def make(name, sliders, *command):
        path = os.path.join(folder, name)
        subprocess.run([word.replace("OUT", path) for word in command], check=True, stdout=subprocess.DEVNULL)
        pages.append((path, sliders, ()))

    def make_in_folder(name, sliders, expected, *command, **environment):
        """Of a command that leaves index.html in a folder."""
        place = os.path.join(folder, name)
        subprocess.run([ndpool, *command, "--quiet", "-o", place], check=True, stdout=subprocess.DEVNULL, env={**os.environ, **environment})
        path = place + ".html"
        shutil.copyfile(os.path.join(place, "index.html"), path)
        pages.append((path, sliders, expected))

    both = ("Level", "ε")
    make("report.html", both, sample_report, "OUT")
    make("view.html", both, ndpool, "view", "sensor:300", "-o", "OUT")
    make("methods.html", both, ndpool, "view", "sensor:150", "--method", "ndp,graclus,nmf", "-o", "OUT")
    make_in_folder("reproduce", both, (), "reproduce", "all", "--quick", NDPOOL_DATA="")
    if subprocess.run([ndpool, "train", "--help"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0:
        make_in_folder("run", (), RUN_PARTS, "train", "bench:easy-small", "--overwrite", "--folds", "3", "--epochs", "20")
        make_in_folder("table", (), (), "reproduce", "table-graphs", "--quick", "--datasets", "easy_small,hard_small", "--methods", "wl,ndp,flat",
                       NDPOOL_DATA="")
    failures = 0
    with Chromium(program) as browser:
        for page in pages:
            try:
                visit(browser, page[0], folder, *page[1:])
            except PageProblem as problem:
                failures += 1
                print(f"{page[0]}: {problem}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
