import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { faultyFiles } from './faulty-files.ts';
import { createJournals, type JournalEntry } from './index.ts';
import { block, entries, header, hex, openTestJournals, shown } from './open-test-journals.ts';

const { newPath, remove } = openTestJournals();
afterAll(remove);

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
