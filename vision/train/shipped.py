"""The shipped weights as a start for more training. No training.

Where they were written, each convolution took in the normalisation behind it; here one that changes nothing is put
back, with the mean and spread of what the convolution says of some pictures, so that learning can go on from there.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import nn

from vision.arrays import Floats


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
