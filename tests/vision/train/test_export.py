"""Training goes on from the shipped weights; where torch is."""

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is of the extra `train`")


def halved(task: str, to: Path) -> Path:
    """The shipped weights with 16 bits, whether they were shipped so or not."""
    from vision.train.export import keep_halves

    to.write_bytes((Path(str(files("vision"))) / "weights" / f"{task}.onnx").read_bytes())
    keep_halves(to)
    return to


@pytest.mark.parametrize("task", ["find", "read", "cover"])
def test_the_network_that_goes_on_says_what_the_shipped_one_says(task, tmp_path):
    from vision.detection.card_network import opencv_engine
    from vision.train.export import take_over
    from vision.train.fit import TASKS

    path = halved(task, tmp_path / "before.onnx")
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
    from onnx.numpy_helper import to_array

    from vision.detection.card_network import Temperatures
    from vision.train.export import export_recognition, hold_fast, take_over
    from vision.train.model import RecognitionModel

    before = halved("read", tmp_path / "before.onnx")
    network = RecognitionModel()
    take_over(network, before, np.random.default_rng(1).standard_normal((5, 3, 64, 96), dtype=np.float32))
    with torch.no_grad():
        network.plugged[0].weight += 1
    export_recognition(network, Temperatures(), {}, tmp_path)
    hold_fast(tmp_path / "read.onnx", before, "plugged")
    then, now = (onnx.load(str(path)).graph.initializer for path in (before, tmp_path / "read.onnx"))
    changed = {one.name for one, other in zip(now, then, strict=True) if (to_array(one) != to_array(other)).any()}
    assert changed == {"plugged.0.weight"}


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_weights_of_half_the_size_say_nearly_the_same_under_the_same_names_and_are_not_halved_again(tmp_path):
    import onnx

    from vision.detection.card_network import opencv_engine
    from vision.train.export import HALVES_DIFFERENCE, keep_halves

    network = torch.nn.Sequential(torch.nn.Conv2d(3, 64, 3), torch.nn.ReLU(), torch.nn.Conv2d(64, 64, 3))
    path = tmp_path / "some.onnx"
    torch.onnx.export(network.eval(), (torch.zeros(1, 3, 9, 9),), str(path), dynamo=False)
    whole = path.read_bytes()
    keep_halves(path)
    halves = path.read_bytes()
    assert len(halves) < 0.55 * len(whole)
    before, after = (onnx.load_from_string(one).graph.initializer for one in (whole, halves))
    assert [part.name for part in before] == [part.name for part in after]
    planes = np.random.default_rng(2).standard_normal((1, 3, 9, 9), dtype=np.float32)
    assert np.abs(opencv_engine(whole)(planes) - opencv_engine(halves)(planes)).max() < HALVES_DIFFERENCE
    keep_halves(path)
    assert path.read_bytes() == halves
