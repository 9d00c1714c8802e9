import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { faultyFiles } from './faulty-files.ts';
import { createJournals } from './index.ts';
import { block, openTestJournals } from './open-test-journals.ts';

const { newPath, remove } = openTestJournals();
const journals = createJournals();
afterAll(() => {
  journals.close();
  remove();
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

  it('to read it changes nothing: its end and a torn tail stay, none is made, and what did not change is not read again', async () => {
    const [path, absent] = [newPath(), newPath()];
    const { files, seen } = faultyFiles();
    const own = createJournals({ files });
    const written = await own.open(path);
    written.append([block(0), block(1)]);
    written.end(7, 0);
    await written.close();
    writeFileSync(path, Buffer.from([1, 2, 3]), { flag: 'a' });
    const before = readFileSync(path);
    const first = await own.read(path);
    expect([first?.content.received.get(3)?.size, first?.bytes]).toEqual([2, before.length]);
    const { read } = seen;
    expect(await own.read(path, first)).toBe(first);
    expect(seen.read).toBe(read);
    expect(await own.read(absent)).toBeUndefined();
    expect(existsSync(absent)).toBe(false);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(own.now().open).toBe(0);
    own.close();
  });

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
