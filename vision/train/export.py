"""Writes the weights for OpenCV, proves that it computes what torch does, and takes them over again. No training.

In the file each convolution has taken in the normalisation behind it, and numbers that are many have 16 bits, or 8 and
a scale for each plane: they are made whole again when the file is read. Where training goes on from there, one that
changes nothing is put back, with the mean and spread of what the convolution says of some pictures.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper
from torch import nn

from vision.arrays import Floats
from vision.detection.answer_places import SIGNS
from vision.detection.card_network import Engine, Temperatures, engine_of, opencv_engine
from vision.detection.pyramid import READING_PATCH, WIDE_PATCH
from vision.train.model import FaceModel

OPSET = 17  # the first that has the normalisation of layers
LARGEST_DIFFERENCE = 2e-3  # of a logit, between OpenCV and torch
HALVES_DIFFERENCE = 5e-2  # likewise with numbers of 16 bits; of what is shipped, on noise: 0.016
BYTES_DIFFERENCE = 1.0  # likewise with 8; of what is shipped, on noise: 0.38 at most, 0.02 in the mean
MANY = 256  # numbers of a table; fewer, and one for each plane, keep their 32 bits
NORMALISATION = "minus the picture's mean of each channel, divided by its spread over all channels plus 6"


def export_recognition(network: nn.Module, temperatures: Temperatures, figures: dict[str, object], out: Path) -> None:
    """read.onnx and read.json into the folder `out`. Raises ValueError where OpenCV computes something else."""
    shapes = [(count, 3, READING_PATCH.height, READING_PATCH.width) for count in (1, 7, 45)]
    _export(network, "read", {0: "n"}, shapes, out)
    kept = {name: round(value, 4) for name, value in asdict(temperatures).items()}
    _tell("read", {"patch": asdict(READING_PATCH), "temperatures": kept, "figures": figures}, out)


def export_detection(network: nn.Module, figures: Callable[[Engine], dict[str, object]], out: Path) -> None:
    """find.onnx and find.json likewise. figures : of what the file says, whose numbers have 8 bits"""
    shapes = [(1, 3, 368, 640), (1, 3, 640, 480), (1, 3, 192, 320)]
    _export(network, "find", {2: "h", 3: "w"}, shapes, out, in_bytes, BYTES_DIFFERENCE)
    _tell("find", {"figures": figures(engine_of((out / "find.onnx").read_bytes()))}, out)


def export_cover(network: nn.Module, figures: dict[str, object], out: Path) -> None:
    """cover.onnx and cover.json likewise."""
    shapes = [(count, 3, WIDE_PATCH.height, WIDE_PATCH.width) for count in (1, 7, 45)]
    _export(network, "cover", {0: "n"}, shapes, out)
    _tell("cover", {"patch": asdict(WIDE_PATCH), "figures": figures}, out)


def export_faces(network: FaceModel, figures: dict[str, object], out: Path) -> None:
    """face.onnx, which gives signs of cards, table.onnx, which reads one table's signs, and face.json likewise."""
    planes = [(count, 3, READING_PATCH.height, READING_PATCH.width) for count in (1, 7, 45)]
    _export(_Signs(network), "face", {0: "n"}, planes, out)
    _export(_Together(network), "table", {1: "n"}, [(1, count, SIGNS) for count in (1, 7, 45)], out)
    _tell("face", {"patch": asdict(READING_PATCH), "figures": figures}, out)


class _Signs(nn.Module):
    def __init__(self, network: FaceModel) -> None:
        super().__init__()
        self.network = network

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        return self.network.signs(planes)


class _Together(_Signs):
    def forward(self, signs: torch.Tensor) -> torch.Tensor:
        _, together = self.network.together(signs)
        return together


Tensor: TypeAlias = onnx.TensorProto  # numbers of a file, with their name
# a tensor as it is kept, and what gives it, whole, under the name WHOLE
Shrink = Callable[[Tensor], tuple[list[Tensor], list[onnx.NodeProto]]]
WHOLE, SCALE = "{}.whole", "{}.scale"  # names of what comes of a part


def in_halves(part: Tensor) -> tuple[list[Tensor], list[onnx.NodeProto]]:
    halves = numpy_helper.to_array(part).astype(np.float16)
    return [numpy_helper.from_array(halves, part.name)], [_cast(part.name, WHOLE.format(part.name))]


