"""Spellings of steps: how a step is spelled, and which step a spelling means.

The table gives a row one mnemonic, the handbook's. Each listing format writes a variant of it. The variant
follows from rules in this module, or is taken from the row where no rule exists. Readers accept all variants,
in Unicode or in ASCII, with or without f and g and blanks.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import groupby, pairwise
from typing import Final

from hp15c.errors import UnknownKey, printable
from hp15c.listing.typed_numbers import plain_number
from hp15c.table.instructions import DIGITS, LETTERS, TABLE, Instruction, Keys, Step, steps
from hp15c.table.models import Model
from hp15c.table.step import operand_keys

_TWO_DIGITS: Final = re.compile(r"[^0-9.,]1[0-9]$")
_SHIFT: Final = {"42": "f ", "43": "g "}

_TO_SIMULATOR: Final = str.maketrans({"Σ": "∑", "↓": "⬇", "↑": "⬆"})
_TO_PLAIN: Final = str.maketrans({"ˣ": "^x", "⁻": "-", "−": "-", "⬇": "↓", "⬆": "↑"})
_TO_JRPN: Final = str.maketrans({"÷": "/", "×": "*", "−": "-", "Σ": "E", "→": "->", "⁻": "-", "¹": "1"})
_SUPERSCRIPT_X: Final = str.maketrans({"ˣ": "^x"})

# Letters and signs that stand for one another in listings, as one ASCII spelling.
_ALIKE: Final = str.maketrans(
    {
        "÷": "/",
        "×": "*",
        "−": "-",
        "–": "-",
        "‒": "-",
        "∑": "Σ",
        "→": "->",
        "➔": "->",
        "↔": "<>",
        "⇄": "<>",
        "⇔": "<>",
        "≷": "<>",
        "≤": "<=",
        "≥": ">=",
        "≠": "!=",
        "π": "pi",
        "∆": "Δ",
        "²": "^2",
        "ˣ": "^x",
        "⁻": "-",
        "¹": "1",
        "Χ": "x",
        "χ": "x",
        "↓": "v",
        "⬇": "v",
        "↑": "^",
        "⬆": "^",
        "ŷ": "yhat",
    }
)
_BLANKS: Final = re.compile(r"[\s\u200b\u2060\ufeff\u00ad\ufe0e\ufe0f]+")
# A small i alone could be I or (i), which are different registers: it stands for neither.
_SMALL_I: Final = re.compile(r"(?<![A-Za-z(])i(?![A-Za-z)])")
_SIGMA: Final = re.compile("sigma", re.IGNORECASE)
# Other calculators' listings put a question mark after a test: 'x=0?'.
_QUESTION: Final = re.compile(r"(?<=[<>=][0y])\?$")
# A key in brackets, and the mark before a label, as other calculators print them: '[f][LBL][A]', '*LBL A'.
_BRACKETS: Final = re.compile(r"\[\s*([^\[\]]+?)\s*\]")
_MARKED: Final = re.compile(r"^\s*[*★◆♦]\s*(?=LBL)", re.IGNORECASE)
# '<>' between x and 0 or y with a question mark is the test ≠, as in BASIC.
_UNEQUAL: Final = re.compile(r"(?<=x)\s*<>\s*(?=[0y]\s*\?)", re.IGNORECASE)
_TWO_READINGS: Final = re.compile(r"x\s*<>\s*0", re.IGNORECASE)
_ARROWS: Final = (("<->", "<>"), ("<=>", "<>"), ("><", "<>"), ("==", "="), ("x#", "x!="), ("Δ", "delta"))
# A shift key or USER mark stands apart by a blank: 'g RAD' is not 'GRAD'.
_APART: Final = re.compile(r"\s*(?:(?P<user>u|user)\s+)?(?:(?P<shift>[fg])\s+)?(?=\S)", re.IGNORECASE)
_SIGNED: Final = re.compile(r"[-+−]?[0-9]*[.,]?[0-9]+[.,]?(?:[eE][-+−]?[0-9]+)?")
_MOST_WORDS: Final = 4
_LONGEST: Final = 40


def _shift(subject: Step, model: Model) -> str:
    return _SHIFT.get(subject.keys(model)[0], "")


def handbook(subject: Step, model: Model) -> str:
    """The mnemonic with its shift key: 'f LBL A', 'STO + 1', 'g x²'. On the HP-11C 'f DSE' and 'f x↔I'."""
    row = subject.instruction
    implied = dict(row.implied)
    if model is Model.HP11C and subject.operand in implied:
        name = row.name if len(implied) == 1 else row.name + subject.operand
    else:
        name = str(subject)
    return _shift(subject, model) + name


def simulator(subject: Step, model: Model) -> str:
    """A step as the simulators write it: 'f Χ↔ 1', 'g TEST x≠0'. For an HP-11C 'e^x' for 'eˣ'."""
    if model is Model.HP11C:
        return handbook(subject, model).translate(_SUPERSCRIPT_X)
    row = subject.instruction
    if subject.name == "digit":
        return subject.operand
    name = row.simulator or row.name.replace("RAN#", "RAN\u2009#").replace("x̄", "x̅")
    name = name.removeprefix("CLEAR ").translate(_TO_SIMULATOR)
    return f"{_shift(subject, model)}{name} {subject.operand}".rstrip()


def jrpn(subject: Step, model: Model = Model.HP15C) -> str:
    """A step as JRPN's export writes it: 'f LBL A', 'STO 13' for STO .3, 'u STO A' for a USER-mode step."""
    row = subject.instruction
    if subject.name == "digit":
        return subject.operand
    verb, _, rest = row.name.partition(" ")
    if verb in ("STO", "RCL") and rest and not row.operands:
        name = f"{verb} {subject.keys(model)[1]}"
    else:
        name = row.jrpn or row.name.translate(_TO_JRPN)
    operand = subject.operand.replace(".", "1")
    return f"{'u ' if subject.user else ''}{_shift(subject, model)}{name} {operand}".rstrip()


