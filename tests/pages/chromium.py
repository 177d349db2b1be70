"""Headless Chromium by its DevTools protocol, over two pipes: no driver and no Python package is needed."""
import base64
import json
import os
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--hide-scrollbars", "--mute-audio",
         "--remote-debugging-pipe")


def chromium_program():
    """The path of Chromium, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class PageProblem(Exception):
    """What a page does that it should not."""


class Chromium:
    """A browser with one tab. Use it in a with statement."""

    def __init__(self, program):
        self.profile = tempfile.mkdtemp(prefix="ndpool-chromium-")
        read_here, write_there = os.pipe()
        read_there, write_here = os.pipe()

        def place_pipes():  # Chromium reads from 3 and writes to 4
            kept = os.dup(write_there)
            os.dup2(read_there, 3)
            os.dup2(kept, 4)

        self.process = subprocess.Popen([program, *FLAGS, f"--user-data-dir={self.profile}", "about:blank"], preexec_fn=place_pipes,
                                        pass_fds=(3, 4), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write_there)
        os.close(read_there)
        self.read, self.write = read_here, write_here
        self.unread, self.number, self.events, self.session = b"", 0, [], None

    def __enter__(self):
        targets = self.call("Target.getTargets")["targetInfos"]
        target = next(one["targetId"] for one in targets if one["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(domain + ".enable")
        return self

    def __exit__(self, *_):
        try:
            self.session = None
            self.call("Browser.close")
        except (OSError, PageProblem):
            pass
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.read)
        os.close(self.write)
        shutil.rmtree(self.profile, ignore_errors=True)

    def call(self, method, **parameters):
        """Sends a command and returns its result; events that arrive meanwhile are collected."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.next_message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise PageProblem(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def next_message(self):
        while b"\0" not in self.unread:
            more = os.read(self.read, 1 << 20)
            if not more:
                raise PageProblem("Chromium has ended")
            self.unread += more
        text, self.unread = self.unread.split(b"\0", 1)
        return json.loads(text)

    def run(self, script):
        """The value of an expression in the page; a promise is waited for."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise PageProblem(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def resize(self, width, height, scale=1):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)

    def prefer(self, scheme):
        """The reader's setting: "light" or "dark"."""
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def open(self, path, seconds=30):
        """Opens a file and waits until its script has filled it."""
        self.events = []
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        self.wait("document.readyState === 'complete' && document.documentElement.dataset.ready === 'yes'", seconds)
        self.settle()

    def wait(self, condition, seconds=10):
        end = time.monotonic() + seconds
        while not self.run(condition):
            if time.monotonic() > end:
                raise PageProblem(f"not within {seconds} seconds: {condition}; {self.problems()}")
            time.sleep(0.03)

    def settle(self):
        """Waits for what is drawn between frames."""
        self.run("new Promise((done) => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(done), 60)))")

    def problems(self):
        """Script errors, messages of the console, and requests to anything but files and data in the page itself."""
        found = []
        for event in self.events:
            kind, values = event.get("method"), event.get("params", {})
            if kind == "Runtime.exceptionThrown":
                details = values["exceptionDetails"]
                found.append("script: " + details.get("exception", {}).get("description", details["text"]))
            elif kind == "Runtime.consoleAPICalled" and values["type"] in ("error", "warning", "assert"):
                found.append("console: " + " ".join(str(one.get("value", one.get("description"))) for one in values["args"]))
            elif kind == "Log.entryAdded" and "willReadFrequently" in values["entry"]["text"]:
                pass  # the tests read canvases often, readers do not
            elif kind == "Log.entryAdded" and values["entry"]["level"] in ("error", "warning"):
                found.append("log: " + values["entry"]["text"])
            elif kind == "Network.requestWillBeSent":
                url = values["request"]["url"]
                if not url.startswith(("file:", "data:", "blob:", "about:")):
                    found.append("request: " + url)
        return found

    def move_mouse(self, x, y):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def screenshot(self, path, whole=False):
        if whole:  # a window as high as the page: what follows the size of the window is drawn before the picture is taken
            before = self.run("[innerWidth, innerHeight]")
            height = self.call("Page.getLayoutMetrics")["cssContentSize"]["height"]
            self.resize(before[0], min(int(height), 16000))
            self.settle()
        data = self.call("Page.captureScreenshot", format="png")["data"]
        if whole:
            self.resize(*before)
            self.settle()
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
