import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DeviceMeta, encodeBlock } from '@sillage/device-protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultyFiles } from './faulty-files.ts';
import { createJournals, type JournalEntry, type JournalHeader, readJournal, SequenceSet } from './index.ts';

const module = {
  id: 3,
  type: 'imu',
  rateHz: 200,
  realtimeRateHz: 20,
  timing: 'regular' as const,
  columns: [
    {
      name: 'acc_x',
      unit: 'm/s²',
      type: 'int16' as const,
      scale: 0.1,
      offset: 0,
      description: { fr: 'a', en: 'a' },
      precision: 2,
    },
  ],
};
const meta: DeviceMeta = {
  protocol: 1,
  number: 10200042,
  name: 'Léa ✓',
  version: '7.0.0',
  modules: { imu: module },
  features: {},
};
const header: JournalHeader = {
  recordUid: '0191f0aa-0000-7000-8000-000000000000',
  deviceNumber: 10200042,
  deviceRecordId: 5,
  startUs: 1_700_000_000_000_000,
  clockOffsetUs: null,
  meta,
};

function block(sequence: number, samples = 240): Uint8Array {
  const values = Int16Array.from({ length: samples }, (_, i) => sequence * 31 + i);
  const firstSampleUs = header.startUs + sequence * 50_000;
  return encodeBlock({ moduleId: 3, sampleCount: samples, recordId: 5, sequence, firstSampleUs }, module, {
    columns: [values],
  });
}

let folder: string;
let files = 0;
const newPath = () => join(folder, `${files++}.journal`);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sillage-journal-'));
});
const journals = createJournals();
afterAll(() => {
  journals.close();
  rmSync(folder, { recursive: true, force: true });
});