def in_bytes(part: Tensor) -> tuple[list[Tensor], list[onnx.NodeProto]]:
    """A scale for each row of the first axis: of a convolution, each plane that comes out.

    Made whole by plain products, which every engine works out once: with DequantizeLinear, ONNX Runtime 1.32 took
    twice the time for each picture.
    """
    numbers, scale, named = numpy_helper.to_array(part), SCALE.format(part.name), f"{part.name}.steps"
    largest = np.abs(numbers).max(tuple(range(1, numbers.ndim)), keepdims=True)
    step = np.maximum(largest / np.iinfo(np.int8).max, np.finfo(np.float32).tiny)
    kept = np.round(numbers / step).astype(np.int8)
    nodes = [_cast(part.name, named), helper.make_node("Mul", [named, scale], [WHOLE.format(part.name)])]
    return [numpy_helper.from_array(kept, part.name), numpy_helper.from_array(step, scale)], nodes


def _cast(name: str, to: str) -> onnx.NodeProto:
    return helper.make_node("Cast", [name], [to], to=Tensor.FLOAT)


def _export(
    network: nn.Module,
    look: str,
    free: dict[int, str],
    shapes: Sequence[tuple[int, ...]],
    out: Path,
    shrink: Shrink = in_halves,
    most: float = HALVES_DIFFERENCE,
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
        opset_version=OPSET,
        dynamo=False,
    )
    _compare(path, network, shapes, LARGEST_DIFFERENCE)
    keep_small(path, shrink)
    _compare(path, network, shapes, most)


def _compare(path: Path, network: nn.Module, shapes: Sequence[tuple[int, ...]], most: float) -> None:
    answers = opencv_engine(path.read_bytes())
    for shape in shapes:
        planes = np.random.default_rng(shape[0]).standard_normal(shape, dtype=np.float32)
        with torch.no_grad():
            ours = network(torch.from_numpy(planes)).numpy()
        apart = np.abs(answers(planes).reshape(ours.shape) - ours).max()
        if apart > most:
            raise ValueError(f"OpenCV differs from torch by {apart:.4f} with {shape}")


def keep_small(path: Path, shrink: Shrink = in_halves) -> None:
    """Gives the tables of an .onnx file that hold many numbers fewer bits, under the same names, and makes them whole
    before they are used. Changes nothing in a file whose tables have fewer already."""
    model = onnx.load(str(path))
    parts: list[Tensor] = []
    nodes: list[onnx.NodeProto] = []
    whole: dict[str, str] = {}
    for part in model.graph.initializer:
        if part.data_type == Tensor.FLOAT and np.prod(part.dims) >= MANY and np.prod(part.dims[1:]) > 1:
            kept, made = shrink(part)
            parts, nodes, whole = parts + kept, nodes + made, whole | {part.name: WHOLE.format(part.name)}
        else:
            parts.append(part)
    for node in model.graph.node:
        node.input[:] = [whole.get(name, name) for name in node.input]
    nodes += model.graph.node
    del model.graph.node[:], model.graph.initializer[:]
    model.graph.node.extend(nodes)
    model.graph.initializer.extend(parts)
    onnx.save(model, str(path))


def _numbers(model: onnx.ModelProto) -> dict[str, Floats]:
    """Those of a file by their names, whole, in its order."""
    kept = {part.name: numpy_helper.to_array(part).astype(np.float32) for part in model.graph.initializer}
    scales = {name: kept.pop(SCALE.format(name)) for name in list(kept) if SCALE.format(name) in kept}
    return kept | {name: kept[name] * scale for name, scale in scales.items()}


def _tell(look: str, facts: dict[str, object], out: Path) -> None:
    text = json.dumps({"normalisation": NORMALISATION} | facts, indent=1) + "\n"
    (out / f"{look}.json").write_text(text, encoding="utf-8")


def hold_fast(exported: Path, before: Path, learnt: str) -> None:
    """Gives an exported file back, to the bit, what it had before and did not learn: folded anew, it differs by 1e-6.

    learnt : the part that did. Where the two files keep numbers in different types, those of the exported one hold;
    neither may keep them in bytes. Raises ValueError where the two have other parts, or parts of other shapes
    """
    model, shipped = onnx.load(str(exported)), onnx.load(str(before))
    now, then = (
        [part for part in one.graph.initializer if not part.name.startswith(f"{learnt}.")] for one in (model, shipped)
    )
    for part, kept in zip(now, then, strict=True):
        if list(part.dims) != list(kept.dims):
            raise ValueError(f"{part.name} has another shape than in {before}")
        numbers = numpy_helper.to_array(kept).astype(numpy_helper.to_array(part).dtype)
        part.CopyFrom(numpy_helper.from_array(numbers, part.name))
    onnx.save(model, str(exported))


def take_over(network: nn.Module, path: Path, planes: Floats) -> None:
    """Gives `network` the weights of an .onnx file that was exported from its like.

    planes : (n, 3, h, w) pictures as `normalised` gives them, for means and spreads
    """
    kept = {name: torch.tensor(numbers) for name, numbers in _numbers(onnx.load(str(path))).items()}
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
