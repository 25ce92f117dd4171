"""Makes each catalogue's .mo from its .po, for those who translate: `python -m web.compile_catalogues`. Needs babel,
which comes with the extra `test`; the program itself reads the .mo files with the standard library."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from web.language import FOLDER


def compiled(po: Path) -> bytes:
    """What the .mo beside this .po has to be."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with po.open("rb") as file:
        catalogue = read_po(file)
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def main() -> None:
    for po in sorted(FOLDER.glob("*/LC_MESSAGES/web.po")):
        po.with_suffix(".mo").write_bytes(compiled(po))


if __name__ == "__main__":
    main()
