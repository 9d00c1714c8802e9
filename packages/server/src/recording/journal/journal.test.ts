import { appendFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createJournals, SequenceSet } from './index.ts';
import { arrival, block, entries, header, hex, openTestJournals, shown } from './open-test-journals.ts';

const { newPath, remove } = openTestJournals();
const journals = createJournals();
afterAll(() => {
  journals.close();
  remove();
});

describe('a journal', () => {
  it('gives back what was appended, also before it is closed', async () => {
    const path = newPath();
    const journal = await journals.open(path);
    journal.header(header);
    journal.append([block(0), block(1, 3)]);
    journal.append([block(2, 65_000 / 2)]);
    journal.end(header.startUs + 99, 1);
    expect(shown(await entries(path))).toEqual([
      { kind: 'header', header },
      hex(block(0)),
      hex(block(1, 3)),
      hex(block(2, 65_000 / 2)),
      { kind: 'end', stopUs: header.startUs + 99, missingBlocks: 1 },
    ]);
    await journal.close();
  });

  it('adds at most 1 % to blocks of 504 bytes', async () => {
    const path = newPath();
    const journal = await journals.open(path);
    journal.header(header);
    for (let i = 0; i < 1000; i++) journal.append([block(i)]);
    await journal.close();
    expect(statSync(path).size).toBeLessThanOrEqual(1.01 * 1000 * 504);
  });

  it('opened again knows what it holds, cuts a torn tail and the end, and goes on', async () => {
    const path = newPath();
    const first = await journals.open(path);
    first.header(header);
    first.append([block(0), block(2)]);
    first.end(null, 1);
    await first.close();
    appendFileSync(path, block(7).subarray(0, 90));
    const again = await journals.open(path);
    expect(again.content.header).toEqual(header);
    expect(again.content.received.get(3)?.missing(4)).toEqual([1, 3]);
    again.append([block(1)]);
    await again.close();
    expect(shown(await entries(path))).toEqual([
      { kind: 'header', header },
      hex(block(0)),
      hex(block(2)),
      hex(block(1)),
    ]);
  });

  it('reads files larger than its window, and others that are no journals, without harm', async () => {
    const path = newPath();
    const journal = await journals.open(path);
    for (let i = 0; i < 60; i++) journal.append([block(i, 30_000)]);
    await journal.close();
    expect(statSync(path).size).toBeGreaterThan(3 * 2 ** 20);
    expect(await entries(path)).toHaveLength(60);
    const other = newPath();
    writeFileSync(other, 'a text');
    expect(await entries(other)).toEqual([]);
  });
});

describe('damage', () => {
  /** A journal of blocks, and where each entry lies. */
  async function sample(sizes: readonly number[]) {
    const path = newPath();
    const journal = await journals.open(path);
    const spans: { from: number; to: number; shown: unknown }[] = [];
    const note = (what: unknown, write: () => void) => {
      const from = Math.max(8, statSync(path).size); // after the magic
      write();
      spans.push({ from, to: statSync(path).size, shown: what });
    };
    note({ kind: 'header', header }, () => journal.header(header));
    sizes.forEach((size, i) => {
      note(hex(block(i, size)), () => journal.append([block(i, size)]));
      note({ kind: 'arrival', arrival: arrival(i) }, () => journal.append([], arrival(i)));
    });
    await journal.close();
    return { path, bytes: readFileSync(path), spans };
  }
  const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 12 });

  it('a cut anywhere keeps every entry before it, and the journal can be opened again', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.double({ min: 0, max: 1, noNaN: true }), async (given, where) => {
        const { path, bytes, spans } = await sample(given);
        const cut = Math.floor(where * bytes.length);
        truncateSync(path, cut);
        const kept = spans.filter((span) => span.to <= cut).map((span) => span.shown);
        expect(shown(await entries(path))).toEqual(kept);
        const again = await journals.open(path);
        again.append([block(99)]);
        await again.close();
        expect(shown(await entries(path))).toEqual([...kept, hex(block(99))]);
        rmSync(path);
      }),
      { numRuns: 60 },
    );
  });

  it('flipped bits cost only the entries they are in', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), async (given, where) => {
        const { path, bytes, spans } = await sample(given);
        const bits = new Set(where.map((position) => position % (bytes.length * 8)));
        for (const bit of bits) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        writeFileSync(path, bytes);
        const hurt = (span: { from: number; to: number }) =>
          [...bits].some((bit) => bit >> 3 >= span.from && bit >> 3 < span.to);
        const intact = spans.filter((span) => !hurt(span)).map((span) => span.shown);
        expect(shown(await entries(path))).toEqual(intact);
        const again = await journals.open(path);
        await again.close();
        expect(shown(await entries(path))).toEqual(intact);
        rmSync(path);
      }),
      { numRuns: 150 },
    );
  });

  it('random bytes are no entries', async () => {
    const path = newPath();
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), async (bytes) => {
        writeFileSync(path, bytes);
        expect(await entries(path)).toEqual([]);
        await (await journals.open(path)).close();
      }),
      { numRuns: 200 },
    );
  });
});

describe('a set of sequences', () => {
  it('is a set, whatever the order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60)), fc.nat(70), (sequences, count) => {
        const set = new SequenceSet();
        const model = new Set<number>();
        for (const sequence of sequences) {
          expect(set.add(sequence)).toBe(!model.has(sequence));
          model.add(sequence);
        }
        const missing = Array.from({ length: count }, (_, i) => i).filter((i) => !model.has(i));
        expect(set.size).toBe(model.size);
        expect(set.missing(count)).toEqual(missing);
        expect(set.missing(count, 3)).toEqual(missing.slice(0, 3));
        expect(set.missing(count, 2, 20)).toEqual(missing.filter((i) => i >= 20).slice(0, 2));
        expect(set.countMissing(count)).toBe(missing.length);
        for (let i = 0; i < 62; i++) expect(set.has(i)).toBe(model.has(i));
      }),
      { numRuns: 500 },
    );
  });
});
