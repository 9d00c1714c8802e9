// https://github.com/google/snappy/blob/main/format_description.txt

/** Bytes in which repetitions are looked for at a time: an offset has 16 bits. */
const blockBytes = 65_536;
const hashBits = 14;
/** A repetition is looked for by its first four bytes. */
const leastMatch = 4;
const longestCopy = 64;

/** Compresses into the raw format of Snappy, as Parquet has it. */
export function compressSnappy(input: Uint8Array): Uint8Array {
  const out = new Output(input.length);
  out.length(input.length);
  const seen = new Uint16Array(1 << hashBits);
  for (let start = 0; start < input.length; start += blockBytes) {
    compressBlock(input.subarray(start, start + blockBytes), out, seen.fill(0));
  }
  return out.taken();
}

function compressBlock(block: Uint8Array, out: Output, seen: Uint16Array): void {
  const view = new DataView(block.buffer, block.byteOffset, block.length);
  const end = block.length - leastMatch;
  let literal = 0;
  let at = 1;
  // Steps grow where nothing repeats, so that such data costs little.
  for (let misses = 32; at <= end; ) {
    const four = view.getUint32(at, true);
    const hash = Math.imul(four, 0x1e35a7bd) >>> (32 - hashBits);
    const before = seen[hash] ?? 0;
    seen[hash] = at;
    if (before >= at || view.getUint32(before, true) !== four) {
      at += misses++ >> 5;
      continue;
    }
    let length = leastMatch;
    while (at + length < block.length && block[before + length] === block[at + length]) length++;
    out.literal(block, literal, at);
    out.copy(at - before, length);
    at += length;
    literal = at;
    misses = 32;
  }
  out.literal(block, literal, block.length);
}

class Output {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(inputBytes: number) {
    // The format's own bound of what cannot be compressed.
    this.#bytes = new Uint8Array(32 + inputBytes + Math.ceil(inputBytes / 6));
  }

  length(value: number): void {
    for (; value >= 128; value = Math.floor(value / 128)) this.#bytes[this.#at++] = (value % 128) + 128;
    this.#bytes[this.#at++] = value;
  }

  literal(from: Uint8Array, start: number, end: number): void {
    const length = end - start;
    if (length === 0) return;
    const bytes = this.#bytes;
    if (length <= 60) bytes[this.#at++] = (length - 1) << 2;
    else if (length <= 256) {
      bytes[this.#at++] = 60 << 2;
      bytes[this.#at++] = length - 1;
    } else {
      bytes[this.#at++] = 61 << 2;
      bytes[this.#at++] = (length - 1) & 255;
      bytes[this.#at++] = (length - 1) >> 8;
    }
    bytes.set(from.subarray(start, end), this.#at);
    this.#at += length;
  }

  copy(offset: number, length: number): void {
    const bytes = this.#bytes;
    for (let left = length; left > 0; left -= longestCopy) {
      bytes[this.#at++] = ((Math.min(left, longestCopy) - 1) << 2) | 2;
      bytes[this.#at++] = offset & 255;
      bytes[this.#at++] = offset >> 8;
    }
  }

  taken(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }
}