@lru_cache(maxsize=8192)
def canonical(text: str) -> str:
    """The form in which spellings of one step are equal: small ASCII, with blanks only after f, g and u."""
    if "[" in text:
        text = _BRACKETS.sub(r" \1 ", text).strip()
    text = _UNEQUAL.sub("≠", _MARKED.sub("", text))
    apart = _APART.match(text)
    before = ""
    if apart:
        text = text[apart.end() :]
        before = ("u " if apart["user"] else "") + (f"{apart['shift'].lower()} " if apart["shift"] else "")
    text = unicodedata.normalize("NFC", text).replace("√x̅", "√x").replace("√x̄", "√x")
    text = re.sub("x[\u0304\u0305]", "xbar", text)
    text = _SIGMA.sub("Σ", _SMALL_I.sub("ı", text)).translate(_ALIKE)
    text = _QUESTION.sub("", _BLANKS.sub("", text).replace("√", "sqrt").lower())
    for written, meant in _ARROWS:
        text = text.replace(written, meant)
    return before + text


def names(row: Instruction) -> tuple[str, ...]:
    """The names of a row in all formats, without shift keys and operands."""
    found = (row.name, row.simulator, row.simulator.translate(_TO_PLAIN), row.jrpn, *row.others)
    plain = row.name.translate(_TO_JRPN)
    return tuple(name for name in (*found, plain) if name)


def _spellings(subject: Step, model: Model) -> Iterator[str]:
    """Every spelling of a step, the likeliest owner's first."""
    if subject.name == "digit":
        yield subject.operand
        return
    yield handbook(subject, model)
    shift = _shift(subject, model)
    operands = {subject.operand, subject.operand.replace(".", "1"), subject.operand.replace(".", ",")}
    for name in names(subject.instruction):
        for operand in operands:
            yield f"{name}{operand}"
            yield f"{shift}{name}{operand}"
    if subject.instruction.programmable:
        for text in (handbook(subject, model), simulator(subject, model), jrpn(subject, model)):
            yield text
            yield text.removeprefix(shift)
    if subject.name == "GSB" and subject.operand in LETTERS:
        yield f"f {subject.operand}"


@cache
def _index(model: Model) -> dict[str, tuple[Step, ...]]:
    """The steps and commands of each canonical spelling. The first is its usual meaning."""
    commands = [Step(row) for row in TABLE if not row.programmable and row.on(model) is not None]
    every = [subject for subject in steps(model) if not subject.user] + commands
    meanings: dict[str, list[Step]] = {}
    for subject in every:
        meanings.setdefault(canonical(handbook(subject, model)), []).append(subject)
    if model is Model.HP11C:
        for row in TABLE:
            for operand, keys in row.aliases_11c:
                meanings.setdefault(canonical(_SHIFT[keys[0]] + operand), []).append(Step(row, operand))
    for subject in every:
        for text in _spellings(subject, model):
            owners = meanings.setdefault(canonical(text), [])
            if subject not in owners:
                owners.append(subject)
    return {text: tuple(owners) for text, owners in meanings.items()}


