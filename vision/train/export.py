"""Writes the weights for OpenCV and proves that it computes what torch does. No training."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch

from vision.network import OUTPUTS, SHAPES, CardNet, Temperatures
from vision.train.model import CardNetwork

LARGEST_DIFFERENCE = 2e-3  # of a logit, between OpenCV and torch


def export(network: CardNetwork, look: str, temperatures: Temperatures, figures: dict[str, object], out: Path) -> None:
    """`look`.onnx and `look`.json into the folder `out`. Raises ValueError where OpenCV computes something else."""
    out.mkdir(parents=True, exist_ok=True)
    network = network.eval()
    path, shape = out / f"{look}.onnx", SHAPES[look]
    example = torch.zeros(1, 3, shape.height, shape.width)
    torch.onnx.export(
        network,
        (example,),
        str(path),
        input_names=["patches"],
        output_names=["answers"],
        dynamic_axes={"patches": {0: "n"}, "answers": {0: "n"}},
        opset_version=13,
        dynamo=False,
    )
    facts = {
        "patch": asdict(shape),
        "normalisation": "minus the patch's mean of each channel, divided by its spread over all channels plus 6",
        "temperatures": {name: round(value, 4) for name, value in asdict(temperatures).items()},
        "figures": figures,
    }
    (out / f"{look}.json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
    _prove(network, path, look)


def _prove(network: CardNetwork, path: Path, look: str) -> None:
    shape = SHAPES[look]
    net = CardNet(path.read_bytes(), Temperatures(), shape)._net
    for count in (1, 7, 45):
        planes = np.random.default_rng(count).standard_normal((count, 3, shape.height, shape.width), dtype=np.float32)
        net.setInput(planes)
        theirs = net.forward().reshape(count, OUTPUTS)
        with torch.no_grad():
            ours = network(torch.from_numpy(planes)).numpy()
        if np.abs(theirs - ours).max() > LARGEST_DIFFERENCE:
            raise ValueError(f"OpenCV differs from torch by {np.abs(theirs - ours).max():.4f} with {count} patches")
