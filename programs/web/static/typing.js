// The computer's keyboard: which keys of the calculator a key presses, numbers as people write them.

const CHARACTERS = /^[0-9.,]$/;

export class Typing {
  constructor(shortcuts, inNumber) {
    this.shortcuts = shortcuts;
    this.inNumber = inNumber;
    this.before = ""; // the number that is being typed, as far as it came from this keyboard
  }

  // The codes that a key presses. Undefined when it presses none.
  codes(key) {
    const code = this.#insideNumber(key);
    if (code) {
      this.before += key;
      return [code];
    }
    const codes = this.shortcuts[key] ?? this.shortcuts[key.length === 1 ? key.toLowerCase() : key];
    if (!codes) return undefined;
    this.before = CHARACTERS.test(key) ? this.before + key : "";
    return codes;
  }

  // Forget the number: the calculator was used in another way.
  forget() {
    this.before = "";
  }

  #insideNumber(key) {
    const typed = this.before;
    if (key === "e" || key === "E") return typed && !typed.includes("e") ? this.inNumber.e : undefined;
    return key === "-" && typed.endsWith("e") ? this.inNumber["-"] : undefined;
  }
}
