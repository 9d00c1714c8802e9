/** Slicing by 8: `tables[k][b]` is the CRC of byte b followed by k zero bytes, so eight bytes cost eight look-ups. */
const tables: readonly Uint32Array[] = makeTables();

function makeTables(): Uint32Array[] {
  const first = new Uint32Array(256).map((_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c;
  });
  const made = [first];
  for (let k = 1; k < 8; k++) {
    const previous = made[k - 1] ?? first;
    made.push(first.map((_, n) => ((previous[n] ?? 0) >>> 8) ^ (first[(previous[n] ?? 0) & 0xff] ?? 0)));
  }
  return made;
}

const [t0, t1, t2, t3, t4, t5, t6, t7] = tables as [
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
];

/** CRC-32 (IEEE 802.3, as zlib) of bytes [from, to). Pass the previous result to go on over several pieces. */
export function crc32(bytes: Uint8Array, previous = 0, from = 0, to = bytes.length): number {
  let c = ~previous;
  let i = from;
  // Inside the loops every index is below `to` and every table index below 256, so `!` only silences the checker.
  for (; i + 8 <= to; i += 8) {
    c ^= bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24);
    c =
      t7[c & 0xff]! ^
      t6[(c >>> 8) & 0xff]! ^
      t5[(c >>> 16) & 0xff]! ^
      t4[c >>> 24]! ^
      t3[bytes[i + 4]!]! ^
      t2[bytes[i + 5]!]! ^
      t1[bytes[i + 6]!]! ^
      t0[bytes[i + 7]!]!;
  }
  for (; i < to; i++) c = t0[(c ^ bytes[i]!) & 0xff]! ^ (c >>> 8);
  return ~c >>> 0;
}
