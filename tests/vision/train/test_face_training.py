"""The network that sees the cards of a table together: what it says, how it is taught; where torch is."""

from argparse import Namespace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="torch is of the extra `train`")

import torch

from vision.detection.answer_places import FACES_AT, SIGNS
from vision.detection.card_network import normalised, opencv_engine
from vision.detection.pyramid import READING_PATCH, WIDE_PATCH
from vision.train.dataset.augmentation.group_crops import Chance, crops, mirrored_planes
from vision.train.dataset.augmentation.group_light import normalised_planes, relit
from vision.train.dataset.face_labels import CORNERS_AT, LABELS, WEIGHT_AT, mirrored
from vision.train.dataset.table_groups import make_groups
from vision.train.export import HALVES_DIFFERENCE, export_faces
from vision.train.fit_faces import measure, rate_at, train
from vision.train.model import FaceModel
from vision.train.shards import keep_shard
from vision.train.tasks.face_lessons import face_loss

CHANCE = Chance(torch.device("cpu"))


@pytest.fixture
def network() -> FaceModel:
    """As after some learning: at first company changes nothing."""
    torch.manual_seed(3)
    network = FaceModel().eval()
    with torch.no_grad():
        network.change.weight.normal_(0, 0.2)
    return network


@torch.no_grad()
def test_a_card_left_out_changes_nothing_of_what_is_said_of_the_others(network):
    signs = torch.randn(2, 6, SIGNS)
    mask = torch.tensor([True, True, False, True, True, False]).expand(2, 6)
    _, among = network.together(signs, mask)
    _, without = network.together(signs[:, mask[0]])
    assert torch.allclose(among[:, mask[0]], without, atol=1e-5)


@torch.no_grad()
def test_what_is_said_of_a_card_depends_on_its_company_and_what_is_said_of_it_alone_does_not(network):
    signs = torch.randn(1, 6, SIGNS)
    other = torch.cat([signs[:, :1], torch.randn(1, 5, SIGNS)], 1)
    (alone, together), (alone_there, together_there) = network.together(signs), network.together(other)
    assert torch.allclose(alone[:, 0], alone_there[:, 0], atol=1e-6)
    assert (together[:, 0] - together_there[:, 0]).abs().max() > 0.01


@torch.no_grad()
def test_before_anything_is_learnt_company_changes_nothing():
    alone, together = FaceModel().together(torch.randn(1, 4, SIGNS))
    assert torch.equal(alone, together)


@pytest.mark.parametrize("way", ["across", "down"])
def test_labels_and_pictures_are_mirrored_alike_where_it_is_chosen(way):
    pictures, groups = make_groups(2, 1)
    labels = torch.from_numpy(groups[0])
    planes = crops(torch.from_numpy(pictures[0]), labels, None)
    chosen = torch.arange(len(labels)) % 2 == 0
    seen, told = mirrored_planes(planes, labels, way, chosen)
    told[:, CORNERS_AT] = 0
    expected = mirrored(labels.numpy(), way)
    expected[:, CORNERS_AT] = 0
    assert np.array_equal(told[chosen].numpy(), expected[chosen.numpy()])
    assert torch.equal(seen[~chosen], planes[~chosen])
    turned = pictures[0][:, :, ::-1] if way == "across" else pictures[0][:, ::-1]
    again = crops(torch.from_numpy(turned.copy()), torch.from_numpy(mirrored(labels.numpy(), way)), None)
    assert (seen[chosen] - again[chosen]).abs().max() < 0.5


def test_a_crop_has_the_cards_corners_where_the_reading_network_has_them():
    at = np.array([(0.1, -0.05), (0.05, 0.02), (-0.04, 0.1), (0.0, 0.06)])
    corners = WIDE_PATCH.corners() + at * WIDE_PATCH.card_width_px
    picture = np.zeros((1, WIDE_PATCH.height, WIDE_PATCH.width, 3), np.uint8)
    for x, y in np.round(corners).astype(int):
        picture[0, y - 1 : y + 2, x - 1 : x + 2] = 255
    labels = torch.zeros(1, LABELS)
    labels[0, CORNERS_AT] = torch.from_numpy(at.astype(np.float32).ravel())
    plane = crops(torch.from_numpy(picture), labels, None)[0, 0]
    assert all(plane[y, x] > 150 for x, y in np.round(READING_PATCH.corners()).astype(int))
    assert (plane > 150).float().mean() < 0.02


def test_pictures_are_normalised_as_they_are_where_a_table_is_read():
    patches = np.random.default_rng(3).integers(0, 255, (4, 96, 64, 3)).astype(np.uint8)
    planes = normalised_planes(torch.from_numpy(patches).permute(0, 3, 1, 2).float())
    assert np.abs(planes.numpy() - normalised(patches)).max() < 1e-4


def test_groups_shown_again_are_other_pictures_of_grey_levels_that_there_are():
    torch.manual_seed(4)
    planes = torch.rand(24, 2, 3, 12, 8) * 200
    taken = relit(planes, CHANCE)
    assert taken.shape == planes.shape
    assert taken.min() >= 0
    assert taken.max() <= 255
    off = (taken - planes).abs().mean((1, 2, 3, 4))
    assert off.min() < 15, "some stay nearly as they are"
    assert off.max() > 30, "some become strange"


def test_nothing_is_taught_by_a_card_that_shows_no_face():
    torch.manual_seed(5)
    labels = torch.rand(6, LABELS).round()
    labels[:, WEIGHT_AT] = 0
    assert face_loss(torch.randn(6, FACES_AT.answers), labels) == 0


def test_the_rate_rises_at_first_and_falls_to_nearly_nothing():
    rates = [rate_at(step, 5000) for step in range(5001)]
    assert rates[0] < 0.01
    assert max(rates) > 0.98
    assert rates[-1] < 0.01
    assert rates[1000:] == sorted(rates[1000:], reverse=True)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # torch means to export in another way one day
@torch.no_grad()
def test_exported_faces_are_told_alike_by_both_engines_and_by_torch(network, tmp_path):
    onnxruntime = pytest.importorskip("onnxruntime")
    export_faces(network, {"groups": 0}, tmp_path)
    assert (tmp_path / "face.json").exists()
    for cards in (1, 4, 31):
        planes = np.random.default_rng(cards).standard_normal((cards, 3, 96, 64), dtype=np.float32)
        signs = network.signs(torch.from_numpy(planes))[None]
        for name, given, ours in (
            ("face", planes, signs[0].numpy()),
            ("table", signs.numpy(), network.together(signs)[1].numpy()),
        ):
            onnx = (tmp_path / f"{name}.onnx").read_bytes()
            (theirs,) = onnxruntime.InferenceSession(onnx).run(["answers"], {"pictures": given})
            assert theirs.shape == ours.shape
            assert np.abs(theirs - opencv_engine(onnx)(given).reshape(ours.shape)).max() < 1e-4
            assert np.abs(theirs - ours).max() < HALVES_DIFFERENCE


def test_a_short_training_learns_something_and_is_measured(tmp_path: Path):
    pictures, labels = make_groups(1, 2)
    keep_shard(tmp_path / "some", pictures[:, :8], labels[:, :8])
    torch.manual_seed(6)
    arguments = Namespace(device="cpu", passes=20, batch=2, rate=3e-2, bfloat16=False)
    average, losses = train([tmp_path / "some"], arguments)
    assert np.mean(losses[-3:]) < 0.9 * losses[0]
    found = measure(average, [tmp_path / "some"])
    assert set(found) == {"alone", "together"}
    assert all(0 <= share <= 1 for shares in found.values() for share in shares.values())
