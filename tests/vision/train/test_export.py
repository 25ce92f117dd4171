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


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # torch means to export in another way one day
def test_what_a_head_that_learns_alone_leaves_is_in_the_file_as_it_was_to_the_bit(tmp_path):
    import onnx

    from vision.detection.card_network import Temperatures
    from vision.train.export import export_recognition, hold_fast, take_over
    from vision.train.model import RecognitionModel

    shipped = Path(str(files("vision"))) / "weights" / "read.onnx"
    network = RecognitionModel()
    take_over(network, shipped, np.random.default_rng(1).standard_normal((5, 3, 64, 96), dtype=np.float32))
    with torch.no_grad():
        network.plugged[0].weight += 1
    export_recognition(network, Temperatures(), {}, tmp_path)
    hold_fast(tmp_path / "read.onnx", shipped, "plugged")
    before, after = (onnx.load(str(path)).graph.initializer for path in (shipped, tmp_path / "read.onnx"))
    changed = {one.name for one, other in zip(after, before, strict=True) if one.raw_data != other.raw_data}
    assert changed == {"plugged.0.weight"}
