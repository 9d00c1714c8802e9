import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Refusal } from '@sillage/contract';
import { type DeviceMeta, type ModuleMeta, renumberedBlock } from '@sillage/device-protocol';
import { awaitedStates, chooseRecordType, deviceFamily, formatFileDate, uuidV7 } from '@sillage/domain';
import { and, eq } from 'drizzle-orm';
import { readTimezone } from '../../administration/tenancy/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import { type Database, isOneOf, type Queryable, tables } from '../../platform/database/index.ts';
import { type DiskLedger, refusalOfFullDisk } from '../../platform/disk/index.ts';
import { codeOf, type DataFolder } from '../../platform/files/index.ts';
import type { Log } from '../../platform/log/index.ts';
import { createJournals, type Journal, type JournalEntry, type JournalHeader, readJournal } from '../journal/index.ts';
import type { Life } from '../life/index.ts';
import type { Segment } from './segments.ts';

const { devices, recordUsers, users } = tables;

export interface MakingDependencies {
  readonly database: Pick<Database, 'db'>;
  readonly life: Life;
  readonly folder: Pick<DataFolder, 'journal'>;
  readonly disk: Pick<DiskLedger, 'mayJournal'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** ms since 1970, by the server. */
export interface Wanted {
  readonly fromMs: number;
  readonly toMs: number;
}

interface Copied {
  /** µs, device clock. */
  readonly startUs: number;
  readonly endUs: number;
  readonly offsetUs: number;
  readonly bytes: number;
}

/**
 * Makes an ordinary record of what the segments have of a time: its journal first, then its row and the task that decodes it.
 * @param run of the device's clock, as somebody wore it
 * @returns its id; undefined where it has nothing of that time
 */
export async function makeRecord(
  dependencies: MakingDependencies,
  deviceId: number,
  { segments, wornBy }: Run,
  wanted: Wanted,
): Promise<number | Refusal | undefined> {
  const { database, folder, clock } = dependencies;
  const [device] = await database.db.select().from(devices).where(eq(devices.id, deviceId));
  if (device === undefined) return undefined;
  const uid = uuidV7(clock.nowMs(), randomBytes(10));
  let copied: Copied | undefined;
  try {
    copied = await copyIntoJournal(dependencies, segments, wanted, uid);
  } catch (error) {
    const isFull = refusalOfFullDisk(error);
    if (isFull === undefined) throw error;
    return isFull;
  } finally {
    if (copied === undefined) await rm(folder.journal(uid), { force: true });
  }
  return copied && addRecord(dependencies, device, uid, copied, wornBy);
}

/** All of it is on disk when this answers. */
async function copyIntoJournal(
  { folder, disk, clock }: MakingDependencies,
  segments: readonly Segment[],
  wanted: Wanted,
  uid: string,
): Promise<Copied | undefined> {
  const journals = createJournals({ clock, mayWrite: disk.mayJournal });
  try {
    const journal = await journals.open(folder.journal(uid));
    try {
      const copied = await copyBlocks(journal, segments, wanted, uid);
      if (copied !== undefined && !journal.end(copied.endUs, 0)) throw refusedBy(journal);
      return copied;
    } finally {
      await journal.close();
    }
  } finally {
    journals.close();
  }
}

/** What the disk did not take; a full one is told to who asked. */
function refusedBy({ state }: Journal): Error {
  return Object.assign(new Error(`the disk is ${state}`), { code: state === 'full' ? 'ENOSPC' : 'EIO' });
}

async function addRecord(
  { database, life }: MakingDependencies,
  device: typeof devices.$inferSelect,
  uid: string,
  { startUs, endUs, offsetUs, bytes }: Copied,
  wornBy: readonly number[],
): Promise<number | undefined> {
  const timezone = await readTimezone(database.db, device.clientId);
  const startedAt = new Date((startUs + offsetUs) / 1000);
  const basename = `${device.number}_${formatFileDate(startedAt.getTime(), timezone).replaceAll('-', '')}`;
  return life.inTransaction(async (tx) => {
    const { id: deviceId, clientId, groupId } = device;
    const recordType = chooseRecordType(undefined, deviceFamily(device.number));
    const about = { uid, clientId, deviceId, groupId, basename, recordType, timezone, startedAt, startUs };
    const id = await life.begin(tx, { ...about, source: 'journal' }, 'repairing');
    const athletes = await stillThere(tx, clientId, wornBy);
    if (athletes.length > 0) await tx.insert(recordUsers).values(athletes.map((userId) => ({ recordId: id, userId })));
    const set = { durationSeconds: (endUs - startUs) / 1e6, missingBlocks: 0, sizeBytes: bytes };
    await life.queueDecoding(tx, { id, clientId }, { from: awaitedStates, set });
    return id;
  });
}

/** Who has left meanwhile, or went to another client, gets no record. */
async function stillThere(tx: Queryable, clientId: number, userIds: readonly number[]): Promise<number[]> {
  if (userIds.length === 0) return [];
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.clientId, clientId), isOneOf(users.id, userIds)));
  return rows.map(({ id }) => id);
}

