"""Training goes on from the shipped weights; where torch is."""

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is of the extra `train`")


def shipped(task: str, to: Path) -> Path:
    """A copy of the shipped weights, those that have 32 bits with 16."""
    from vision.train.export import keep_small

    to.write_bytes((Path(str(files("vision"))) / "weights" / f"{task}.onnx").read_bytes())
    keep_small(to)
    return to


@pytest.mark.parametrize("task", ["find", "read", "cover"])
def test_the_network_that_goes_on_says_what_the_shipped_one_says(task, tmp_path):
    from vision.detection.card_network import opencv_engine
    from vision.train.export import take_over
    from vision.train.fit import TASKS

    path = shipped(task, tmp_path / "before.onnx")
    shape = {"find": (1, 3, 192, 320), "read": (5, 3, 64, 96), "cover": (5, 3, 112, 72)}[task]
    planes = np.random.default_rng(1).standard_normal(shape, dtype=np.float32)
    network = TASKS[task].network()
    take_over(network, path, planes)
    before = opencv_engine(path.read_bytes())(planes)
    with torch.no_grad():
        now = network.eval()(torch.from_numpy(planes)).numpy()
    assert np.abs(before.reshape(now.shape) - now).max() < 1e-3


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # torch means to export in another way one day
def test_what_a_head_that_learns_alone_leaves_is_in_the_file_as_it_was_to_the_bit(tmp_path):
    import onnx
    from onnx.numpy_helper import to_array

    from vision.detection.card_network import Temperatures
    from vision.train.export import export_recognition, hold_fast, take_over
    from vision.train.model import RecognitionModel

    before = shipped("read", tmp_path / "before.onnx")
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
@pytest.mark.parametrize(("bits", "share"), [(16, 0.55), (8, 0.33)])
def test_weights_of_fewer_bits_say_nearly_the_same_under_the_same_names_and_are_not_made_smaller_again(
    bits, share, tmp_path
):
    import onnx

    from vision.detection.card_network import opencv_engine
    from vision.train.export import BYTES_DIFFERENCE, HALVES_DIFFERENCE, in_bytes, in_halves, keep_small

    shrink, most = {16: (in_halves, HALVES_DIFFERENCE), 8: (in_bytes, BYTES_DIFFERENCE)}[bits]
    network = torch.nn.Sequential(torch.nn.Conv2d(3, 256, 3), torch.nn.ReLU(), torch.nn.Conv2d(256, 16, 3))
    with torch.no_grad():
        network[2].weight[3] = 0  # a plane that nothing was learnt for has no scale
    path = tmp_path / "some.onnx"
    torch.onnx.export(network.eval(), (torch.zeros(1, 3, 9, 9),), str(path), dynamo=False)
    whole = path.read_bytes()
    keep_small(path, shrink)
    small = path.read_bytes()
    assert len(small) < share * len(whole)
    before, after = (onnx.load_from_string(one).graph.initializer for one in (whole, small))
    assert [part.name for part in before] == [part.name for part in after if not part.name.endswith(".scale")]
    planes = np.random.default_rng(2).standard_normal((1, 3, 9, 9), dtype=np.float32)
    assert 0 < np.abs(opencv_engine(whole)(planes) - opencv_engine(small)(planes)).max() < most
    keep_small(path, shrink)
    assert path.read_bytes() == small


def test_what_has_8_bits_in_the_file_is_made_whole_once_and_not_for_each_picture(tmp_path):
    """With it kept in pieces a picture took twice the time."""
    import onnx
    import onnxruntime

    path = shipped("find", tmp_path / "find.onnx")
    options = onnxruntime.SessionOptions()
    options.optimized_model_filepath = str(tmp_path / "as_run.onnx")
    onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    kinds = {node.op_type for node in onnx.load(options.optimized_model_filepath).graph.node}
    assert any("Conv" in kind for kind in kinds)
    assert not {"Cast", "Mul", "DequantizeLinear"} & kinds
