import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isProblem, readRawFile } from '../index.ts';
import { readDamaged } from '../make-test-damage.ts';
import { dataStart, file, frame, frameBytes, imuOf16, joined, real } from './make-test-raw.ts';

const short = real.slice(0, dataStart + 8 * frameBytes);

function endsWell(bytes: Uint8Array): void {
  const result = readRawFile(bytes);
  if (isProblem(result)) return;
  for (const { timesSeconds, values } of result.modules) {
    expect(timesSeconds.length).toBeGreaterThan(0);
    expect(values.every((v) => v.length === timesSeconds.length)).toBe(true);
    expect(timesSeconds.every((t, i) => i === 0 || t >= (timesSeconds[i - 1] ?? t))).toBe(true);
  }
  expect(result.bytesLost === 0).toBe(!result.findings.some((f) => f.type === 'WARN'));
}

test('10,000 damaged files are a record of what is whole, or a problem', () => {
  // Of fewer frames most of the file would be its header, damage of which is refused.
  expect(readDamaged('raw', real.slice(0, dataStart + 200 * frameBytes))).toBeGreaterThan(4000);
});

test('4,000 truncated and bit-flipped files end in a recording or a problem', () => {
  const damage = fc.record({
    cut: fc.nat(short.length),
    flips: fc.array(fc.tuple(fc.nat(short.length - 1), fc.nat(7)), { maxLength: 12 }),
  });
  fc.assert(
    fc.property(damage, ({ cut, flips }) => {
      const bytes = short.slice(0, flips.length === 0 ? cut : short.length);
      for (const [at, bit] of flips) bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
      endsWell(bytes);
    }),
    { numRuns: 4000 },
  );
});

test('4,000 files of random frames end in a recording or a problem', () => {
  const head = real.slice(0, dataStart);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.boolean(), (noise, withHeader) => {
      endsWell(withHeader ? joined(head, noise, short.subarray(dataStart)) : noise);
    }),
    { numRuns: 4000 },
  );
});

test('2,000 hostile headers end in a recording or a problem', () => {
  const hostile = fc.oneof(
    fc.constantFrom(
      -1,
      0,
      1,
      100,
      255,
      2 ** 31,
      1e308,
      null,
      '',
      '__proto__',
      '../x',
      'uint8',
      'array99999x99999_int8',
    ),
    fc.jsonValue({ maxDepth: 3 }),
  );
  const keys = ['id', 'rate', 'size', 'type', 'factor', 'acc_factor', 'description'];
  const about = fc.dictionary(fc.constantFrom('epoch', 'epochUs', 'version', 'variablesNames', 'deviceId'), hostile);
  fc.assert(
    fc.property(about, fc.dictionary(fc.constantFrom(...keys), hostile), (description, module) => {
      endsWell(file(description, { ...imuOf16, ...module }, joined(frame(1, 1e6, 3, 4), frame(1, 2e6, 5, 6))));
    }),
    { numRuns: 2000 },
  );
});
