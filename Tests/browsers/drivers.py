# SPDX-License-Identifier: MIT
"""Firefox by WebDriver BiDi and WebKitGTK by WebDriver, with the same three methods: go, run and act."""

import json
import os
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path

from selenium.common.exceptions import MoveTargetOutOfBoundsException
from selenium.webdriver import WebKitGTK, WebKitGTKOptions
from selenium.webdriver.remote.command import Command
from selenium.webdriver.webkitgtk.service import Service
from websocket import create_connection

MINI_BROWSER = next(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"), None)
TIMEOUT = 60


class Firefox:
    """Firefox without a window. BiDi is its own protocol, so that no driver is needed."""

    name = "Firefox"

    @staticmethod
    def missing():
        return None if shutil.which("firefox-esr") else "firefox-esr is not installed"

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="inklock-firefox-")
        command = ["firefox-esr", "--headless", "--no-remote", "--profile", self.folder, "--remote-debugging-port", "0"]
        environment = {**os.environ, "HOME": self.folder, "MOZ_DISABLE_CONTENT_SANDBOX": "1" if os.geteuid() == 0 else "0"}
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment)
        address = next((line.split()[-1] for line in self.process.stderr if "WebDriver BiDi listening on" in line), None)
        if not address:
            raise RuntimeError("Firefox ended without its address")
        # Whatever it still says must not fill the pipe.
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        self.socket = create_connection(f"{address}/session", timeout=TIMEOUT, suppress_origin=True)
        self.number = 0
        self.send("session.new", capabilities={})
        self.context = self.send("browsingContext.getTree")["contexts"][0]["context"]
        self.send("browsingContext.setViewport", context=self.context, viewport={"width": 1000, "height": 800})

    def send(self, method, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") == self.number:
                if answer["type"] == "error":
                    raise RuntimeError(f"{method}: {answer['message']}")
                return answer["result"]

    @property
    def has_crashed(self):
        """A Boolean value that indicates whether the browser has ended by itself."""
        return self.process.poll() is not None

    def go(self, address):
        self.send("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def run(self, body):
        """Returns what the body of an async function returns, by way of JSON."""
        function = f"async () => JSON.stringify(await (async () => {{ {body} }})() ?? null)"
        found = self.send(
            "script.callFunction", functionDeclaration=function, awaitPromise=True, target={"context": self.context})
        if found["type"] == "exception":
            raise RuntimeError(found["exceptionDetails"]["text"])
        return json.loads(found["result"]["value"])

    def act(self, actions):
        """Performs the actions of WebDriver, which BiDi has in the same form."""
        self.send("input.performActions", context=self.context, actions=actions)

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class WebKit:
    """WebKitGTK's small browser, on a display of its own."""

    name = "WebKitGTK"

    @staticmethod
    def missing():
        if not MINI_BROWSER or not shutil.which("WebKitWebDriver"):
            return "webkit2gtk-driver is not installed"
        return None if os.environ.get("DISPLAY") or shutil.which("Xvfb") else "Xvfb is not installed"

    def __init__(self):
        self.display = None
        if not os.environ.get("DISPLAY"):
            read, write = os.pipe()
            self.display = subprocess.Popen(
                ["Xvfb", "-displayfd", str(write), "-screen", "0", "1200x900x24", "-nolisten", "tcp"], pass_fds=[write],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            os.close(write)
            with os.fdopen(read) as pipe:
                os.environ["DISPLAY"] = f":{pipe.readline().strip()}"
        options = WebKitGTKOptions()
        options.binary_location = str(MINI_BROWSER)
        options.add_argument("--automation")
        # A process without privileges of its own cannot make WebKit's sandbox.
        os.environ.setdefault("WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS", "1")
        # Without a graphics processor, Mesa draws with the processor, and crashes the page's process now and then.
        os.environ.setdefault("WEBKIT_DISABLE_COMPOSITING_MODE", "1")
        os.environ.setdefault("WEBKIT_SKIA_ENABLE_CPU_RENDERING", "1")
        self.log = tempfile.NamedTemporaryFile(prefix="inklock-webkit-")
        self.driver = WebKitGTK(options=options, service=Service(shutil.which("WebKitWebDriver"), log_output=self.log.name))
        self.driver.set_script_timeout(TIMEOUT)
        self.driver.set_window_size(1000, 800)

    @property
    def has_crashed(self):
        """A Boolean value that indicates whether a page's process has ended by itself."""
        return b"WebProcess CRASHED" in Path(self.log.name).read_bytes()

    def go(self, address):
        self.driver.get(address)

    def run(self, body):
        """Returns what the body of an async function returns, by way of JSON."""
        script = (
            f"const done = arguments[0]; (async () => {{ {body} }})()"
            ".then((value) => done(JSON.stringify([value ?? null])), (error) => done(JSON.stringify({ error: String(error) })))")
        found = json.loads(self.driver.execute_async_script(script))
        if isinstance(found, dict):
            raise RuntimeError(found["error"])
        return found[0]

    def act(self, actions):
        try:
            self.driver.execute(Command.W3C_ACTIONS, {"actions": actions})
        except MoveTargetOutOfBoundsException as error:
            size = self.driver.execute_script("return [innerWidth, innerHeight]")
            places = [(step["x"], step["y"]) for source in actions for step in source["actions"] if "x" in step]
            raise RuntimeError(f"the pointer leaves the window of {size}: {places}") from error

    def close(self):
        self.driver.quit()
        self.log.close()
        if self.display:
            del os.environ["DISPLAY"]
            self.display.terminate()
            self.display.wait()
