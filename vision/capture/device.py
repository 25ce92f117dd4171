"""Cameras as OpenCV opens them; what they answer is never an exception. When to open them is in source."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.sight.hints import Hint
from vision.arrays import Image

os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # as OPENCV_LOG_LEVEL: see vision


@dataclass(frozen=True)
class DeviceSettings:
    """What is asked of a camera, which gives what it can."""

    width_px: int = 1920
    height_px: int = 1080  # a door needs so many lines
    # format asked for on Linux, where OpenCV prefers uncompressed pictures: a USB camera gives five a second in
    # this size, or none above 640 x 480 (opencv/opencv#9540). A camera that does not have it stays as it is
    compressed: str = "MJPG"
    frames_kept: int = 1  # by the camera's driver: the newest is wanted
    cameras_tried: int = 4  # the first numbers; more than so many nobody has plugged in


DEVICE = DeviceSettings()


class Device(Protocol):
    """What is used of cv2.VideoCapture."""

    def read(self) -> tuple[bool, NDArray[np.generic] | None]: ...

    def release(self) -> None: ...


Connect = Callable[[], Device | Hint | None]  # a device that answers; why there is none, where that is known


def cameras(in_use: int | None = None, most: int = DEVICE.cameras_tried) -> tuple[int, ...]:
    """The numbers of the cameras that give a picture now, of the first few; each is opened for a moment.

    in_use : the one that is looked through now; it is left alone, as some systems would give it to one only
    """
    found = [] if in_use is None else [in_use]
    for number in range(most):
        if number == in_use:
            continue
        device = open_camera(number)
        if device is not None and grab(device) is not None:
            found.append(number)
        release(device)
    return tuple(sorted(found))


def grab(device: Device) -> Image | None:
    try:
        answered, image = device.read()
    except cv2.error:
        return None
    return np.asarray(image, np.uint8) if answered and image is not None and image.size else None


def release(device: Device | None) -> None:
    if device is not None:
        device.release()


def open_camera(name: int | str) -> Device | None:
    try:
        device = cv2.VideoCapture(name)
        if not device.isOpened():
            return None
        if device.getBackendName() == "V4L2":
            device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*DEVICE.compressed))
        device.set(cv2.CAP_PROP_FRAME_WIDTH, DEVICE.width_px)
        device.set(cv2.CAP_PROP_FRAME_HEIGHT, DEVICE.height_px)
        device.set(cv2.CAP_PROP_BUFFERSIZE, DEVICE.frames_kept)
    except (cv2.error, OverflowError, TypeError):  # a number that is none of a camera; a driver with a bad day
        return None
    return device


def ask_leave(source: str | None) -> None:
    """For the program's first thread, before another one opens a camera: macOS asks its user whether a program may look
    through it, and OpenCV runs the events that show the question in that thread only. Does nothing elsewhere.

    source : as for open_source; None stands for the first camera
    """
    if sys.platform == "darwin" and (source is None or source.isdecimal()):
        release(open_camera(int(source or 0)))