async function entries(path: string): Promise<JournalEntry[]> {
  const found: JournalEntry[] = [];
  for await (const entry of readJournal(path)) found.push(entry);
  return found;
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
/** Entries in a form that compares. */
const shown = (found: JournalEntry[]) => found.map((e) => (e.kind === 'block' ? hex(e.bytes) : e));

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

describe('a disk that is full or fails', () => {
  const sizes = fc.integer({ min: 1, max: 60 });
  const step = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('append' as const),
        sizes: fc.array(sizes, { minLength: 1, maxLength: 3 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('header', 'end' as const) }) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('room' as const), bytes: fc.oneof(fc.nat(400), fc.constant(1e9)) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('write' as const), code: fc.constantFrom(undefined, 'EIO') }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('reopen' as const, 'sync' as const) }) },
  );

  it('keeps all that was taken and nothing else, at every write, and goes on when there is room', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 25 }),
        fc.integer({ min: 1, max: 700 }),
        async (steps, shortWrite) => {
          const { files, faults } = faultyFiles({ shortWrite });
          let nowMs = 0;
          const own = createJournals({ files, clock: { monotonicMs: () => (nowMs += 1000) } });
          const path = newPath();
          let journal = await own.open(path);
          let sequence = 0;
          let taken: unknown[] = [];
          let end: unknown;
          for (const each of steps) {
            if (each.kind === 'append' || each.kind === 'header') end = undefined; // tried is enough
            if (each.kind === 'room') faults.room = each.bytes;
            else if (each.kind === 'write') faults.write = each.code;
            else if (each.kind === 'sync') await journal.sync();
            else if (each.kind === 'reopen') {
              await journal.close();
              journal = await own.open(path);
              end = undefined;
            } else if (each.kind === 'header') {
              if (journal.header(header)) taken.push({ kind: 'header', header });
            } else if (each.kind === 'end') {
              if (journal.end(null, 1)) end = { kind: 'end', stopUs: null, missingBlocks: 1 };
              else expect(journal.state).not.toBe('ok');
            } else if (each.kind === 'append') {
              const blocks = each.sizes.map((size) => block(sequence++, size));
              if (!journal.append(blocks)) continue;
              taken = [...taken, ...blocks.map(hex)];
            }
          }
          const found = shown(await entries(path));
          expect(
            found.filter((entry) => typeof entry === 'string' || (entry as JournalEntry).kind === 'header'),
          ).toEqual(taken);
          if (end !== undefined) expect(found.at(-1)).toEqual(end);
          faults.room = Number.POSITIVE_INFINITY;
          faults.write = undefined;
          expect(journal.append([block(9999)])).toBe(true);
          expect(journal.state).toBe('ok');
          await journal.close();
          expect(shown(await entries(path))).toEqual([...taken, hex(block(9999))]);
          own.close();
          rmSync(path);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('keeps the end that stands when the same end is said again to a disk that fails', async () => {
    const { files, faults } = faultyFiles();
    const own = createJournals({ files, clock: { monotonicMs: () => 0 } });
    const path = newPath();
    const journal = await own.open(path);
    expect(journal.end(null, 1)).toBe(true);
    faults.write = 'EIO';
    expect(journal.end(null, 1)).toBe(true);
    expect(shown(await entries(path))).toEqual([{ kind: 'end', stopUs: null, missingBlocks: 1 }]);
    own.close();
  });

  it('says which of the two it is, and that it is over', async () => {
    const { files, faults } = faultyFiles();
    let nowMs = 0;
    const own = createJournals({ files, clock: { monotonicMs: () => nowMs } });
    const journal = await own.open(newPath());
    faults.room = 0;
    expect([journal.append([block(0)]), journal.state]).toEqual([false, 'full']);
    expect(own.now()).toMatchObject({ open: 1, full: 1, failing: 0 });
    faults.write = 'EIO';
    nowMs += 1000;
    expect([journal.append([block(0)]), journal.state]).toEqual([false, 'failing']);
    faults.write = undefined;
    faults.room = 1e6;
    expect(journal.append([block(0)])).toBe(false); // not tried with every block
    nowMs += 1000;
    expect([journal.append([block(0)]), journal.state]).toEqual([true, 'ok']);
    await journal.close();
    own.close();
  });

  it('one failed sync leaves a doubt that a later sync does not take away, but writing anew does', async () => {
    const { files, faults } = faultyFiles();
    const own = createJournals({ files });
    const path = newPath();
    const failures: unknown[] = [];
    const journal = await own.open(path, { syncFailed: (error) => failures.push(error) });
    journal.header(header);
    journal.append([block(0), block(1)]);
    faults.sync = 'EIO';
    await expect(journal.sync()).rejects.toThrow('EIO');
    expect([journal.state, journal.doubtful, failures.length]).toEqual(['failing', true, 1]);
    faults.sync = undefined;
    await journal.sync();
    expect([journal.state, journal.doubtful]).toEqual(['ok', true]);
    journal.append([block(2)]);
    faults.sync = 'EIO';
    await expect(own.rewrite(journal, { temporary: `${path}.new` })).rejects.toThrow('EIO');
    expect(existsSync(`${path}.new`)).toBe(false);
    faults.sync = undefined;
    journal.append([block(3)]); // goes on as before
    const anew = await own.rewrite(journal, { temporary: `${path}.new` });
    expect([anew.doubtful, anew.content.received.get(3)?.size]).toEqual([false, 4]);
    anew.append([block(4)]);
    anew.end(null, 0);
    await anew.close();
    expect(shown(await entries(path))).toEqual([
      { kind: 'header', header },
      ...[0, 1, 2, 3, 4].map((sequence) => hex(block(sequence))),
      { kind: 'end', stopUs: null, missingBlocks: 0 },
    ]);
    expect((await own.open(path)).doubtful).toBe(true); // whoever had it open is not known
    expect((await own.open(newPath())).doubtful).toBe(false);
    own.close();
  });

  it('blocks that cannot be read back are missing in what is written anew', async () => {
    const own = createJournals();
    const path = newPath();
    const journal = await own.open(path);
    journal.header(header);
    for (let i = 0; i < 4; i++) journal.append([block(i)]);
    await journal.sync();
    const bytes = readFileSync(path);
    const at = bytes.indexOf(block(2)) + 100;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    const anew = await own.rewrite(journal, { temporary: `${path}.new` });
    expect(anew.content.received.get(3)?.missing(4)).toEqual([2]);
    await anew.close();
    own.close();
  });

  it('is closed once, however often it is asked, also when the last sync fails', async () => {
    const { files, faults, seen } = faultyFiles();
    const own = createJournals({ files });
    const journal = await own.open(newPath());
    journal.append([block(0)]);
    faults.sync = 'EIO';
    const outcomes = await Promise.allSettled([journal.close(), journal.close()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect([seen.closed, own.now().open]).toEqual([1, 0]);
    own.close();
  });
});

describe('opening a journal', () => {
  /** How often others on the event loop get a turn meanwhile, and while what was read is looked at. */
  async function turnsWhileOpening(path: string) {
    let turns = 0;
    let readAt = Number.POSITIVE_INFINITY;
    let whileScanning = 0;
    let opening = true;
    const turn = () => {
      turns++;
      if (opening) setImmediate(turn);
    };
    setImmediate(turn);
    const { files } = faultyFiles();
    const own = createJournals({
      files: {
        ...files,
        async open(at) {
          const file = await files.open(at);
          return {
            ...file,
            async read(into, position) {
              whileScanning = Math.max(whileScanning, turns - readAt);
              const bytes = await file.read(into, position);
              readAt = turns;
              return bytes;
            },
          };
        },
      },
    });
    const journal = await own.open(path);
    whileScanning = Math.max(whileScanning, turns - readAt);
    opening = false;
    await journal.close();
    own.close();
    return { turns, whileScanning, blocks: journal.content.received.get(3)?.size };
  }

  it('that is open is refused until it is closed: two would write over each other', async () => {
    const path = newPath();
    const [first, second] = await Promise.allSettled([journals.open(path), journals.open(path)]);
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'EBUSY' } });
    await expect(journals.open(path)).rejects.toMatchObject({ code: 'EBUSY' });
    if (first.status === 'fulfilled') await first.value.close();
    await (await journals.open(path)).close();
  });

  it('that is long lets others have their turn', async () => {
    const path = newPath();
    const journal = await journals.open(path);
    for (let i = 0; i < 400; i++) journal.append([block(i, 30_000)]);
    await journal.close();
    const { turns, blocks } = await turnsWhileOpening(path);
    expect(blocks).toBe(400);
    expect(turns).toBeGreaterThan(20); // 24 MB
  });

  it('that is damaged so that every byte may begin a block does, too', async () => {
    const path = newPath();
    const begin = [1, 0, 0x80, 0, 1]; // of 32 KiB
    writeFileSync(
      path,
      Uint8Array.from({ length: 200_000 }, (_, i) => begin[i % begin.length] ?? 0),
    );
    expect((await turnsWhileOpening(path)).whileScanning).toBeGreaterThan(3);
  });
});

