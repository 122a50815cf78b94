"""Compiled: what the checker of certificates counts, for those who make certificates.

`solver.check_certificate.Board` defines the results: the rooms of a region (`_survey`) and the guesses that
need an entry (`hard_guesses`), apart from symmetries and equal parts. A test compares both.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from solver.kernels.kernel import array_at, kernel
from solver.kernels.regions import fill, popcount

FIELDS = (
    "codes",  # how many codes the game has
    "perfect",  # the place of the perfect answer, which is the last
    "turns",  # how many numbers the rooms of a region are
    "rows",  # an address, as the others below: the place of each answer, and a row of perfect ones at the end
    "classes",  # the rooms of the codes with each answer, and unlimited ones
    "above",  # the rooms of the part that the region is
    "members",  # its codes
    "length",  # how many it has
    "bound",  # guesses are asked for that are not shown to take so many turns, by 0 none
    "lowers",  # 1 to lower the bound to what each guess takes that was found, so that it holds in the end
    "rooms",  # those of the region
    "found",  # the guesses
    "count",  # how many they are
    "room",  # room to count in, see `room_bytes`
)
"""The request by name: whole numbers of 8 bytes. So are those at the addresses. Those of `rows` are bytes."""
REQUEST = np.dtype([(name, "i8") for name in FIELDS])
PLANES, BLOCK = 15, 256
"""How many bits a counted size has at most, and how many guesses are counted together."""
LAYERS = PLANES + 2
"""The planes of a block, and two that are used while counting."""
CARRY, OTHER = PLANES * BLOCK, (PLANES + 1) * BLOCK
ONE = np.uint64(1)


def room_bytes(codes: int, answers: int) -> int:
    """How many bytes of room a request needs."""
    return 8 * ((codes // BLOCK + 1) * LAYERS * BLOCK + 3 * codes + 2 * answers + PLANES)


@kernel
def add_four(planes: Any, one: Any, two: Any, three: Any, four: Any) -> None:
    """Add four rows of answers to the first two planes. What is carried to the third is written."""
    for place in range(len(one)):
        mask, other = ONE << np.uint64(one[place]), ONE << np.uint64(two[place])
        low, high = planes[place], planes[BLOCK + place]
        both = low ^ mask
        first = low & mask | both & other
        low = both ^ other
        mask, other = ONE << np.uint64(three[place]), ONE << np.uint64(four[place])
        both = low ^ mask
        second = low & mask | both & other
        planes[place] = both ^ other
        both = high ^ first
        planes[CARRY + place] = high & first | both & second
        planes[BLOCK + place] = both ^ second


@kernel
def add_carry(plane: Any, carry: Any) -> None:
    """Add what is carried to a plane. What is carried on is written in its place."""
    for place in range(len(carry)):
        before, added = plane[place], carry[place]
        plane[place] = before ^ added
        carry[place] = before & added


@kernel
def bits_of(number: int) -> int:
    """The number of bits of a whole number."""
    bits = 0
    while number >> bits:
        bits += 1
    return bits


@kernel
def count_parts(asked: Any, planes: Any, members: Any) -> int:
    """Count in bit planes how many members give each answer to each guess. Returns the number of planes."""
    count, size = asked.codes, asked.length
    rows = array_at(asked.rows, (count + 1, count), np.uint8)
    used = max(2, bits_of(size))
    for block in range(planes.shape[0]):
        first, ours = block * BLOCK, planes[block]
        width = min(BLOCK, count - first)
        fill(ours[: used * BLOCK], 0)
        for place in range(0, size, 4):
            add_four(
                ours,
                rows[members[place], first : first + width],
                rows[members[place + 1] if place + 1 < size else count, first : first + width],
                rows[members[place + 2] if place + 2 < size else count, first : first + width],
                rows[members[place + 3] if place + 3 < size else count, first : first + width],
            )
            for plane in range(2, bits_of(min(size, place + 4))):
                add_carry(ours[plane * BLOCK :][:width], ours[CARRY:][:width])
    return used


@kernel
def join(plane: Any, given: Any) -> None:
    """Add the bits of a plane to those of another."""
    for place in range(len(given)):
        given[place] |= plane[place]


@kernel
def tell_missing(given: Any, imperfect: Any, perfect: int, numbers: Any) -> None:
    """Write how many imperfect answers are not given, and one more."""
    for place in range(len(given)):
        numbers[place] = perfect + 1 - popcount(given[place] & imperfect)


@kernel
def find_missing(asked: Any, planes: Any, used: int, numbers: Any, members: Any) -> int:
    """Write for each guess how many answers are not given and whether it is outside. Returns the least."""
    count, perfect = asked.codes, asked.perfect
    imperfect = (ONE << np.uint64(perfect)) - ONE
    for block in range(planes.shape[0]):
        first, ours = block * BLOCK, planes[block]
        given = ours[CARRY:][: min(BLOCK, count - first)]
        fill(given, 0)
        for plane in range(used):
            join(ours[plane * BLOCK :], given)
        tell_missing(given, imperfect, perfect, numbers[first:])
    for place in range(asked.length):
        numbers[members[place]] -= 1
    return least_of(numbers)


@kernel
def least_of(numbers: Any) -> int:
    """The least of some numbers."""
    least = numbers[0]
    for number in numbers:
        least = min(least, number)
    return int(least)


@kernel
def place_of_least(numbers: Any) -> int:
    """The first place of the least number."""
    found = 0
    for place in range(len(numbers)):
        if numbers[place] < numbers[found]:
            found = place
    return found


@kernel
def borrow_from(plane: Any, limit: Any, borrow: Any) -> None:
    """Take a bit of the limits from a plane, and write what is borrowed from the next one."""
    for place in range(len(borrow)):
        before = borrow[place]
        borrow[place] = limit & before | (limit | before) & ~plane[place]


@kernel
def add_excess(plane: Any, limit: Any, borrow: Any, weight: int, below: Any, above: Any) -> None:
    """Add what counts that are not below their limits have above them in a plane."""
    for place in range(len(borrow)):
        above[place] += popcount((plane[place] ^ limit ^ borrow[place]) & below[place]) << weight
        borrow[place] = limit & borrow[place] | (limit | borrow[place]) & ~plane[place]


@kernel
def complement(borrow: Any, imperfect: Any, below: Any) -> None:
    """Write the imperfect answers for which nothing is borrowed."""
    for place in range(len(below)):
        below[place] = imperfect & ~borrow[place]


@kernel
def find_excess(asked: Any, planes: Any, used: int, limits: Any, above: Any) -> int:
    """Write for each guess how many codes its parts have above the limits in all. Returns the least."""
    count, imperfect = asked.codes, (ONE << np.uint64(asked.perfect)) - ONE
    fill(above, 0)
    for block in range(planes.shape[0]):
        first, ours = block * BLOCK, planes[block]
        width = min(BLOCK, count - first)
        borrow, below = ours[CARRY:][:width], ours[OTHER:][:width]
        fill(borrow, 0)
        for plane in range(used):
            borrow_from(ours[plane * BLOCK :], limits[plane], borrow)
        complement(borrow, imperfect, below)
        fill(borrow, 0)
        for plane in range(used):
            add_excess(ours[plane * BLOCK :], limits[plane], borrow, plane, below, above[first:])
    return least_of(above)


@kernel
def write_limits(asked: Any, classes: Any, turn: int, room: int, used: int, limits: Any) -> None:
    """Write how many codes of each answer a turn finds, a bit of each answer in a word for each plane.

    Parts are counted in `used` planes, so a limit that takes more is not reached, as the largest number.
    """
    for plane in range(used):
        limits[plane] = np.uint64(0)
        for answer in range(asked.perfect):
            limit = min(classes[answer, turn], room, (1 << used) - 1)
            limits[plane] |= np.uint64(limit >> plane & 1) << np.uint64(answer)


@kernel
def survey(asked: Any, members: Any, classes: Any, planes: Any, told: Any, limits: Any) -> None:
    """Fill in the rooms of the region, and what each guess takes, told from 3 n - 2 - `perfect` on."""
    numbers, extra = told[0], told[1]
    size, perfect, turns = asked.length, asked.perfect, asked.turns
    above, rooms = array_at(asked.above, (turns,), np.int64), array_at(asked.rooms, (turns,), np.int64)
    used = count_parts(asked, planes, members)
    rooms[0], rooms[1] = 0, 1
    rooms[2] = min(above[2], perfect + 1 - find_missing(asked, planes, used, numbers, members))
    for code in range(len(numbers)):
        numbers[code] += 1
    for place in range(size):
        numbers[members[place]] -= 1
    for turn in range(3, turns):
        limit = above[turn]
        if rooms[turn - 1] < size:
            write_limits(asked, classes, turn - 1, rooms[turn - 1], used, limits)
            limit = min(limit, size - find_excess(asked, planes, used, limits, extra))
            for code in range(len(numbers)):
                numbers[code] += extra[code]
        rooms[turn] = min(limit, size)


@kernel
def least_total(classes: Any, rooms: Any, answer: int, size: int) -> int:
    """The least total of turns for `size` codes with an answer."""
    total = size
    for turn in range(1, len(rooms)):
        room = min(rooms[turn], classes[answer, turn])
        if room >= size:
            break
        total += size - room
    return int(total)


@kernel
def tells(rows: Any, part: Any) -> bool:
    """Whether a code of a part tells all others of it apart."""
    for guess in part:
        seen = np.uint64(0)
        for secret in part:
            bit = ONE << np.uint64(rows[guess, secret])
            if seen & bit:
                break
            seen |= bit
        else:
            return True
    return False


@kernel
def shown_total(
    asked: Any, rows: Any, members: Any, classes: Any, rooms: Any, guess: int, most: int, room: Any
) -> int:
    """The turns that a guess is shown to take, or `most` if it takes that many or tells nothing."""
    size, perfect = asked.length, asked.perfect
    counts, small, ordered = room[:perfect], room[perfect : 2 * perfect], room[2 * perfect :]
    fill(counts, 0)
    for place in range(size):
        answer = rows[guess, members[place]]
        if answer < perfect:
            counts[answer] += 1
    total = size
    for answer in range(perfect):
        count = counts[answer]
        if count == size:
            return int(most)
        least = least_total(classes, rooms, answer, count)
        small[answer] = 1 if count > 2 and least // 2 < count else 0
        total += least
    for answer in range(perfect):
        if total >= most:
            return int(most)
        if small[answer]:
            count = 0
            for place in range(size):
                if rows[guess, members[place]] == answer:
                    ordered[count] = members[place]
                    count += 1
            if not tells(rows, ordered[:count]):
                total += 1
    return int(min(total, most))


def serve_claim(address: int) -> None:
    """Do what the request at an address asks."""
    asked = array_at(address, (1,), REQUEST)[0]
    count, size, perfect, turns = asked.codes, asked.length, asked.perfect, asked.turns
    blocks = (count + BLOCK - 1) // BLOCK
    numbers = asked.room + 8 * blocks * LAYERS * BLOCK
    both = array_at(numbers, (2, count), np.int64)
    limits = numbers + 16 * count
    members = array_at(asked.members, (size,), np.int64)
    classes = array_at(asked.classes, (perfect + 1, turns), np.int64)
    planes = array_at(asked.room, (blocks, LAYERS * BLOCK), np.uint64)
    survey(asked, members, classes, planes, both, array_at(limits, (PLANES,), np.uint64))
    room = array_at(limits + 8 * PLANES, (2 * perfect + size,), np.int64)
    rows, rooms = (
        array_at(asked.rows, (count + 1, count), np.uint8),
        array_at(asked.rooms, (turns,), np.int64),
    )
    found = array_at(asked.found, (count,), np.int64)
    told, number = 3 * size - 2 - perfect, 0
    if asked.lowers:
        guess = place_of_least(both[0])
        asked.bound = shown_total(asked, rows, members, classes, rooms, guess, asked.bound, room)
    for guess in range(count):
        if both[0, guess] + told < asked.bound:
            total = shown_total(asked, rows, members, classes, rooms, guess, asked.bound, room)
            if total < asked.bound:
                found[number] = guess
                number += 1
                if asked.lowers:
                    asked.bound = total
    asked.count = number
