import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { framesOf, readFrames } from './frames.ts';

/** Bytes as a connection hands them over. */
async function* inPieces(bytes: Uint8Array, sizes: readonly number[]) {
  for (let at = 0, n = 0; at < bytes.length; n += 1) {
    const size = sizes[n % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

const framedOf = (bytes: Uint8Array, sizes: readonly number[]): Promise<Buffer> =>
  buffer(framesOf(inPieces(bytes, sizes)));

async function read(framed: Uint8Array, sizes: readonly number[]) {
  let isCorrupted = false;
  const parts: Uint8Array[] = [];
  for await (const part of readFrames(inPieces(framed, sizes), () => {
    isCorrupted = true;
  })) {
    parts.push(Uint8Array.from(part));
  }
  return { bytes: Buffer.concat(parts), isCorrupted };
}

const file = fc.nat(300_000).map((length) => Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 8)) & 255));
const sizes = fc.array(fc.integer({ min: 500, max: 90_000 }), { minLength: 1, maxLength: 5 });

it('what was framed is read again, however it is cut into pieces on its way', async () => {
  await fc.assert(
    fc.asyncProperty(file, sizes, sizes, async (bytes, cutBefore, cut) => {
      const { bytes: got, isCorrupted } = await read(await framedOf(bytes, cutBefore), cut);
      expect(got.equals(bytes)).toBe(true);
      expect(isCorrupted).toBe(false);
    }),
    { numRuns: 30 },
  );
});

it('of what ends early or has a wrong byte only what came before counts, less than a frame short of all that came', async () => {
  await fc.assert(
    fc.asyncProperty(
      file,
      sizes,
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.boolean(),
      async (bytes, cut, where, isCut) => {
        const framed = await framedOf(bytes, [256 * 1024]);
        if (framed.length === 0) return;
        const at = Math.floor(where * framed.length);
        const changed = Uint8Array.from(framed);
        if (!isCut) changed[at] = (changed[at] ?? 0) ^ 64;
        const { bytes: got, isCorrupted } = await read(isCut ? changed.subarray(0, at) : changed, cut);
        expect(got.equals(bytes.subarray(0, got.length))).toBe(true);
        expect(got.length).toBeGreaterThan(at * 0.999 - 66_000);
        if (!isCut) expect(isCorrupted).toBe(true);
      },
    ),
    { numRuns: 40 },
  );
});
