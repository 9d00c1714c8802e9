import fc from 'fast-check';
import { detectFormat, type FileFormat, isProblem, type Recording, readWholeFile } from './index.ts';

/** Anywhere in a file alike. */
const place = fc.noBias(fc.integer({ min: 0, max: 999_999 })).map((millionths) => millionths / 1e6);
/** What happens to a file on its way: a byte turned, a piece lost, doubled, put elsewhere, or the end cut off. */
const damage = fc.record({
  kind: fc.constantFrom('turn', 'lose', 'double', 'move', 'cut'),
  at: place,
  to: place,
  bytes: fc.integer({ min: 1, max: 60 }),
  byte: fc.integer({ min: 0, max: 255 }),
});
type Damage = typeof damage extends fc.Arbitrary<infer D> ? D : never;

function damaged(file: Uint8Array, { kind, at, to, bytes, byte }: Damage): Uint8Array {
  const from = Math.floor(at * file.length);
  const piece = file.slice(from, from + bytes);
  switch (kind) {
    case 'turn': {
      const turned = file.slice();
      turned[from] = byte;
      return turned;
    }
    case 'lose':
      return Buffer.concat([file.subarray(0, from), file.subarray(from + bytes)]);
    case 'double':
      return Buffer.concat([file.subarray(0, from + bytes), piece, file.subarray(from + bytes)]);
    case 'move': {
      const moved = file.slice();
      moved.set(
        piece.subarray(0, Math.max(0, file.length - Math.floor(to * file.length))),
        Math.floor(to * file.length),
      );
      return moved;
    }
    case 'cut':
      return file.slice(0, from);
  }
}

/**
 * Reads so many damaged variants of a file: each is a record whose times go on and whose numbers are numbers, or a problem;
 * never an exception. Answers how many of them were records. For tests.
 */
export function readDamaged(
  format: FileFormat,
  file: Uint8Array,
  variants = 10_000,
  judge: (recording: Recording) => void = () => {},
): number {
  let records = 0;
  // A slice of a Buffer is the same memory: it would damage the file for all variants that follow.
  const whole = new Uint8Array(file);
  const variant = fc.array(damage, { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(variant, (damages) => {
      const bytes = damages.reduce<Uint8Array>(damaged, whole);
      const known = detectFormat(bytes, true);
      if (isProblem(known)) return;
      const recording = readWholeFile(format, bytes);
      if (isProblem(recording)) return;
      expectSound(recording);
      judge(recording);
      records++;
    }),
    { numRuns: variants },
  );
  return records;
}

function expectSound({ modules, passes, startUs }: Recording): void {
  if (startUs !== undefined && !Number.isSafeInteger(startUs)) throw new Error(`begins at ${startUs}`);
  if (!modules.some(({ timesSeconds }) => timesSeconds.length > 0)) throw new Error('a record without samples');
  for (const { timesSeconds, values, rateHz, name } of modules) {
    if (!(rateHz > 0 && Number.isFinite(rateHz))) throw new Error(`${name}: ${rateHz} Hz`);
    let last = Number.NEGATIVE_INFINITY;
    for (const time of timesSeconds) {
      if (!Number.isFinite(time) || time < last) throw new Error(`${name}: ${time} s after ${last} s`);
      last = time;
    }
    for (const column of values) {
      if (column.length !== timesSeconds.length) throw new Error(`${name}: columns of different lengths`);
      for (const value of column)
        if (Math.abs(value) === Number.POSITIVE_INFINITY) throw new Error('an infinite value');
    }
  }
  for (const { fromSeconds, toSeconds } of passes) {
    if (!(fromSeconds >= 0 && toSeconds >= fromSeconds)) throw new Error(`from ${fromSeconds} s to ${toSeconds} s`);
  }
}
