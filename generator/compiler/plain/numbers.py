"""Keying a constant in: digits, point, EEX and CHS, one line each."""

from __future__ import annotations

from hp15c.number import Number


def keys_of(number: Number) -> tuple[str, ...]:
    """The keys of a number, the shorter of the plain and the scaled way."""
    sign = ("CHS",) if number.negative else ()
    size = abs(number).decimal
    plain = format(size, "f")
    if "." in plain:
        plain = plain.rstrip("0").rstrip(".").removeprefix("0")
    found = [(*(plain or "0"), *sign)] if len(plain.replace(".", "")) <= 10 else []
    digits = str(number.mantissa).rstrip("0") or "0"
    power = number.exponent - len(digits) + 1
    if len(digits) <= 7 and abs(power) <= 99:
        mantissa = () if digits == "1" and not sign else tuple(digits)
        found.append((*mantissa, *sign, "EEX", *str(abs(power)), *(("CHS",) if power < 0 else ())))
    elif not found:
        spread = (digits[0], ".", *digits[1:]) if len(digits) > 1 else (digits,)
        exponent = number.exponent
        found.append((*spread, *sign, "EEX", *str(abs(exponent)), *(("CHS",) if exponent < 0 else ())))
    return min(found, key=len)
