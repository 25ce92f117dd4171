"""Writes the weights for OpenCV, proves that it computes what torch does, and takes them over again. No training.

In the file each convolution has taken in the normalisation behind it. Where training goes on from there, one that
changes nothing is put back, with the mean and spread of what the convolution says of some pictures.
"""

from __future__ import annotations

import copy
import json
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from vision.arrays import Floats
from vision.detection.card_network import Temperatures, opencv_engine
from vision.detection.pyramid import READING_PATCH, WIDE_PATCH

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


def export_cover(network: nn.Module, figures: dict[str, object], out: Path) -> None:
    """cover.onnx and cover.json likewise."""
    shapes = [(count, 3, WIDE_PATCH.height, WIDE_PATCH.width) for count in (1, 7, 45)]
    _export(network, "cover", {0: "n"}, shapes, out)
    _tell("cover", {"patch": asdict(WIDE_PATCH), "figures": figures}, out)


def _export(
    network: nn.Module, look: str, free: dict[int, str], shapes: list[tuple[int, int, int, int]], out: Path
) -> None:
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"{look}.onnx"
    network = copy.deepcopy(network).to(memory_format=torch.contiguous_format).eval()
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
    answers = opencv_engine(path.read_bytes())
    for shape in shapes:
        planes = np.random.default_rng(shape[0]).standard_normal(shape, dtype=np.float32)
        with torch.no_grad():
            ours = network(torch.from_numpy(planes)).numpy()
        apart = np.abs(answers(planes).reshape(ours.shape) - ours).max()
        if apart > LARGEST_DIFFERENCE:
            raise ValueError(f"OpenCV differs from torch by {apart:.4f} with {shape}")


def _tell(look: str, facts: dict[str, object], out: Path) -> None:
    text = json.dumps({"normalisation": NORMALISATION} | facts, indent=1) + "\n"
    (out / f"{look}.json").write_text(text, encoding="utf-8")


def hold_fast(exported: Path, before: Path, learnt: str) -> None:
    """Gives an exported file back, to the bit, what it had before and did not learn: folded anew, it differs by 1e-6.

    learnt : the part that did. Raises ValueError where the two have other parts, or parts of other shapes
    """
    model, shipped = onnx.load(str(exported)), onnx.load(str(before))
    now, then = (
        [part for part in one.graph.initializer if not part.name.startswith(f"{learnt}.")] for one in (model, shipped)
    )
    for part, kept in zip(now, then, strict=True):
        if list(part.dims) != list(kept.dims):
            raise ValueError(f"{part.name} has another shape than in {before}")
        part.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(kept), part.name))
    onnx.save(model, str(exported))


def take_over(network: nn.Module, path: Path, planes: Floats) -> None:
    """Gives `network` the weights of an .onnx file that was exported from its like.

    planes : (n, 3, h, w) pictures as `normalised` gives them, for means and spreads
    """
    kept = {one.name: torch.tensor(numpy_helper.to_array(one)) for one in onnx.load(str(path)).graph.initializer}
    own = network.state_dict()
    for name in [name for name in kept if name in own]:
        own[name].copy_(kept.pop(name))
    folded = list(kept.values())  # weight and bias by turns, in the order in which they compute
    pairs = _normalised_convolutions(network)
    with torch.no_grad():
        for (convolution, norm), weight, bias in zip(pairs, folded[::2], folded[1::2], strict=True):
            convolution.weight.copy_(weight)
            _set(norm, torch.zeros_like(bias), torch.ones_like(bias), bias)
        _put_norms_back([norm for _, norm in pairs], network, torch.from_numpy(planes))


def _normalised_convolutions(network: nn.Module) -> list[tuple[nn.Conv2d, nn.BatchNorm2d]]:
    parts = [one for one in network.modules() if isinstance(one, (nn.Conv2d, nn.BatchNorm2d))]
    return [(a, b) for a, b in pairwise(parts) if isinstance(b, nn.BatchNorm2d)]


def _put_norms_back(norms: list[nn.BatchNorm2d], network: nn.Module, planes: torch.Tensor) -> None:
    """Each with the mean and the spread that comes to it, so that what the network says stays as it is."""
    came: dict[nn.Module, torch.Tensor] = {}
    hooks = [one.register_forward_pre_hook(lambda norm, given: came.update({norm: given[0]})) for one in norms]
    network.eval()(planes)
    for hook in hooks:
        hook.remove()
    for norm in norms:
        _set(norm, came[norm].mean((0, 2, 3)), came[norm].var((0, 2, 3)), norm.bias.clone())


def _set(norm: nn.BatchNorm2d, mean: torch.Tensor, variance: torch.Tensor, shift: torch.Tensor) -> None:
    """A normalisation that only adds `shift`."""
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(variance)
    norm.weight.copy_((variance + norm.eps).sqrt())
    norm.bias.copy_(shift + mean)