describe('syncs', () => {
  it('bring the folder to disk once for each journal that was opened', async () => {
    const { files, seen } = faultyFiles();
    const own = createJournals({ files });
    const journal = await own.open(newPath());
    journal.append([block(0)]);
    await journal.sync();
    journal.append([block(1)]);
    await journal.sync();
    expect([seen.folderSyncs, seen.syncs]).toEqual([1, 2]);
    await journal.sync();
    expect(seen.syncs).toBe(2);
    await journal.close();
    own.close();
  });

  it('of an interrupted journal are made up when it is opened again', async () => {
    const { files, seen } = faultyFiles();
    const own = createJournals({ files });
    const path = newPath();
    const killed = await own.open(path);
    killed.append([block(0)]);
    const next = createJournals({ files });
    const again = await next.open(path);
    await again.sync();
    expect(seen.syncs).toBe(1);
    await Promise.all([again.close(), killed.close()]);
    own.close();
    next.close();
  });

  it('of all are asked for at once, and not waited for beyond the time given', async () => {
    const { files, faults, seen } = faultyFiles();
    const own = createJournals({ files });
    const all = await Promise.all(Array.from({ length: 20 }, () => own.open(newPath())));
    for (const journal of all) journal.append([block(0)]);
    await own.syncAll(10_000);
    expect([seen.syncs, own.now().unsyncedMs]).toEqual([20, 0]);
    for (const journal of all) journal.append([block(1)]);
    faults.syncMs = 1e6;
    await own.syncAll(5);
    expect(own.now().unsyncedMs).toBeGreaterThan(0);
    own.close();
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
