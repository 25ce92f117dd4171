"""Training goes on from the shipped weights; where torch is."""

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is of the extra `train`")


@pytest.mark.parametrize("task", ["find", "read", "cover"])
def test_the_network_that_goes_on_says_what_the_shipped_one_says(task):
    from vision.detection.card_network import opencv_engine
    from vision.train.export import take_over
    from vision.train.fit import TASKS

    path = Path(str(files("vision"))) / "weights" / f"{task}.onnx"
    shape = {"find": (1, 3, 192, 320), "read": (5, 3, 64, 96), "cover": (5, 3, 112, 72)}[task]
    planes = np.random.default_rng(1).standard_normal(shape, dtype=np.float32)
    network = TASKS[task].network()
    take_over(network, path, planes)
    shipped = opencv_engine(path.read_bytes())(planes)
    with torch.no_grad():
        now = network.eval()(torch.from_numpy(planes)).numpy()
    assert np.abs(shipped.reshape(now.shape) - now).max() < 1e-3
