"""The certificate of the secure door: made for this computer's names and addresses, kept from evening to evening, as a
phone asks again about one that it has not seen. Signed by itself alone. Serves nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

from companion.live.owner_file import write_owner_file

if TYPE_CHECKING:
    from cryptography import x509

FILE_NAME = "secure-door.pem"  # the certificate with its key


@dataclass(frozen=True)
class CertificateSettings:
    """How long one holds. Apple's and Google's browsers take none that holds for 398 days or more."""

    days: int = 396
    before_days: int = 1  # from so long ago on: a phone's clock may be slow
    renewed_days: int = 30  # before its end: an evening's phone is not asked twice


CERTIFICATE = CertificateSettings()


def certificate_file(folder: Path, names: Sequence[str], now: datetime | None = None) -> Path:
    """Return the file with the certificate and its key, made anew where it ends soon or lacks one of these names.

    Raises OSError where it cannot be written.
    """
    now = now or datetime.now(UTC)
    file = folder / FILE_NAME
    if not _holds(file, names, now):
        write_owner_file(file, _made(names, now))
    return file


def _holds(file: Path, names: Sequence[str], now: datetime) -> bool:
    from cryptography import x509  # half a second, which only those wait for who ask for this door

    try:
        found = x509.load_pem_x509_certificate(file.read_bytes())
        named = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound):  # none yet, or a damaged one
        return False
    ends_soon = found.not_valid_after_utc - now < timedelta(days=CERTIFICATE.renewed_days)
    return not ends_soon and found.not_valid_before_utc <= now and set(_alternatives(names)) <= set(named)


def _alternatives(names: Sequence[str]) -> list[x509.GeneralName]:
    """The names as a certificate has them; what is none there, such as one with an umlaut, is left out."""
    from cryptography import x509

    found: list[x509.GeneralName] = []
    for name in names:
        try:
            found.append(x509.IPAddress(ip_address(name)))
        except ValueError:
            found += [x509.DNSName(name)] if name.isascii() else []
    return found


def _made(names: Sequence[str], now: datetime) -> bytes:
    """A new key with its certificate, PEM."""
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    called = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Saboteur companion")])
    made = (
        x509.CertificateBuilder()
        .subject_name(called)
        .issuer_name(called)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=CERTIFICATE.before_days))
        .not_valid_after(now + timedelta(days=CERTIFICATE.days))
        .add_extension(x509.SubjectAlternativeName(_alternatives(names)), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, SHA256())
    )
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()) + made.public_bytes(Encoding.PEM)
