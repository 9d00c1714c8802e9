/** Fractional parts of the cube roots (rounds) and square roots (start) of the first primes, as FIPS 180-4 derives them. */
const [roundConstants, start] = constants();

function constants(): [Int32Array, Int32Array] {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0;
  return [
    Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
    Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
  ];
}

const blockBytes = 64;

/**
 * SHA-256 of bytes that come a piece at a time. Browsers compute it of whole buffers only, and only on secure pages: a hub in
 * the boathouse has no certificate.
 */
export class Sha256Stream {
  readonly #state = Int32Array.from(start);
  readonly #words = new Int32Array(64);
  readonly #rest = new Uint8Array(blockBytes);
  #restBytes = 0;
  #bytes = 0;

  update(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    let at = 0;
    if (this.#restBytes > 0) {
      at = Math.min(bytes.length, blockBytes - this.#restBytes);
      this.#rest.set(bytes.subarray(0, at), this.#restBytes);
      this.#restBytes += at;
      if (this.#restBytes < blockBytes) return;
      this.#block(this.#rest, 0);
      this.#restBytes = 0;
    }
    for (; at + blockBytes <= bytes.length; at += blockBytes) this.#block(bytes, at);
    this.#rest.set(bytes.subarray(at));
    this.#restBytes = bytes.length - at;
  }

  /** The digest of all that came; nothing may come after it. */
  digest(): Uint8Array {
    const bits = this.#bytes * 8;
    const isLong = this.#restBytes >= blockBytes - 8;
    const end = new Uint8Array((isLong ? 2 : 1) * blockBytes);
    end.set(this.#rest.subarray(0, this.#restBytes));
    end[this.#restBytes] = 0x80;
    const view = new DataView(end.buffer);
    view.setUint32(end.length - 8, Math.floor(bits / 2 ** 32));
    view.setUint32(end.length - 4, bits >>> 0);
    for (let at = 0; at < end.length; at += blockBytes) this.#block(end, at);
    const digest = new DataView(new ArrayBuffer(32));
    this.#state.forEach((word, i) => {
      digest.setInt32(4 * i, word);
    });
    return new Uint8Array(digest.buffer);
  }

  #block(bytes: Uint8Array, from: number): void {
    const words = this.#words;
    for (let i = 0, at = from; i < 16; i++, at += 4) {
      words[i] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
    }
    for (let i = 16; i < 64; i++) {
      const w15 = words[i - 15]!;
      const w2 = words[i - 2]!;
      const s0 = ((w15 >>> 7) | (w15 << 25)) ^ ((w15 >>> 18) | (w15 << 14)) ^ (w15 >>> 3);
      const s1 = ((w2 >>> 17) | (w2 << 15)) ^ ((w2 >>> 19) | (w2 << 13)) ^ (w2 >>> 10);
      words[i] = (words[i - 16]! + s0 + words[i - 7]! + s1) | 0;
    }
    const state = this.#state;
    let a = state[0]!;
    let b = state[1]!;
    let c = state[2]!;
    let d = state[3]!;
    let e = state[4]!;
    let f = state[5]!;
    let g = state[6]!;
    let h = state[7]!;
    for (let i = 0; i < 64; i++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + roundConstants[i]! + words[i]!) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    state[0] = state[0]! + a;
    state[1] = state[1]! + b;
    state[2] = state[2]! + c;
    state[3] = state[3]! + d;
    state[4] = state[4]! + e;
    state[5] = state[5]! + f;
    state[6] = state[6]! + g;
    state[7] = state[7]! + h;
  }
}

export const inHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
