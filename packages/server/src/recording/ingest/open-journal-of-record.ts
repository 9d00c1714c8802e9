import { stat } from 'node:fs/promises';
import { pendingStates } from '@sillage/domain';
import { codeOf } from '../../platform/files/index.ts';
import type { Journal, JournalContent } from '../journal/index.ts';
import type { DeviceSession } from './device-session.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import { type RecordRow, setRecordUnreadable } from './repository.ts';

/** What the system says when it has no room for one more: the same file opens later. */
const passing: ReadonlySet<string> = new Set([
  'EMFILE',
  'ENFILE',
  'ENOSPC',
  'EDQUOT',
  'ENOMEM',
  'EAGAIN',
  'EBUSY',
  'EROFS',
]);

/**
 * The journal of a record, to go on with it. `unreadable`: what is there cannot be read; the record has ended with a
 * sentence, its number is free, and what the device still has belongs to another record.
 */
export async function openJournalOf(dependencies: IngestDependencies, row: RecordRow): Promise<Journal | 'unreadable'> {
  const path = dependencies.folder.journal(row.uid);
  try {
    return await dependencies.journals.open(path, {
      syncFailed: (error) => countSyncFailure(dependencies, row, error),
    });
  } catch (error) {
    const code = codeOf(error);
    // What is not of the system is a mistake of the program: no reason to give a whole journal up.
    if (code === undefined || passing.has(code) || isWorthKeeping(row) || !(await holdsSomething(path))) throw error;
    await setRecordUnreadable(dependencies.life, row.id, {
      fr: `Le journal de cet enregistrement ne peut pas être lu (${code}). Ce que le capteur a encore en mémoire devient un autre enregistrement dès qu’il est connecté.`,
      en: `The journal of this record cannot be read (${code}). What the device still has in memory becomes another record as soon as it is connected.`,
    });
    dependencies.log.error({ record: row.id, path, error: String(error) }, 'a journal cannot be read; its record ends');
    return 'unreadable';
  }
}

/** It can be shown, or will be: who cannot open its journal now tries later. */
function isWorthKeeping({ signalsVersion, decodeState }: RecordRow): boolean {
  return signalsVersion > 0 || pendingStates.some((state) => state === decodeState);
}

/**
 * What the journal of a record holds, which stays as it is: nothing when there is none. `unknown`: it cannot be read now,
 * and the device is asked later what it has.
 */
export async function readJournalOf(
  dependencies: IngestDependencies,
  { memory }: Pick<DeviceSession, 'memory'>,
  row: RecordRow,
): Promise<JournalContent | 'unknown'> {
  const path = dependencies.folder.journal(row.uid);
  try {
    const read = await dependencies.journals.read(path, memory.journalRead(row.uid));
    if (read !== undefined) memory.readJournal(row.uid, read);
    return read?.content ?? nothingHere;
  } catch (error) {
    dependencies.log.warn(
      { record: row.id, path, error: String(error) },
      'a journal cannot be read now; it is tried later',
    );
    memory.fetchLater(dependencies.clock.monotonicMs());
    return 'unknown';
  }
}

/** What is here of a record without a journal. */
export const nothingHere: JournalContent = { header: undefined, received: new Map() };

/** A file that could not even be made is no reason to give a record up. */
async function holdsSomething(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && (found.size > 0 || !found.isFile());
}

/** The journal itself keeps the doubt, and the row once the record ends: nothing written late can contradict them. */
export function countSyncFailure(
  { tally }: Pick<IngestDependencies, 'tally'>,
  { deviceNumber }: Pick<RecordRow, 'deviceNumber'>,
  error: unknown,
): void {
  const device = deviceNumber === null ? {} : { device: deviceNumber };
  tally.count('journal.syncFailed', { ...device, reason: codeOf(error) ?? String(error) });
}
