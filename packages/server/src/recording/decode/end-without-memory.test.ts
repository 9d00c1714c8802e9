import { rmSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { eq } from 'drizzle-orm';
import { Piscina } from 'piscina';
import { afterAll, expect, it, vi } from 'vitest';
import { systemClock } from '../../platform/clock/index.ts';
import { tables } from '../../platform/database/index.ts';
import { addClient, addRecord, openTestDatabase } from '../../platform/database/testing.ts';
import { openTestDisk } from '../../platform/disk/testing.ts';
import { TaskRefused } from '../../platform/jobs/index.ts';
import { createLog } from '../../platform/log/index.ts';
import { createLife } from '../life/index.ts';
import { decodeJob } from './index.ts';

const { greedy } = vi.hoisted(() => ({ greedy: `${process.env.TMPDIR ?? '/tmp'}/sillage-greedy-${process.pid}.mjs` }));
/** A thread that takes memory without end, where there is little. */
vi.mock('./decode-workers.ts', () => ({
  createDecodeWorkers: () => {
    const pool = new Piscina({
      filename: greedy,
      minThreads: 0,
      maxThreads: 1,
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
    });
    return {
      bound: async () => ({ mostBytes: 0, orderedBytes: 0 }),
      decode: (task: unknown) => pool.run(task),
      close: () => pool.destroy(),
    };
  },
}));
writeFileSync(greedy, 'export default () => { const held = []; for (;;) held.push(new Array(100_000).fill(0.5)); };');

const { recordErrors } = tables;
const { database, folder, close } = await openTestDatabase();
const { disk } = await openTestDisk();
const log = createLog('silent');
const life = createLife({ database, jobs: { enqueue: async () => 0 }, log });
const others = { store: { forget: async () => {} }, life, clock: systemClock, log };
const decode = decodeJob({ database, folder, disk, ...others });
afterAll(async () => {
  await decode.close();
  await close();
  rmSync(greedy);
});

it('a decoding that takes more memory than its thread may is refused with a sentence and not tried again; its source stays', async () => {
  const { id: clientId } = await addClient(database.db);
  const { id, uid } = await addRecord(database.db, { clientId, decodeState: 'waiting' });
  await mkdir(dirname(folder.upload(uid)), { recursive: true });
  await mkdir(folder.temporary, { recursive: true });
  await writeFile(folder.upload(uid), 't;force\n0;1\n');
  const context = {
    taskId: id,
    interruptions: 0,
    signal: new AbortController().signal,
    message: async () => {},
    progress: async () => {},
    alsoAbout: async () => {},
    offerFile: async () => {},
  };
  const problem = await decode.run({ recordId: id }, context).catch((error: unknown) => error);
  if (!(problem instanceof TaskRefused)) throw problem;
  expect(problem.refusal.code).toBe('record.tooLargeToDecode');
  await decode.failed?.({ recordId: id }, problem);
  const [said] = await database.db.select().from(recordErrors).where(eq(recordErrors.recordId, id));
  expect(said?.msg.fr).toMatch(/mémoire|fichier/);
  expect(await readdir(dirname(folder.upload(uid)))).toHaveLength(1);
  expect(await readdir(folder.temporary)).toEqual([]);
});
