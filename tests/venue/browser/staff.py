"""The venue itself on a free port, and a browser of somebody who works there."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from selenium.webdriver import Chrome

from cli.venue.access.session import Session
from cli.venue.hall.hall import Hall
from tests.processes import wait_until
from tests.venue.browser.phone import Phone
from tests.venue.lent import lent

SIZES = {"desk": (1440, 900), "tablet": (820, 1180), "phone": (390, 844), "small": (360, 740)}
"""The screens that every page is looked at on."""


@contextmanager
def served(path: Path, session: Session | None, pin: str = "", port: int = 0) -> Iterator[str]:
    """The address of a venue of that log, to which this device has joined; None: devices are known
    by their cookies, and a code of the event is in the log."""
    hall = Hall(path)

    async def proved(hall: Hall) -> None:
        if pin and session is not None:
            now, own = hall.clock(), session
            await hall.ask(lambda log: hall.access.set_pin(log, own, pin, now))

    known = None if session is None else lambda _: session
    with lent(hall, [proved], known) as app:
        server = uvicorn.Server(
            uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning", workers=1)
        )
        thread = threading.Thread(target=lambda: asyncio.run(server.serve()), daemon=True)
        thread.start()
        wait_until(lambda: server.started or not thread.is_alive())
        port = server.servers[0].sockets[0].getsockname()[1]
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            hall.close_soon()
            server.should_exit = True
            thread.join(10)


class Screen(Phone):
    """A page of the staff, as a browser shows it.

    Args:
        driver: the browser.
        address: of the venue.
    """

    def __init__(self, driver: Chrome, address: str) -> None:
        self.driver = driver
        self.address = address

    def size(self, width: int = 1440, height: int = 900, *, dark: bool = False) -> None:
        """The size of the screen, and light or dark."""
        metrics = {
            "width": width,
            "height": height,
            "deviceScaleFactor": 1,
            "mobile": width < 1000,
        }
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})

    def open(self, path: str = "/desk") -> "Screen":
        """Load a page, and wait until it hears what is new."""
        self.driver.get(self.address + path)
        self.until(lambda: self.run("return !!window.htmx"))
        return self

    def type(self, keys: str) -> None:
        """Type where the focus is."""
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.driver, duration=0).send_keys(keys).perform()

    def says(self, text: str) -> None:
        """Wait until the page shows a text."""
        self.until(lambda: text in self.text())