@cache
def _handbook_spellings(model: Model) -> dict[str, str]:
    """The handbook's spelling of every step and command by its canonical form, for hints."""
    return {canonical(text): text for text in (handbook(one[0], model) for one in _index(model).values())}


def candidates(text: str, model: Model) -> tuple[Step, ...]:
    """The steps that a spelling can mean, the likeliest first. Empty when it is unknown.

    There is more than one where a format spells two steps alike: JRPN writes 'f SCI 3' for ENG 3.
    """
    if len(text) > _LONGEST or _TWO_READINGS.fullmatch(text.strip()):
        return ()
    return _meanings(text, model)


def is_counted_on(text: str, subject: Step) -> bool:
    """Whether a text counts labels and registers on: LBL 10 for LBL .0, as JRPN does."""
    return subject.operand.startswith(".") and not re.search(r"[.,]", text)


def refuse_two_readings(text: str) -> None:
    """Raise UnknownKey for a text that means one step to some and another one to others."""
    if _TWO_READINGS.fullmatch(text.strip()):
        raise UnknownKey(f'"{text.strip()}" can be read as x≠0 and as x↔ 0: write one of them')


@lru_cache(maxsize=4096)
def _meanings(text: str, model: Model) -> tuple[Step, ...]:
    form = canonical(text)
    index = _index(model)
    meanings = index.get(form)
    if meanings is None and form.startswith("u "):
        used = index.get(form.removeprefix("u "), ())
        meanings = tuple(
            Step(one.instruction, one.operand, user=True)
            for one in used
            if one.operand in one.instruction.user
        )
    return (meanings or ()) if model is Model.HP15C else tuple(one for one in meanings or () if not one.user)


