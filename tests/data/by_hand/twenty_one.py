"""Twenty-one: E deals and shows both totals, A takes a card, B stands: 1 is won, 0 even, -1 lost."""

from generator.language import program, ran, register

mine = register()
bank = register()


def card():
    value = ran() * 13 // 1 + 1
    if value > 10:
        value = 10
    return value


@program("E")
def deal():
    global mine, bank
    mine = card() + card()
    bank = card()
    return bank, mine


@program("A")
def take():
    global mine
    mine += card()
    return mine


@program("B")
def stand():
    global bank
    while bank < 17:
        bank += card()
    if bank > 21 or mine > bank:
        return 1
    if mine < bank:
        return -1
    return 0
