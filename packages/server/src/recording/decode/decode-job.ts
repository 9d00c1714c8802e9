import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isProblem } from '@sillage/formats';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, tables } from '../../platform/database/index.ts';
import type { DataFolder } from '../../platform/files/index.ts';
import { type Job, TaskCancelled } from '../../platform/jobs/index.ts';
import type { Log } from '../../platform/log/index.ts';
import type { Realtime } from '../../platform/socket/index.ts';
import type { SignalStore } from '../store/index.ts';
import { beginsDecoding, endedDecoding, moreFindings, problemSentence } from './decode-sentences.ts';
import type { DecodeTask } from './decode-task.ts';
import { createDecodeWorkers } from './decode-workers.ts';
import { saveDecoded, saveFailure } from './save-decoded.ts';

const { records } = tables;
type RecordRow = typeof records.$inferSelect;

export interface DecodeDependencies {
  readonly database: Database;
  readonly folder: DataFolder;
  readonly store: Pick<SignalStore, 'forget'>;
  readonly realtime: Pick<Realtime, 'emit'>;
  readonly log: Log;
}

/** Of one decoding, in its journal; the record has them all. */
const toldFindings = 20;

export const decodeJobName = 'decode';
const Args = z.object({ recordId: z.int().positive() });
type Args = z.infer<typeof Args>;

/** Names under `other_data` by which an upload tells decoding how to read it. */
const HowToRead = z.object({ csv_rate: z.number().positive().optional() }).catch({});

/**
 * The job that makes a record readable from its journal or its uploaded file, in a worker thread that is kept warm.
 * Running it again replaces the signals as a whole.
 */
export function decodeJob(dependencies: DecodeDependencies): Job<Args> & { close(): Promise<void> } {
  const { database, folder, store, realtime, log } = dependencies;
  const workers = createDecodeWorkers();

  async function load(recordId: number): Promise<RecordRow | undefined> {
    return (await database.db.select().from(records).where(eq(records.id, recordId)))[0];
  }

  function tell(record: RecordRow, reason: 'decoded' | 'updated'): void {
    realtime.emit('recordUpdate', record.clientId, { record_ids: [record.id], reason });
  }

  return {
    name: decodeJobName,
    args: Args,
    displayName: { fr: 'Décodage', en: 'Decoding' },
    async run({ recordId }, { signal, taskId, message }) {
      const record = await load(recordId);
      if (!record) return;
      if (record.decodeState === 'recording' || record.decodeState === 'repairing') {
        log.warn({ recordId, state: record.decodeState }, 'a record that is not complete was not decoded');
        return;
      }
      await database.db.update(records).set({ decodeState: 'decoding' }).where(eq(records.id, recordId));
      tell(record, 'updated');
      await message('INFO', beginsDecoding(record.basename));
      const outcome = await workers.run(taskOf(record, folder, taskId), { signal });
      await store.forget(folder.signals(record.uid));
      if (isProblem(outcome)) {
        await saveFailure(database, recordId, problemSentence(outcome));
        await message('ERROR', problemSentence(outcome));
      } else if (!(await saveDecoded(database, recordId, outcome))) {
        log.info({ recordId }, 'a record was deleted while it was decoded');
        await rm(folder.signals(record.uid), { recursive: true, force: true });
        return;
      } else {
        for (const { type, msg } of outcome.findings.slice(0, toldFindings)) await message(type, msg);
        const more = outcome.findings.length - toldFindings;
        if (more > 0) await message('WARN', moreFindings(more));
        await message('SUCCESS', endedDecoding(outcome));
      }
      tell(record, 'decoded');
    },
    async failed({ recordId }, error) {
      const cancelled = error instanceof TaskCancelled;
      await saveFailure(database, recordId, {
        fr: `Le décodage ${cancelled ? 'a été annulé' : 'a échoué'}. Les mesures reçues sont gardées ; relancez le décodage.`,
        en: `Decoding ${cancelled ? 'was cancelled' : 'failed'}. The samples received are kept; decode again.`,
      });
      const record = await load(recordId);
      if (record) tell(record, 'decoded');
    },
    close: () => workers.destroy(),
  };
}

function taskOf(record: RecordRow, folder: DataFolder, taskId: number): DecodeTask {
  return {
    source: record.source,
    path: record.source === 'journal' ? folder.journal(record.uid) : folder.upload(record.uid),
    startUs: record.startUs,
    rateHz: HowToRead.parse(record.otherData).csv_rate,
    folder: folder.signals(record.uid),
    temporary: folder.temporary,
    spool: join(folder.temporary, `late-${taskId}-${record.uid}`),
  };
}
