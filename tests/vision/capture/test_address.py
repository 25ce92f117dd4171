"""What people type for a stream, and the address that is meant."""

import pytest

from vision.capture.address import stream_address


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("HTTP://192.168.1.20:8080/video", "http://192.168.1.20:8080/video"),
        ("Rtsp://CAM/1", "rtsp://CAM/1"),
        ("192.168.1.20:8080", "http://192.168.1.20:8080"),
        ("http://cam:80/x@y", "http://cam:80/x@y"),
        ("rtsp://1.2.3.4:554/user=admin&password=&channel=1", "rtsp://1.2.3.4:554/user=admin&password=&channel=1"),
        ("http://[fe80::1]:8080/video", "http://[fe80::1]:8080/video"),
        ("udp://@:1234", "udp://@:1234"),
        ("udp://239.0.0.1:1234?ttl=3", "udp://239.0.0.1:1234?ttl=3"),
    ],
)
def test_an_address_is_taken_as_phones_write_it(typed, meant):
    """The keyboard of a phone begins it with a capital letter."""
    assert stream_address(typed) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("ana:milk@192.168.1.20:8080/video", "http://ana:milk@192.168.1.20:8080/video"),
        ("ana:milk@cam", "http://ana:milk@cam"),
        ("http://ana:p@ss/w#r?d@cam/v", "http://ana:p%40ss%2Fw%23r%3Fd@cam/v"),
        ("rtsp://ana@home.org:100%@cam", "rtsp://ana%40home.org:100%25@cam"),
        ("rtsp://ana:p%40ss@[fe80::1]:554/1", "rtsp://ana:p%40ss@[fe80::1]:554/1"),
        ("rtsp://admin:@1.2.3.4:554//h264", "rtsp://admin:@1.2.3.4:554//h264"),
        ("http://ana:ключ ñ@cam", "http://ana:%D0%BA%D0%BB%D1%8E%D1%87%20%C3%B1@cam"),
    ],
)
def test_a_password_may_hold_any_letter_and_needs_no_scheme_before_it(typed, meant):
    assert stream_address(typed) == meant


@pytest.mark.parametrize(
    "typed", ["C:/a@b.mp4", r"C:\a@b.mp4", "film@home.mp4", "192.168.1.20", "table:1", "ftp://x", "http://", "a\nb"]
)
def test_what_names_a_file_or_nothing_is_no_address(typed):
    assert stream_address(typed) is None
