import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { eq } from 'drizzle-orm';
import { systemClock } from '../../platform/clock/index.ts';
import { tables } from '../../platform/database/index.ts';
import { addClient, addRecord, openTestDatabase } from '../../platform/database/testing.ts';
import { openTestDisk } from '../../platform/disk/testing.ts';
import { type JobContext, TaskInVain } from '../../platform/jobs/index.ts';
import { createLog } from '../../platform/log/index.ts';
import { createLife } from '../life/index.ts';
import { decodeJob } from './index.ts';
import { shareTestWorkers } from './share-test-workers.ts';

const { recordErrors, records } = tables;

/** What decodes as the queue does, and records to be decoded. */
export async function openTestDecodeJob() {
  const test = await openTestDatabase();
  const { database, folder } = test;
  const clientId = (await addClient(database.db)).id;
  const store = { forget: async () => {} };
  const log = createLog('silent');
  const { disk } = await openTestDisk();
  const life = createLife({ database, jobs: { enqueue: async () => 0 }, log });
  const workers = shareTestWorkers();
  const decode = decodeJob({ database, folder, store, life, clock: systemClock, disk, log, workers });
  return {
    ...{ test, decode, clientId },
    /** A record of an uploaded CSV; without content its file is not there. */
    async uploaded(content: string | undefined) {
      const record = await addRecord(database.db, { clientId, decodeState: 'waiting' });
      const path = folder.upload(record.uid);
      await mkdir(dirname(path), { recursive: true });
      await mkdir(folder.temporary, { recursive: true });
      if (content !== undefined) await writeFile(path, content);
      return { id: record.id, path, signals: folder.signals(record.uid) };
    },
    /** As the queue runs it: a decoding that cannot succeed says so, and leaves the record with it. */
    async run(id: number, message: Message, given: Partial<JobContext> = {}): Promise<void> {
      const signal = new AbortController().signal;
      const rest = { progress: async () => {}, alsoAbout: async () => {}, offerFile: async () => {} };
      try {
        await decode.run({ recordId: id }, { taskId: id, interruptions: 0, signal, message, ...rest, ...given });
      } catch (error) {
        if (!(error instanceof TaskInVain)) throw error;
        await message('ERROR', error.sentence);
        await decode.failed?.({ recordId: id }, error);
      }
    },
    async row(id: number) {
      const [found] = await database.db.select().from(records).where(eq(records.id, id));
      return found;
    },
    errorsOf: (id: number) => database.db.select().from(recordErrors).where(eq(recordErrors.recordId, id)),
    setState: (id: number, decodeState: 'waiting' | 'recording' | 'repairing') =>
      database.db.update(records).set({ decodeState }).where(eq(records.id, id)),
    async close() {
      await decode.close();
      await test.close();
    },
  };
}

export type Message = JobContext['message'];
export const plain = (text: string) => text.replace(/\s/g, ' ');
export const table = 't;force;speed\n0;1;2\n0.1;2;2\n0.2;5;2\n';
