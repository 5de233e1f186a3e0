"""Keeps the catalogues of `data/locales` in step with the texts in the code.

`python -m scripts.catalogues` reports what is missing or left over in each language and exits with 1 if
anything is. With `--write` it adds empty entries for new texts and drops those that are gone.
"""

import argparse
import ast
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot.i18n.catalog import LANGUAGES, SOURCE, catalog_path

ROOT = Path(__file__).resolve().parents[1]
ONE = {"say", "mark"}
MANY = {"count", "mark_count"}

HEADER = """# {name}: texts of the Yaniv bot.
msgid ""
msgstr ""
"Language: {code}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""

MessageId = str | tuple[str, str]


@cache
def messages_in_code() -> Mapping[MessageId, list[str]]:
    """Every text of the code with the files that say it, in a stable order."""
    found: dict[MessageId, list[str]] = {}
    for folder in ("bot", "cogs"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            for message in _messages(ast.parse(path.read_text(encoding="utf-8"))):
                files = found.setdefault(message, [])
                if name not in files:
                    files.append(name)
    return found


def _messages(tree: ast.Module) -> Iterator[MessageId]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        texts = [
            arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
        ]
        if name in ONE and len(texts) == len(node.args) == 1:
            yield texts[0]
        elif name in MANY and len(texts) >= 2:
            yield texts[0], texts[1]


def read(language: str) -> Catalog:
    path = catalog_path(language)
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def ids_of(catalog: Catalog) -> set[MessageId]:
    return {
        message.id if isinstance(message.id, str) else tuple(message.id) for message in catalog if message.id
    }


def updated(language: str) -> Catalog:
    """The language's catalogue with exactly the texts of the code, in the code's order."""
    old, new = read(language), Catalog(locale=language)
    for message, files in messages_in_code().items():
        known = old.get(message if isinstance(message, str) else message[0])
        string = known.string if known is not None else None
        new.add(message, string, locations=[(name, None) for name in files])
    return new


def write(language: str, catalog: Catalog) -> None:
    """Writes a catalogue without dates and addresses, so that only texts make a difference."""
    path = catalog_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    header = HEADER.format(name=LANGUAGES[language], code=language, plurals=catalog.plural_forms)
    with path.open("wb") as file:
        file.write(header.encode())
        write_po(file, catalog, width=100, include_lineno=False, omit_header=True)


def report(language: str) -> list[str]:
    """What is wrong with a catalogue: missing, left over, or not translated."""
    catalog, wanted = read(language), set(messages_in_code())
    present = ids_of(catalog)
    faults = [f"missing: {message!r}" for message in sorted(wanted - present, key=str)]
    faults += [f"left over: {message!r}" for message in sorted(present - wanted, key=str)]
    faults += [
        f"not translated: {message.id!r}"
        for message in catalog
        if message.id and (message.fuzzy or not all(_forms(message.string)))
    ]
    return faults


def _forms(string: object) -> tuple[str, ...]:
    return (string,) if isinstance(string, str) else tuple(string or ("",))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="bring the catalogues up to date")
    wants_writing = parser.parse_args().write
    bad = 0
    for language in LANGUAGES:
        if language == SOURCE:
            continue
        if wants_writing:
            write(language, updated(language))
        faults = report(language)
        bad += len(faults)
        for fault in faults:
            sys.stdout.write(f"{language}: {fault}\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
