"""A folder that a phone's photographs are synced into."""

from pathlib import Path

from vision.capture.photo_folder import PhotoFolder


def looks(folder: PhotoFolder, *deeds):
    """What is given while one deed after the other happens, each between two looks."""
    left = list(deeds)

    def wait(seconds: float) -> bool:
        if not left:
            return True
        left.pop(0)()
        return False

    folder._closed.wait = wait
    return [file.name for file in folder.photos()]


def test_photographs_that_come_into_a_folder_are_given_once_they_are_written_to_their_end(tmp_path: Path):
    (tmp_path / "old.jpg").write_bytes(b"lay there before")
    new, half = tmp_path / "new.jpg", tmp_path / "half.JPG"

    def nothing() -> None:
        pass

    given = looks(
        PhotoFolder(tmp_path),
        lambda: new.write_bytes(b"whole"),
        lambda: half.write_bytes(b"ha"),
        lambda: half.write_bytes(b"half"),
        lambda: (tmp_path / "notes.txt").write_bytes(b"no picture"),
        nothing,
        nothing,
    )
    assert given == ["new.jpg", "half.JPG"]


def test_only_a_folder_is_watched_for_photographs(tmp_path: Path):
    assert PhotoFolder.named(str(tmp_path)) is not None
    assert PhotoFolder.named(tmp_path.as_uri()) is not None
    for none in ("", "0", str(tmp_path / "none"), "http://192.0.2.1/video"):
        assert PhotoFolder.named(none) is None
