"""A phone, or a small camera, that streams pictures over http as their apps do, and the dialects that some speak."""

from __future__ import annotations

import threading
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np


@contextmanager
def a_phone(
    pictures: Callable[[], Iterator[np.ndarray]],
    *,
    per_s: float = 8.0,
    begins_after_s: float = 0.0,
    first_boundary: bool = True,
    login: str | None = None,
    page: bytes | None = None,
) -> Iterator[str]:
    """The address of a phone that streams these to whoever connects.

    begins_after_s : it takes until the first picture, as it starts its camera then
    login : the name and password that it asks for, joined by a colon
    page : it shows instead of pictures, at every address
    """
    over = threading.Event()

    class Phone(BaseHTTPRequestHandler):
        def do_GET(self):
            if login is not None and self.headers["Authorization"] != f"Basic {b64encode(login.encode()).decode()}":
                self.send_response(401)
                self.send_header("WWW-Authenticate", 'Basic realm="camera"')
                self.end_headers()
                return
            self.send_response(200)
            kind = "text/html" if page else "multipart/x-mixed-replace; boundary=frame"
            self.send_header("Content-Type", kind)
            self.end_headers()
            try:
                self.wfile.write(page or b"")
                if page is None:
                    self.stream()
            except OSError:  # nobody watches any more
                return

        def stream(self):
            over.wait(begins_after_s)
            boundary = b"--frame\r\n" if first_boundary else b""
            for image in pictures():
                jpeg = cv2.imencode(".jpg", image)[1].tobytes()
                head = f"Content-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n".encode()
                self.wfile.write(boundary + head + jpeg + b"\r\n")
                boundary = b"--frame\r\n"
                if over.wait(1 / per_s):
                    return

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Phone)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/video"
    finally:
        over.set()
        server.shutdown()
        server.server_close()
        thread.join()