/** Blocks whose samples lie in that time, counted anew: a device that streams begins at 0 again each time it is asked to. */
async function copyBlocks(
  journal: Journal,
  segments: readonly Segment[],
  { fromMs, toMs }: Wanted,
  recordUid: string,
): Promise<Copied | undefined> {
  const sequences = new Map<number, number>();
  let copied: { startUs: number; endUs: number; offsetUs: number } | undefined;
  let described: DeviceMeta | undefined;
  const describe = (header: JournalHeader, startUs: number) => {
    const isSame = JSON.stringify(described?.modules) === JSON.stringify(header.meta.modules);
    const own = { ...header, recordUid, startUs, wornBy: undefined };
    if (!isSame && !journal.header(own)) throw refusedBy(journal);
    described = header.meta;
  };
  for (const segment of segments) {
    let header: JournalHeader | undefined;
    for await (const entry of entriesOf(segment)) {
      if (entry.kind === 'header') header = entry.header;
      if (entry.kind !== 'block' || header === undefined) continue;
      const { moduleId, firstSampleUs, sampleCount } = entry.header;
      const module = moduleOf(header.meta, moduleId);
      if (module === undefined) continue;
      const offsetUs = offsetOf(header, segment);
      const endUs = firstSampleUs + (sampleCount * 1e6) / module.rateHz;
      if ((endUs + offsetUs) / 1000 <= fromMs || (firstSampleUs + offsetUs) / 1000 >= toMs) continue;
      copied ??= { startUs: firstSampleUs, endUs, offsetUs };
      describe(header, copied.startUs);
      const sequence = sequences.get(moduleId) ?? 0;
      sequences.set(moduleId, sequence + 1);
      if (!journal.append([renumberedBlock(entry.bytes, sequence)])) throw refusedBy(journal);
      copied.endUs = Math.max(copied.endUs, endUs);
    }
  }
  return copied && { ...copied, bytes: journal.bytes };
}

/** µs by which the difference of the two clocks changes from one file to the next where the device began to count anew. */
const otherRunUs = 5e6;

/** Segments that follow one another while the device's clock went on and the same athletes wore it. */
export interface Run {
  readonly segments: readonly Segment[];
  readonly wornBy: readonly number[];
}

/** Parts segments where the device's clock began anew, and where it went to another wearer: a record has one time axis, and is theirs. */
export async function byRun(segments: readonly Segment[]): Promise<Run[]> {
  const runs: { segments: Segment[]; wornBy: readonly number[] }[] = [];
  let beforeUs: number | undefined;
  for (const segment of segments) {
    const header = await readHeader(segment);
    const offsetUs = header && offsetOf(header, segment);
    const isSame = beforeUs !== undefined && offsetUs !== undefined && Math.abs(offsetUs - beforeUs) < otherRunUs;
    const last = runs.at(-1);
    const wornBy = header?.wornBy ?? [];
    const goesOn = header === undefined || (isSame && last?.wornBy.join() === wornBy.join());
    if (last !== undefined && goesOn) last.segments.push(segment);
    else runs.push({ segments: [segment], wornBy });
    beforeUs = offsetUs ?? beforeUs;
  }
  return runs;
}

/** Undefined of one that holds nothing. */
async function readHeader(segment: Segment): Promise<JournalHeader | undefined> {
  for await (const entry of entriesOf(segment)) if (entry.kind === 'header') return entry.header;
  return undefined;
}

/** Server clock minus device clock, µs. */
const offsetOf = ({ clockOffsetUs, startUs }: JournalHeader, { fromMs }: Segment) =>
  clockOffsetUs ?? fromMs * 1000 - startUs;

/** Those of a segment; none when it was deleted meanwhile, because it grew too old or somebody wanted it. */
async function* entriesOf({ path }: Segment): AsyncGenerator<JournalEntry> {
  try {
    yield* readJournal(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

function moduleOf(meta: DeviceMeta, moduleId: number): ModuleMeta | undefined {
  return Object.values(meta.modules).find(({ id }) => id === moduleId);
}
