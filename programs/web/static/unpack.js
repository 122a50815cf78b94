// Unpacks a file in the format .lzma while its bytes arrive (Igor Pavlov, "LZMA specification", 2015).

const ENOUGH = 32; // more bytes than one symbol can take
const HEAD = 13; // properties, size of the dictionary, size of the content
const EVEN = 1024; // the chance of a 0 before anything is known, of 2048
const TOP = 2 ** 24;
const LENGTHS = 2 + 2 * 16 * 8 + 256; // chances that belong to a length

// `packed` is the number of bytes that will come. `push` takes them, `end` gives the content. `begun` is called with
// the memory for the content as soon as the first `first` bytes of that are there.
export function unpacker(packed, first = Infinity, begun = () => {}) {
  const input = new Uint8Array(packed);
  let filled = 0;
  let symbols = null;
  const work = (whole) => {
    if (!symbols && (whole || filled > HEAD + ENOUGH)) symbols = decoder(input);
    const made = symbols?.read(filled, whole) ?? 0;
    if (made >= first) {
      begun(symbols.out);
      first = Infinity;
    }
  };
  return {
    push(bytes) {
      if (filled + bytes.length > packed) throw new Error("there are more bytes than expected");
      input.set(bytes, filled);
      filled += bytes.length;
      work(false);
    },
    end() {
      if (filled < packed) throw new Error("the file is cut off");
      work(true);
      return symbols.out;
    },
  };
}

// The memory for the content, and a function that reads symbols as far as the input is filled, and gives the number
// of bytes that are there.
function decoder(input) {
  const head = new DataView(input.buffer);
  const properties = input[0];
  const literalContext = properties % 9;
  const literalPlace = Math.trunc(properties / 9) % 5;
  const placeMask = (1 << Math.trunc(properties / 45)) - 1;
  const literalMask = (1 << literalPlace) - 1;
  const size = head.getUint32(5, true) + head.getUint32(9, true) * 2 ** 32;
  if (properties >= 225 || size > 2 ** 30) throw new Error("this is no packed file");
  const out = new Uint8Array(size);
  const chances = (count) => new Uint16Array(count).fill(EVEN);
  const isMatch = chances(12 * 16);
  const isRepeat = chances(12);
  const isOther = chances(12); // than the last distance
  const isLong = chances(12 * 16);
  const isThird = chances(12);
  const isFourth = chances(12);
  const literals = chances(0x300 << (literalContext + literalPlace));
  const slots = chances(4 * 64);
  const distances = chances(128);
  const aligned = chances(16);
  const matchLengths = chances(LENGTHS);
  const repeatLengths = chances(LENGTHS);
  const coder = new Uint32Array(2); // range and code
  coder[0] = 0xffffffff;
  coder[1] = head.getUint32(HEAD + 1);
  let at = HEAD + 5;
  let made = 0;
  let state = 0;
  let [first, second, third, fourth] = [0, 0, 0, 0]; // the last distances, less 1

  function bit(table, place) {
    const chance = table[place];
    const bound = (coder[0] >>> 11) * chance;
    let found = 0;
    if (coder[1] < bound) {
      coder[0] = bound;
      table[place] = chance + ((2048 - chance) >> 5);
    } else {
      coder[0] -= bound;
      coder[1] -= bound;
      table[place] = chance - (chance >> 5);
      found = 1;
    }
    if (coder[0] < TOP) {
      coder[0] <<= 8;
      coder[1] = (coder[1] << 8) | input[at++];
    }
    return found;
  }

  function tree(table, from, bits) {
    let node = 1;
    for (let count = 0; count < bits; count += 1) node = (node << 1) | bit(table, from + node);
    return node - (1 << bits);
  }

  function reversed(table, from, bits) {
    let node = 1;
    let found = 0;
    for (let count = 0; count < bits; count += 1) {
      const one = bit(table, from + node);
      node = (node << 1) | one;
      found |= one << count;
    }
    return found;
  }

  function even(bits) {
    let found = 0;
    for (let count = 0; count < bits; count += 1) {
      const range = coder[0] >>> 1;
      const one = coder[1] >= range ? 1 : 0;
      if (one) coder[1] -= range;
      coder[0] = range;
      if (range < TOP) {
        coder[0] <<= 8;
        coder[1] = (coder[1] << 8) | input[at++];
      }
      found = (found << 1) | one;
    }
    return found;
  }

  function length(table, place) {
    if (!bit(table, 0)) return 2 + tree(table, 2 + place * 8, 3);
    if (!bit(table, 1)) return 10 + tree(table, 2 + 128 + place * 8, 3);
    return 18 + tree(table, 2 + 256, 8);
  }

  function literal() {
    const before = made ? out[made - 1] : 0;
    const from = 0x300 * (((made & literalMask) << literalContext) + (before >> (8 - literalContext)));
    let node = 1;
    if (state >= 7) {
      let other = out[made - first - 1];
      while (node < 256) {
        const expected = (other >> 7) & 1;
        other <<= 1;
        const one = bit(literals, from + ((1 + expected) << 8) + node);
        node = (node << 1) | one;
        if (one !== expected) break;
      }
    }
    while (node < 256) node = (node << 1) | bit(literals, from + node);
    out[made++] = node;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  }

  function distance(count) {
    const slot = tree(slots, Math.min(count - 2, 3) * 64, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const high = (2 | (slot & 1)) << bits;
    if (slot < 14) return high + reversed(distances, high - slot, bits);
    return (high + even(bits - 4) * 16 + reversed(aligned, 0, 4)) >>> 0;
  }

  // Reads which of the last distances is taken. 0 stands for a single byte.
  function repeated(place) {
    if (!bit(isOther, state)) {
      if (!bit(isLong, (state << 4) + place)) {
        state = state < 7 ? 9 : 11;
        return 1;
      }
    } else {
      let taken = second;
      if (bit(isThird, state)) {
        taken = third;
        if (bit(isFourth, state)) {
          taken = fourth;
          fourth = third;
        }
        third = second;
      }
      second = first;
      first = taken;
    }
    const count = length(repeatLengths, place);
    state = state < 7 ? 8 : 11;
    return count;
  }

  function symbol() {
    const place = made & placeMask;
    if (!bit(isMatch, (state << 4) + place)) {
      literal();
      return;
    }
    let count;
    if (bit(isRepeat, state)) {
      count = repeated(place);
    } else {
      [fourth, third, second] = [third, second, first];
      count = length(matchLengths, place);
      state = state < 7 ? 7 : 10;
      first = distance(count);
    }
    if (first >= made || made + count > size) throw new Error("the file is damaged");
    let from = made - first - 1;
    for (const end = made + count; made < end; ) out[made++] = out[from++];
  }

  const read = (filled, whole) => {
    const last = whole ? filled + ENOUGH : filled - ENOUGH;
    while (made < size && at < last) symbol();
    if (whole && (made < size || at > filled)) throw new Error("the file is cut off");
    return made;
  };
  return { out, read };
}
