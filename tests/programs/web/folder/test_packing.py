"""The files of the page without a server: packed here, unpacked by the page's own script."""

from __future__ import annotations

import lzma
import random
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from programs.web import page
from programs.web.folder import packing
from tests.support.shares import few

NODE = shutil.which("node")
UNPACK = """
const { unpacker } = await import(process.argv[1]);
const { readFileSync, writeFileSync } = await import("node:fs");
const [from, to, step] = process.argv.slice(2);
const packed = new Uint8Array(readFileSync(from));
const unpacking = unpacker(packed.length);
for (let at = 0; at < packed.length; at += Number(step)) {
    unpacking.push(packed.subarray(at, at + Number(step)));
}
writeFileSync(to, unpacking.end());
"""


def samples() -> dict[str, bytes]:
    draw = random.Random(15)
    words = [draw.randbytes(draw.randrange(1, 40)) for _ in range(200)]
    return {
        "empty": b"",
        "one": b"x",
        "zeros": bytes(100_000),
        "noise": draw.randbytes(20_000),
        "words": b"".join(draw.choice(words) for _ in range(4000)),
        "numbers": b"".join(draw.randrange(1 << 18).to_bytes(4, "little") for _ in range(20_000)),
    }


@pytest.mark.parametrize("bits", [packing.TEXT, packing.WORDS])
@pytest.mark.parametrize("name", few(samples()))
def test_any_reader_of_the_format_unpacks(name: str, bits: tuple[int, int, int]) -> None:
    data = samples()[name]
    assert lzma.decompress(packing.pack(data, bits), lzma.FORMAT_ALONE) == data


def test_ctrl_c_is_heard_while_much_is_packed() -> None:
    def interrupt(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGPROF, interrupt)
    try:
        begun = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, 0.2)
        with pytest.raises(KeyboardInterrupt):
            packing.pack(random.Random(15).randbytes(20_000_000))
        assert time.process_time() - begun < 3
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def unpacked(tmp_path: Path, packed: bytes, step: int) -> subprocess.CompletedProcess[str]:
    assert NODE is not None
    script = (tmp_path / "unpack.mjs").resolve()
    shutil.copyfile(page.STATIC / "unpack.js", script)
    (tmp_path / "in").write_bytes(packed)
    command = [NODE, "--input-type=module", "-e", UNPACK, script.as_uri()]
    places = [str(tmp_path / "in"), str(tmp_path / "out"), str(step)]
    return subprocess.run([*command, *places], capture_output=True, text=True, check=False)


@pytest.mark.skipif(NODE is None, reason="there is no node")
@pytest.mark.parametrize(("name", "bits", "step"), few([
    ("empty", packing.TEXT, 5),
    ("one", packing.WORDS, 1),
    ("zeros", packing.WORDS, 7),
    ("noise", packing.TEXT, 1000),
    ("words", packing.TEXT, 33),
    ("numbers", packing.WORDS, 100_000),
]))  # fmt: skip
def test_the_page_unpacks_what_was_packed(
    tmp_path: Path, name: str, bits: tuple[int, int, int], step: int
) -> None:
    data = samples()[name]
    done = unpacked(tmp_path, packing.pack(data, bits), step)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out").read_bytes() == data


@pytest.mark.slow
@pytest.mark.skipif(NODE is None, reason="there is no node")
def test_a_file_that_is_cut_off_is_no_content(tmp_path: Path) -> None:
    done = unpacked(tmp_path, packing.pack(samples()["words"])[:-400], 100)
    assert done.returncode
    assert "cut off" in done.stderr


def number(value: int) -> bytes:
    """LEB128, unsigned."""
    low, high = value & 0x7F, value >> 7
    return bytes([low | 0x80]) + number(high) if high else bytes([low])


def section(kind: int, content: bytes) -> bytes:
    return bytes([kind]) + number(len(content)) + content


def test_data_leaves_a_module_and_is_found_again() -> None:
    code, memory = section(10, b"\1\4\0\x41\0\x0b"), section(5, b"\1\0\1")
    parts = [(200, b"seen"), (1024, b"x" * 300)]
    data = number(len(parts)) + b"".join(
        b"\0\x41" + number(place) + b"\x0b" + number(len(text)) + text for place, text in parts
    )
    module = packing.MAGIC + memory + section(12, number(2)) + code + section(11, data)
    assert packing.without_data(module) == packing.MAGIC + memory + code
    first = packing.first_data(module)
    assert first[200:204] == b"seen"
    assert first[1024:] == b"x" * 300
    assert set(first[:200] + first[204:1024]) == {0}
    picture = b"head" + random.Random(1).randbytes(packing.PAGE)
    change = packing.difference(first, picture)
    assert bytes(a ^ b for a, b in zip(change, picture[4:], strict=False)) == first


def test_what_is_no_module_is_refused() -> None:
    for read in (packing.without_data, packing.first_data):
        with pytest.raises(ValueError, match="no WebAssembly module"):
            read(b"hello")
