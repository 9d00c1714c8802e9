import { isRefusal, type Refusal } from '@sillage/contract';
import { StoredRecord } from '@sillage/device-protocol';
import { z } from 'zod';
import type { DeviceSession } from './device-session.ts';
import type { IngestDependencies } from './ingest-dependencies.ts';
import { firstProblem } from './read-meta.ts';
import type { Told } from './told-records.ts';

type Dependencies = Pick<IngestDependencies, 'caller' | 'log' | 'clock' | 'tally'>;

/** Records asked for in one command: some 20 KB of an answer that is at most 64 KB. */
const pageSize = 100;
/** A device that has more tells the rest when it connects next. */
const maxPages = 1000;

/** What the device has in its memory, page by page as it is asked for; later anew when it does not tell. */
export async function* listStoredRecords(
  dependencies: Dependencies,
  session: DeviceSession,
): AsyncGenerator<Told, void> {
  const { number } = session;
  for (let after = 0, page = 0; page < maxPages; page++) {
    const { connection } = session;
    const list = await askPage(dependencies, number, after, pageSize);
    if (isRefusal(list)) {
      dependencies.log.warn({ device: number, refusal: list.code }, 'a device did not tell what it has recorded');
      if (list.code !== 'device.unknownMethod') session.memory.fetchLater(dependencies.clock.monotonicMs());
      return;
    }
    for (const stored of readRecords(dependencies, number, list.records)) yield { stored, connection };
    const last = list.records.reduce<number>((highest, entry) => Math.max(highest, idOf(entry)), after);
    if (list.more !== true || last === after) return;
    after = last;
  }
}

/** One record in the memory of the device; undefined when it has none of this number. */
export async function findStoredRecord(
  dependencies: Dependencies,
  { number, connection }: Pick<DeviceSession, 'number' | 'connection'>,
  deviceRecordId: number,
): Promise<Told | undefined | Refusal> {
  const list = await askPage(dependencies, number, deviceRecordId - 1, 1);
  if (isRefusal(list)) return list;
  const stored = readRecords(dependencies, number, list.records).find(({ id }) => id === deviceRecordId);
  return stored && { stored, connection };
}

/** Those that can be one; the others are counted. */
function readRecords({ tally }: Dependencies, number: number, entries: readonly unknown[]): StoredRecord[] {
  return entries.flatMap((entry) => {
    const read = StoredRecord.safeParse(entry);
    if (read.success) return [read.data];
    tally.count('record.refused', { device: number, reason: firstProblem(read.error) });
    return [];
  });
}

const Numbered = z.object({ id: StoredRecord.shape.id });

/** Where the next page begins, also after a record that is refused. */
function idOf(entry: unknown): number {
  const numbered = Numbered.safeParse(entry);
  return numbered.success ? numbered.data.id : 0;
}

/** A device that knows no pages answers all of its records; one that refuses the parameters is asked without. */
async function askPage({ caller }: Dependencies, number: number, after: number, limit: number) {
  const list = await caller.call(number, 'v1.record.rec.list', { after, limit });
  const isStrict = isRefusal(list) && list.code === 'device.refused';
  return isStrict ? caller.call(number, 'v1.record.rec.list', {}) : list;
}