def find(text: str, model: Model) -> Step:
    """The step, or the command that no program holds, that a spelling means.

    Raises UnknownKey, with the nearest spelling if one is near, when the model has nothing of that name.
    """
    meanings = candidates(text, model)
    if meanings:
        return meanings[0]
    refuse_two_readings(text)
    shown = printable(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…")
    if wanted := wanted_operands(text, model):
        raise UnknownKey(f'"{shown}" is no whole instruction of the HP-{model}: one of {wanted} follows it')
    near = nearest(text, model)
    hint = f'; did you mean "{near}"?' if near else ""
    raise UnknownKey(f'the HP-{model} has no key or instruction "{shown}"{hint}')


def wanted_operands(text: str, model: Model) -> str:
    """What has to follow a text that is an instruction without its operand, in short. '' for another text."""
    form = _without_shift(canonical(text[:_LONGEST]))
    rows = (row for row in TABLE if form == _without_shift(canonical(row.name)))
    return next((span(row.operands_on(model)) for row in rows if row.operands_on(model)), "")


def _without_shift(form: str) -> str:
    return re.sub("^[fg] ", "", form)


@lru_cache(maxsize=1024)
def nearest(text: str, model: Model, least: float = 0.51) -> str:
    """The handbook's spelling that looks most like `text`. '' when none is as like as `least`, of 1."""
    if len(text) > _LONGEST:
        return ""
    forms = _handbook_spellings(model)
    form = canonical(text).replace("=<", "<=").replace("=>", ">=")
    for other in (_without_shift(form), f"f {form}"):
        if other in _index(model):
            return handbook(_index(model)[other][0], model)
    either_way = {_without_shift(written): text for written, text in forms.items()} | forms
    near = difflib.get_close_matches(form, either_way, n=1, cutoff=least)
    return either_way[near[0]] if near else ""


def agrees(text: str, subject: Step, model: Model) -> bool:
    """Whether a mnemonic can mean a step. One without its USER mark can mean the USER-mode step too."""
    return any(
        one.instruction is subject.instruction
        and one.operand == subject.operand
        and (subject.user or not one.user)
        for one in (_meanings(text, model) if len(text) <= _LONGEST else ())
    )


def span(operands: tuple[str, ...]) -> str:
    """Operands in short: '0 to 9, A to E, I'."""
    spans: list[list[str]] = []
    for operand in operands:
        last = spans[-1][-1] if spans else ""
        if len(last) == len(operand) < 3 and ord(operand[-1]) == ord(last[-1]) + 1:
            spans[-1].append(operand)
        else:
            spans.append([operand])
    return ", ".join(span[0] if len(span) == 1 else f"{span[0]} to {span[-1]}" for span in spans)


def lines_between(first: int, last: int) -> str:
    """Lines of a program by their numbers: 'line 003' or 'lines 003 to 007'."""
    return f"line {first:03d}" if first == last else f"lines {first:03d} to {last:03d}"


def stretches(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Ascending numbers as stretches without gaps: 3, 4, 5, 9 are 3 to 5 and 9 to 9."""
    for _, places in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        stretch = [number for _, number in places]
        yield stretch[0], stretch[-1]


def keys_to_press(text: str, model: Model) -> Keys:
    """The physical keys of a text of spellings and numbers. See `words_to_press`."""
    return tuple(key for _, keys in words_to_press(text, model) for key in keys)


def words_to_press(text: str, model: Model) -> list[tuple[str, Keys]]:
    """The spellings and numbers of a text, each with its physical keys: '2.5 ENTER STO + 1 f A'.

    Numbers are as `typed_numbers` says. The longest spelling wins ('STO + 1' before 'STO'). Raises UnknownKey
    for the first that is unknown.
    """
    words = text.split()
    pressings: list[tuple[str, Keys]] = []
    at = 0
    while at < len(words):
        for count in range(min(_MOST_WORDS, len(words) - at), 0, -1):
            spelt = words[at : at + count]
            pressed = _press(spelt, model)
            if pressed is not None:
                pressings.append((" ".join(spelt), pressed))
                at += count
                break
        else:
            if _SIGNED.fullmatch(words[at]):
                raise UnknownKey(
                    f'"{words[at]}": a number is its digits and one point;'
                    " press CHS for its sign and EEX for its exponent, as in 5 CHS, 1 EEX 5"
                )
            find(" ".join(words[at : at + 2]) if _takes_operand(words[at], model) else words[at], model)
    return pressings


def joined_numbers(text: str, model: Model) -> list[str]:
    """The first numbers of a text that follow each other without a key between: '2', '3' in '2 3 +'.

    Empty where each number stands alone, and for a text that `words_to_press` refuses.
    """
    try:
        words = [word for word, _ in words_to_press(text, model)]
    except UnknownKey:
        return []
    for number, group in groupby(words, lambda word: word not in ".," and plain_number(word) is not None):
        joined = list(group)
        if number and len(joined) > 1:
            return joined
    return []


def registers_by_number(text: str, model: Model) -> list[str]:
    """The spellings of a text that name a register above 9 by two digits: 'STO 12', which is keyed STO . 2.

    Empty for a text that `words_to_press` refuses.
    """
    try:
        pressings = words_to_press(text, model)
    except UnknownKey:
        return []
    return [word for word, keys in pressings if _TWO_DIGITS.search(word) and keys[-2:-1] == ("48",)]


def _takes_operand(word: str, model: Model) -> bool:
    """Whether a word is a mnemonic that needs an operand, such as GSB or STO."""
    return any(
        text.removeprefix("f ").startswith(word.upper() + " ") for text in _handbook_spellings(model).values()
    )


def _press(words: list[str], model: Model) -> Keys | None:
    """The keys of one spelling, which these words are, or of one number. None when they are neither."""
    if len(words) == 1 and (number := "." if words[0] in (".", ",") else plain_number(words[0])):
        return tuple("48" if sign == "." else sign for sign in number)
    if len(words) == 2 and words[0] == "f" and words[1] in LETTERS:
        return ("42", *operand_keys(words[1]))
    # USER is the key here. Before a mnemonic in a listing it marks a USER-mode step.
    if len(words) > 1 and words[0].upper() == "USER":
        return None
    # Blanks separate numbers here: 'RCL 1 5' is RCL 1, then 5, not JRPN's RCL 15.
    if any(after in DIGITS and before[-1] in "0123456789." for before, after in pairwise(words)):
        return None
    meanings = candidates(" ".join(words), model)
    return meanings[0].keys(model) if meanings else None
