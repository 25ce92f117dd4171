"""A phone in the camera's place: looked through when it begins to film, for as long as no other camera is chosen."""

from __future__ import annotations

from threading import Lock

from companion.sight.hints import FILM_OVER, Hint
from vision.capture.phone import PhoneSource
from vision.service.camera_service import CameraService


class PhoneFilm:
    """What a phone sends becomes what the camera sees. For any thread."""

    def __init__(self, camera: CameraService) -> None:
        self._camera = camera
        self._source: PhoneSource | None = None
        self._lock = Lock()

    def begin(self) -> Hint | None:
        """Look through a phone from now on; another phone goes on where one films already."""
        with self._lock:
            if self.is_looked_through:
                return None
            self._source = PhoneSource()
            return self._camera.use(self._source)

    @property
    def is_looked_through(self) -> bool:
        return self._source is not None and not self._source.is_closed

    def take(self, jpeg: bytes) -> Hint | None:
        """The phone's next picture; the reason where it is none, or another camera looks by now."""
        source = self._source
        return FILM_OVER if source is None else source.take(jpeg)

    def end(self) -> None:
        """Look through nothing, where a phone was looked through."""
        with self._lock:
            if self.is_looked_through:
                self._camera.use(None)
