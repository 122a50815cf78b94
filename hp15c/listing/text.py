"""The text of a listing in any supported format, read as steps and notes, with every fault of it named.

Keycodes win over mnemonics. Where they disagree, a warning says so. Formats: the text format of the
simulators (.15c, .11c), JRPN's export, bare keycodes, mnemonics, Markdown tables, memory dumps of a DM15 and
saves of the Collector's Edition, web pages. A label may have a name (`named_labels`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from hp15c.errors import Fault, InputError, UnknownKey
from hp15c.listing import headings, named_labels, pasted, recognition, spellings, table
from hp15c.listing.dumps import dm15
from hp15c.listing.lines import CodesError, LineKeycodes, LineKind, LinePart, TextLine, read_codes, read_line
from hp15c.listing.notes import Notes
from hp15c.listing.packed_lines import number_steps, several_steps
from hp15c.listing.program import Program
from hp15c.table.instructions import ROWS, TABLE, Step, steps_by_keys
from hp15c.table.models import Model

_FRAME: Final = re.compile(
    r"#\s*(?:created with|character encoding:|generated \d|program occupies|end\.)", re.IGNORECASE
)
_COMMENT_SIGNS: Final = "#;/ \t"
_SHIFTED_COMMENT: Final = re.compile(r"\s{2,}|\t")
_HASH: Final = re.compile(r"\s+#+\s*")
_MOST_HINTS: Final = 100
_STOP: Final = Step(ROWS["R/S"])
_LONGEST_QUOTED: Final = 60
_LONGEST_SLIPPED: Final = 15
_MOST_WORDS: Final = 5
MOST_LINES: Final = 20_000
SECOND: Final = "a second program begins here"
"""The fault of a text with several programs, at the first line of the second."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A listing that has been read: the program, the warnings about doubtful text, the format, the faults.

    `places` are the lines of the text on which the program's lines stand. Each line that has a fault has R/S
    in the program, after which nothing is known either.
    """

    program: Program
    warnings: tuple[Fault, ...]
    format: str
    places: tuple[int, ...] = ()
    faults: tuple[Fault, ...] = ()


def survey(text: str, model: Model = Model.HP15C, source: str = "<text>") -> Listing:
    """A listing as far as it can be read, with its faults in order. See `reader.parse`.

    Raises ListingError for a listing of another calculator, InputError for one of more than MOST_LINES lines.
    """
    dump = dm15.as_keycodes(text, source)
    text = text.removeprefix("\ufeff")
    shown = dump or pasted.as_text(text, source)
    texts = re.split(r"\r\n|\n|\r", shown)
    if len(texts) > MOST_LINES:
        raise InputError(f"{source}: {len(texts):,} lines are too many for a listing")
    traced = pasted.traced_lines(texts, source)
    placed = traced or list(enumerate(texts, 1))
    lines, markdown = table.as_steps([read_line(pasted.without_slips(one), at) for at, one in placed])
    lines = recognition.numbers_apart([pasted.apart(line) for line in lines])
    first = lines[0] if lines else read_line("", 1)
    header, jrpn = recognition.header(lines)
    if header is None:
        recognition.refuse_other_calculators(lines, source)
    reading = _Reading(header or Model.of_file(source) or model, source, recognition.mostly_mnemonics(lines))
    for (_, written), line in zip(placed, lines, strict=False):
        if not markdown and written != line.text:
            part = LinePart(written.strip(), _indent(written))
            reading.warn(line, part, "letters among the digits are read as digits", "O is 0, I and l are 1")
    if traced:
        reading.warn(lines[-1], LinePart("", 0), "what stands after this line is not in the trace")
    lines, labels, troubles = named_labels.resolve(lines, reading.model)
    for trouble in troubles:
        reading.fault(*trouble)
    above, below = headings.prose(lines, reading.model)
    for line in (*above, *below) if len(above) + len(below) > headings.MOST else ():
        part = LinePart(line.text.strip(), _indent(line.text))
        reading.warn(line, part, "this line has no number and no instruction: it is left out")
    reading.take(
        [line for line in lines if line not in above and line not in below],
        recognition.has_plain_numbers(lines),
    )
    if len(above) + len(below) <= headings.MOST:
        reading.headings += [line.text.strip() for line in above]
        reading.usage += [line.text.strip() for line in below]
    reading.place_headings(header is not None or any(line.kind is LineKind.NOTE for line in lines))
    if markdown:  # headings and the like, which are no comments on lines
        reading.notes.comments.clear()
    for name, label in labels.items():
        reading.notes.labels.setdefault(label, name)
    known = bool(header or reading.notes.title or reading.steps or reading.line_000)
    if not known and not reading.faults:
        reading.fault(
            first, LinePart("", 0), "no program line found", "a line is 001 { 42 21 11 } f LBL A, or LBL A"
        )
    faults = tuple(sorted(reading.faults, key=lambda fault: fault.line))
    reading.put_stops({fault.line for fault in faults})
    format = (
        ("ce" if text.startswith(dm15.CE) else "dm15")
        if dump
        else recognition.format_of(lines, markdown, jrpn)
        if shown is text
        else "html"
    )
    if format == "mnemonics" and (labels or recognition.says_named(lines)):
        format = "symbolic"
    program = Program.of(reading.model, tuple(reading.steps), reading.notes)
    return Listing(program, tuple(reading.warnings), format, tuple(reading.places), faults)


@dataclass(slots=True)
class _Reading:
    """The steps, notes and faults that have been read so far."""

    model: Model
    source: str
    mixed: bool
    notes: Notes = field(default_factory=Notes)
    steps: list[Step] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    warnings: list[Fault] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)
    usage: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    line_000: bool = False
    expected: int = 0

    def fault(self, line: TextLine, part: LinePart, message: str, hint: str = "") -> None:
        self.faults.append(self._fault(line, part, message, hint))

    def warn(self, line: TextLine, part: LinePart, message: str, hint: str = "") -> None:
        self.warnings.append(self._fault(line, part, message, hint))

    def _fault(self, line: TextLine, part: LinePart, message: str, hint: str) -> Fault:
        text = line.text.replace("\t", " ")
        return Fault(
            self.source, line.place, text[:200], min(part.column, 200), len(part.text[:60]), message, hint
        )

    def take(self, lines: Iterable[TextLine], numbered: bool) -> None:
        """Read all lines. `numbered` says that the first code of each is its number."""
        for line in lines:
            if line.kind is LineKind.NOTE and line.rest is not None:
                trouble = self.notes.add(line.tag, line.rest.text)
                if trouble:
                    self.warn(line, LinePart(line.text.strip(), 0), trouble)
            elif line.kind is LineKind.COMMENT:
                above = not self.expected and not self.line_000
                self._remark(_remark(line.text), self.headings if above else None)
            elif line.kind is LineKind.STEP:
                self._step(table.split_number(line) if numbered or self._hides_number(line) else line)
            elif line.kind in (LineKind.UNREADABLE, LineKind.ROW):
                part = (line.rest if line.kind is LineKind.UNREADABLE else None) or LinePart(line.text, 0)
                hint = "" if line.kind is LineKind.ROW else self._unreadable_hint(line)
                self.fault(line, part, "this line is in no listing format", hint)
                self._keep(line, (_STOP,))
                self.expected += 1

    def _remark(self, text: str, headings: list[str] | None = None) -> None:
        """Keep a comment with the line that follows it, or among the headings."""
        if text and headings is None:
            headings = self.notes.comments.setdefault(len(self.steps) + 1, [])
        if text and headings is not None:
            headings.append(text)

    def place_headings(self, noted: bool) -> None:
        """Make the comments above the listing its title and description.

        They are those of line 001 where the listing has a header or notes.
        """
        if not self.steps:
            return
        if noted and self.headings:
            self.notes.comments[1] = self.headings + self.notes.comments.get(1, [])
        elif self.headings:
            self.notes.title = self.headings[0]
            self.notes.description += self.headings[1:]
        self.notes.description += self.usage

    def _unreadable_hint(self, line: TextLine) -> str:
        if line.text.count("{") != line.text.count("}"):
            return "a { needs its }"
        return "write one instruction a line, comments after ; or //"

    def _hides_number(self, line: TextLine) -> bool:
        """Whether a line among numbered mnemonics is its number and one digit: '2 5' on line 2."""
        if line.codes is None or line.braced or line.number is not None or not self.mixed:
            return False
        words = line.codes.text.split()
        return len(words) == 2 and words[0] == str(self.expected or 1)

    def _step(self, line: TextLine) -> None:
        if not self._count(line):
            return
        faults = len(self.faults)
        if line.comment is not None:
            self._remark(_remark(line.comment.text))
        if line.codes is not None:
            found = self._number(line)
            if not found and len(self.faults) == faults:
                found = self._by_codes(line)
        else:
            found = self._by_mnemonic(line)
        if not found:
            assert len(self.faults) > faults, "a line was dropped without a word"
        self._keep(line, found or (_STOP,))

    def _keep(self, line: TextLine, steps: tuple[Step, ...]) -> None:
        self.steps += steps
        self.places += [line.place] * len(steps)

    def put_stops(self, faulty: Collection[int]) -> None:
        """Put R/S in place of the steps of faulty lines, such as a GTO with a name that no line has."""
        self.steps = [
            _STOP if place in faulty else step for step, place in zip(self.steps, self.places, strict=True)
        ]

    def _count(self, line: TextLine) -> bool:
        """Compare the line's number with the one due. False for line 000, which holds nothing."""
        number = int(line.number.text) if line.number is not None else None
        if number is not None and number < 2 <= len(self.steps) and line.number is not None:
            if not any(fault.message == SECOND for fault in self.faults):
                self.fault(
                    line,
                    line.number,
                    SECOND,
                    "hp15c convert FILE -o FOLDER/ writes each program to a file of its own",
                )
            self.expected = number + 1
            return False
        empty = not (line.codes and line.codes.text.strip()) and line.mnemonic is None
        if number == 0 and line.number is not None:
            if not empty:
                self.fault(line, line.number, "line 000 holds no instruction", "number the first one 001")
            self.line_000 = True
            return False
        if not self.expected:
            self.expected = 1
        if number is not None and number != self.expected and line.number is not None:
            if not line.braced and len(line.number.text) < 3 and not self._has_mark_behind(line):
                whole = LinePart(line.text.strip(), len(line.text) - len(line.text.lstrip()))
                self.fault(line, whole, _unknown(whole.text), "write one instruction a line")
                self._keep(line, (_STOP,))
                self.expected += 1
                return False
            self.warn(line, line.number, f"line number {number} where {self.expected} is expected")
            self.expected = number
        self.expected += 1
        if empty:
            part = line.codes or line.number or LinePart("", 0)
            self.fault(line, part, "a line without an instruction")
            self._keep(line, (_STOP,))
            return False
        return True

    @staticmethod
    def _has_mark_behind(line: TextLine) -> bool:
        assert line.number is not None
        after = line.text[line.number.column + len(line.number.text) :]
        return after[:1] in (".", ":", ")", "-")

    def _number(self, line: TextLine) -> tuple[Step, ...]:
        """The keys of a number with a point, or of three digits and more, among mnemonics."""
        text = line.codes.text.strip() if line.codes is not None else ""
        if not self.mixed or line.braced or line.mnemonic is not None or len(text) < 3:
            return ()
        try:
            return number_steps(text, self.model)
        except UnknownKey as error:
            self.fault(line, LinePart(text, _indent(line.text)), str(error))
            return ()

    def _by_codes(self, line: TextLine) -> tuple[Step, ...]:
        """The step of a line with keycodes. Its mnemonic only checks them."""
        assert line.codes is not None
        part = LinePart(line.codes.text.strip(), line.codes.column + _indent(line.codes.text))
        if self.mixed and not line.braced and len(part.text) > 1 and " " not in part.text:
            self.fault(
                line,
                part,
                f'"{part.text}" among mnemonics could be a key or a number',
                "write one digit a line",
            )
            return ()
        try:
            codes = read_codes(part)
        except CodesError as error:
            stuck = LinePart(line.text[error.column : part.column + len(part.text)], error.column)
            self.fault(line, stuck, f'"{_short(part.text)}" are no keycodes', self._hint(line.mnemonic))
            return ()
        spelled = line.mnemonic.text.strip() if line.mnemonic is not None else ""
        step = self._step_of_codes(codes, spelled)
        if step is None:
            hint = self._hint(line.mnemonic)
            if codes.keys:
                hint = hint or self._codes_hint(codes)
                self.fault(line, part, f'the HP-{self.model} has no instruction "{part.text}"', hint)
            else:
                self.fault(line, part, "only line 000 has empty braces", hint)
            return ()
        if codes.user or line.user:
            step = Step(step.instruction, step.operand, user=True)
            if self.model is Model.HP11C or step.operand not in step.instruction.user:
                self.fault(
                    line, part, f"{step} has no USER-mode form on the HP-{self.model}", "leave out the u"
                )
                return ()
        if line.mnemonic is not None and not self._agrees(spelled, step):
            meant = spellings.handbook(step, self.model)
            self.warn(
                line,
                LinePart(spelled, line.mnemonic.column),
                f'the keycodes {part.text} are {meant}, the mnemonic says "{spelled}"',
                "the keycodes count",
            )
        return (step,)

    def _step_of_codes(self, codes: LineKeycodes, spelled: str) -> Step | None:
        """The step that keycodes store. Of two, the one that the mnemonic confirms. None for unknown ones."""
        by_keys = steps_by_keys(self.model)
        ways = [by_keys[keys] for keys in (codes.keys, codes.other) if keys in by_keys]
        return next((step for step in ways if self._agrees(spelled, step)), ways[0] if ways else None)

    def _agrees(self, spelled: str, step: Step) -> bool:
        first = _SHIFTED_COMMENT.split(spelled)[0]
        return any(spellings.agrees(text, step, self.model) for text in {spelled, first})

    def _by_mnemonic(self, line: TextLine) -> tuple[Step, ...]:
        """The step that a mnemonic spells, or the several that one line of text holds."""
        assert line.mnemonic is not None
        part = LinePart(line.mnemonic.text.strip(), line.mnemonic.column)
        for text, remark in _comment_splits(part.text):
            try:
                found = self._steps_meant(line, part, text)
            except UnknownKey as error:
                self.fault(line, part, str(error))
                return ()
            if found:
                self._remark(remark)
                return found
            if spellings.candidates(text, self.model):
                self.fault(line, part, f"{text} is a key that no program line holds")
                return ()
        slipped = self._without_slip(part.text)
        if slipped is not None:
            meant = spellings.handbook(slipped, self.model)
            self.warn(line, part, f'"{_short(part.text)}" is read as {meant}', "was it misread by a scanner?")
            return (slipped,)
        self._fault_unknown(line, part)
        return ()

    def _steps_meant(self, line: TextLine, part: LinePart, text: str) -> tuple[Step, ...]:
        """The steps that a text means. UnknownKey when it can be read in two ways."""
        meanings = spellings.candidates(text, self.model)
        if meanings:
            step = meanings[0]
            if spellings.is_counted_on(text, step):
                meant = spellings.handbook(step, self.model)
                self.warn(line, part, f'"{text}" is read as {meant}', "JRPN writes .0 to .9 as 10 to 19")
            return meanings[:1] if step.instruction.programmable else ()
        if line.number is not None and (alone := self._before_own_codes(text)):
            return alone
        spellings.refuse_two_readings(text)
        return number_steps(text, self.model) or several_steps(text, self.model)

    def _before_own_codes(self, text: str) -> tuple[Step, ...]:
        """The step of a mnemonic that its own keycodes follow, as in STO 7  44 7. () for any other text."""
        words = list(re.finditer(r"\S+", text))[1:_MOST_WORDS]
        for codes in words:
            for step in spellings.candidates(text[: codes.start()].strip(), self.model):
                try:
                    read = read_codes(LinePart(text[codes.start() :], 0))
                except CodesError:
                    break
                if step.keys(self.model) in (read.keys, read.other):
                    return (step,)
        return ()

    def _fault_unknown(self, line: TextLine, part: LinePart) -> None:
        """Name a mnemonic that nothing spells, with the nearest that there is."""
        if wanted := spellings.wanted_operands(part.text, self.model):
            self.fault(line, part, f'"{part.text}" is no whole instruction', f"one of {wanted} follows it")
            return
        near = spellings.nearest(part.text, self.model) if len(self.faults) < _MOST_HINTS else ""
        same = max(
            _common_prefix(part.text, text) for text in (near, near.removeprefix("f ").removeprefix("g "))
        )
        place = LinePart(part.text[same:], part.column + same) if same < len(part.text) else part
        self.fault(line, place, _unknown(part.text), f'did you mean "{near}"?' if near else "")

    def _without_slip(self, text: str) -> Step | None:
        """The only step that a mnemonic with one or two misread letters can mean. None for no or several."""
        if len(self.faults) >= _MOST_HINTS or len(text) > _LONGEST_SLIPPED:
            return None
        once = pasted.readings(text)
        for ways in (once, [more for one in once for more in pasted.readings(one)]):
            likeliest = [spellings.candidates(one, self.model)[:1] for one in ways]
            meant = {one for steps in likeliest for one in steps if one.instruction.programmable}
            if meant:
                return meant.pop() if len(meant) == 1 else None
        return None

    def _codes_hint(self, codes: LineKeycodes) -> str:
        """A hint for unknown keycodes: operands that the row takes, here or on the other model."""
        for length in (2, 1):
            for row in TABLE:
                offered = row.operands_on(self.model)
                if row.on(self.model) == codes.keys[:length] and offered and row.programmable:
                    return f"{row.name} takes {spellings.span(offered)}"
        for model in Model:
            if codes.keys in steps_by_keys(model):
                return (
                    f"on the HP-{model} it is {spellings.handbook(steps_by_keys(model)[codes.keys], model)}"
                )
        return ""

    def _hint(self, mnemonic: LinePart | None) -> str:
        """A hint with the keycodes of the line's mnemonic, '' when it has none."""
        meanings = spellings.candidates(mnemonic.text.strip(), self.model) if mnemonic is not None else ()
        if not meanings or not meanings[0].instruction.programmable:
            return ""
        return f"{meanings[0]} is {' '.join(meanings[0].keys(self.model))}"


def _remark(text: str) -> str:
    """What a comment says. Nothing, when it is part of the frame that programs write around a listing."""
    text = text.strip()
    if _FRAME.match(text) or recognition.HEADER.fullmatch(text):
        return ""
    said = text.lstrip(_COMMENT_SIGNS).rstrip()
    return said if said.strip("-=_*~ ") else ""


def _comment_splits(text: str) -> Iterator[tuple[str, str]]:
    """A mnemonic as it stands, and its parts where a comment may begin: mnemonic and comment."""
    yield text, ""
    for begins in (_SHIFTED_COMMENT, _HASH):
        halves = begins.split(text, maxsplit=1)
        if len(halves) == 2:
            yield halves[0], halves[1].strip()


def _unknown(text: str) -> str:
    return f'unknown instruction "{_short(text)}"'


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_QUOTED else text[:_LONGEST_QUOTED] + "…"


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _common_prefix(one: str, other: str) -> int:
    return next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), 0)
