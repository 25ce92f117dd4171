"""Writes the weights for OpenCV and proves that it computes what torch does. No training."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn

from vision.detection.card_network import Temperatures
from vision.detection.pyramid import READING_PATCH

LARGEST_DIFFERENCE = 2e-3  # of a logit, between OpenCV and torch
NORMALISATION = "minus the picture's mean of each channel, divided by its spread over all channels plus 6"


def export_recognition(network: nn.Module, temperatures: Temperatures, figures: dict[str, object], out: Path) -> None:
    """read.onnx and read.json into the folder `out`. Raises ValueError where OpenCV computes something else."""
    shapes = [(count, 3, READING_PATCH.height, READING_PATCH.width) for count in (1, 7, 45)]
    _export(network, "read", {0: "n"}, shapes, out)
    kept = {name: round(value, 4) for name, value in asdict(temperatures).items()}
    _tell("read", {"patch": asdict(READING_PATCH), "temperatures": kept, "figures": figures}, out)


def export_detection(network: nn.Module, figures: dict[str, object], out: Path) -> None:
    """find.onnx and find.json likewise."""
    _export(network, "find", {2: "h", 3: "w"}, [(1, 3, 368, 640), (1, 3, 640, 480), (1, 3, 192, 320)], out)
    _tell("find", {"figures": figures}, out)


def _export(
    network: nn.Module, look: str, free: dict[int, str], shapes: list[tuple[int, int, int, int]], out: Path
) -> None:
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"{look}.onnx"
    network = network.eval()
    torch.onnx.export(
        network,
        (torch.zeros(shapes[-1]),),
        str(path),
        input_names=["pictures"],
        output_names=["answers"],
        dynamic_axes={"pictures": free},
        opset_version=13,
        dynamo=False,
    )
    net = cv2.dnn.readNetFromONNX(str(path))
    for shape in shapes:
        planes = np.random.default_rng(shape[0]).standard_normal(shape, dtype=np.float32)
        net.setInput(planes)
        theirs = net.forward()
        with torch.no_grad():
            ours = network(torch.from_numpy(planes)).numpy()
        if np.abs(theirs.reshape(ours.shape) - ours).max() > LARGEST_DIFFERENCE:
            raise ValueError(f"OpenCV differs from torch by {np.abs(theirs - ours).max():.4f} with {shape}")


def _tell(look: str, facts: dict[str, object], out: Path) -> None:
    text = json.dumps({"normalisation": NORMALISATION} | facts, indent=1) + "\n"
    (out / f"{look}.json").write_text(text, encoding="utf-8")
