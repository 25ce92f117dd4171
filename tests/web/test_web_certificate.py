"""The secure door's certificate: for whom it is made, how long it is kept, and who may read its key."""

from __future__ import annotations

import os
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec

from web.certificate import CERTIFICATE, certificate_file

NAMES = ("192.168.1.20", "127.0.0.1", "gamebox.local", "fe80::1")
NOW = datetime(2026, 11, 29, 20, 0, tzinfo=UTC)


def read(file: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(file.read_bytes())


def test_it_is_made_for_this_computers_names_and_addresses_with_a_small_key(tmp_path):
    made = read(certificate_file(tmp_path, NAMES, NOW))
    named = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert [str(one) for one in named.get_values_for_type(x509.IPAddress)] == ["192.168.1.20", "127.0.0.1", "fe80::1"]
    assert named.get_values_for_type(x509.DNSName) == ["gamebox.local"]
    key = made.public_key()
    assert isinstance(key, ec.EllipticCurvePublicKey) and key.curve.name == "secp256r1"


def test_it_holds_for_less_than_398_days_from_yesterday_on(tmp_path):
    made = read(certificate_file(tmp_path, NAMES, NOW))
    assert made.not_valid_after_utc - made.not_valid_before_utc < timedelta(days=398)
    assert made.not_valid_before_utc < NOW


def test_python_serves_with_it(tmp_path):
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate_file(tmp_path, NAMES))


@pytest.mark.skipif(os.name != "posix", reason="files have no such mode there")
def test_nobody_but_its_owner_reads_the_key(tmp_path):
    assert certificate_file(tmp_path, NAMES, NOW).stat().st_mode & 0o777 == 0o600
    assert len(list(tmp_path.iterdir())) == 1


def test_it_is_kept_as_phones_ask_again_about_another(tmp_path):
    first = certificate_file(tmp_path, NAMES, NOW).read_bytes()
    later = NOW + timedelta(days=CERTIFICATE.days - CERTIFICATE.renewed_days - 1)
    assert certificate_file(tmp_path, NAMES[:2], later).read_bytes() == first


@pytest.mark.parametrize(
    ("names", "days"), [(("192.168.1.21",), 0), (NAMES, CERTIFICATE.days - CERTIFICATE.renewed_days + 1), (NAMES, -2)]
)
def test_it_is_made_anew_for_another_address_before_its_end_and_where_clocks_went_back(tmp_path, names, days):
    first = certificate_file(tmp_path, NAMES, NOW).read_bytes()
    assert certificate_file(tmp_path, names, NOW + timedelta(days=days)).read_bytes() != first


@pytest.mark.parametrize(
    "damage", [b"", b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", b"\xff" * 99]
)
def test_a_damaged_file_is_made_anew(tmp_path, damage):
    file = certificate_file(tmp_path, NAMES, NOW)
    file.write_bytes(damage)
    assert read(certificate_file(tmp_path, NAMES, NOW))


def test_a_name_that_no_certificate_can_have_is_left_out(tmp_path):
    made = read(certificate_file(tmp_path, ("127.0.0.1", "küche"), NOW))
    named = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert len(list(named)) == 1
    assert certificate_file(tmp_path, ("127.0.0.1", "küche"), NOW).read_bytes()
