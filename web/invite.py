"""The first words in the terminal: where the table screen is, and the code that phones scan. No pages."""

from __future__ import annotations

import io
import webbrowser

import qrcode

from web.config import WebConfig
from web.language import Speech


def invitation(config: WebConfig, host_token: str, say: Speech) -> str:
    """What the host reads when the game has started."""
    return "\n".join(
        (
            say("terminal.phones", address=config.join_url()),
            _code(config.join_url()),
            *_others(config, say),
            say("terminal.table", address=table_url(config, host_token)),
            say("terminal.stop"),
        )
    )


def _others(config: WebConfig, say: Speech) -> tuple[str, ...]:
    """A machine in several networks cannot know which one the phones are in."""
    others = [config.join_url(address) for address in config.phone_addresses()[1:]]
    return (say("terminal.other_addresses", addresses=", ".join(others)),) if others else ()


def table_url(config: WebConfig, host_token: str) -> str:
    """The table screen's address on this machine, with the key that makes it the host's."""
    return f"{config.table_url()}?key={host_token}"


def open_table(config: WebConfig, host_token: str) -> None:
    """In the machine's browser, where there is one."""
    try:
        webbrowser.open(table_url(config, host_token))
    except webbrowser.Error:
        return


def _code(text: str) -> str:
    """A QR code of block letters, light on dark as terminals are."""
    code = qrcode.QRCode(border=2)
    code.add_data(text)
    drawn = io.StringIO()
    code.print_ascii(out=drawn, invert=True)
    return drawn.getvalue()
