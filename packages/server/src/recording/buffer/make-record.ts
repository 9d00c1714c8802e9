import { randomBytes } from 'node:crypto';
import { type DeviceMeta, type ModuleMeta, renumberedBlock } from '@sillage/device-protocol';
import { awaitedStates, chooseRecordType, deviceFamily, formatFileDate, uuidV7 } from '@sillage/domain';
import { eq } from 'drizzle-orm';
import { readTimezone } from '../../administration/tenancy/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import { type Database, tables } from '../../platform/database/index.ts';
import type { DiskLedger } from '../../platform/disk/index.ts';
import type { DataFolder } from '../../platform/files/index.ts';
import type { Log } from '../../platform/log/index.ts';
import { createJournals, type Journal, type JournalHeader, readJournal } from '../journal/index.ts';
import type { Life } from '../life/index.ts';
import type { Segment } from './segments.ts';

const { devices, deviceUsers, recordUsers } = tables;

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
 * @returns its id; undefined where they have nothing of that time
 */
export async function makeRecord(
  dependencies: MakingDependencies,
  deviceId: number,
  segments: readonly Segment[],
  wanted: Wanted,
): Promise<number | undefined> {
  const { database, life, folder, disk, clock } = dependencies;
  const [device] = await database.db.select().from(devices).where(eq(devices.id, deviceId));
  if (device === undefined) return undefined;
  const uid = uuidV7(clock.nowMs(), randomBytes(10));
  const journals = createJournals({ clock, mayWrite: disk.mayJournal });
  let copied: Copied | undefined;
  try {
    const journal = await journals.open(folder.journal(uid));
    try {
      copied = await copyBlocks(journal, segments, wanted, uid);
      if (copied !== undefined && !journal.end(copied.endUs, 0)) throw new Error(`the disk is ${journal.state}`);
    } finally {
      await journal.close();
    }
  } finally {
    journals.close();
  }
  if (copied === undefined) return undefined; // an empty journal without a row is swept at the next start
  const { startUs, endUs, offsetUs, bytes } = copied;
  const timezone = await readTimezone(database.db, device.clientId);
  const startedAt = new Date((startUs + offsetUs) / 1000);
  const basename = `${device.number}_${formatFileDate(startedAt.getTime(), timezone).replaceAll('-', '')}`;
  return life.inTransaction(async (tx) => {
    const { clientId, groupId } = device;
    const recordType = chooseRecordType(undefined, deviceFamily(device.number));
    const about = { uid, clientId, deviceId, groupId, basename, recordType, timezone, startedAt, startUs };
    const id = await life.begin(tx, { ...about, source: 'journal' }, 'repairing');
    const worn = await tx.select().from(deviceUsers).where(eq(deviceUsers.deviceId, deviceId));
    if (worn.length > 0) await tx.insert(recordUsers).values(worn.map(({ userId }) => ({ recordId: id, userId })));
    const set = { durationSeconds: (endUs - startUs) / 1e6, missingBlocks: 0, sizeBytes: bytes };
    await life.queueDecoding(tx, { id, clientId }, { from: awaitedStates, set });
    return id;
  });
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
    if (!isSame && !journal.header({ ...header, recordUid, startUs })) throw new Error(`the disk is ${journal.state}`);
    described = header.meta;
  };
  for (const segment of segments) {
    let header: JournalHeader | undefined;
    for await (const entry of readJournal(segment.path)) {
      if (entry.kind === 'header') header = entry.header;
      if (entry.kind !== 'block' || header === undefined) continue;
      const { moduleId, firstSampleUs, sampleCount } = entry.header;
      const module = moduleOf(header.meta, moduleId);
      if (module === undefined) continue;
      const offsetUs = header.clockOffsetUs ?? segment.fromMs * 1000 - header.startUs;
      const endUs = firstSampleUs + (sampleCount * 1e6) / module.rateHz;
      if ((endUs + offsetUs) / 1000 <= fromMs || (firstSampleUs + offsetUs) / 1000 >= toMs) continue;
      copied ??= { startUs: firstSampleUs, endUs, offsetUs };
      describe(header, copied.startUs);
      const sequence = sequences.get(moduleId) ?? 0;
      sequences.set(moduleId, sequence + 1);
      if (!journal.append([renumberedBlock(entry.bytes, sequence)])) throw new Error(`the disk is ${journal.state}`);
      copied.endUs = Math.max(copied.endUs, endUs);
    }
  }
  return copied && { ...copied, bytes: journal.bytes };
}

function moduleOf(meta: DeviceMeta, moduleId: number): ModuleMeta | undefined {
  return Object.values(meta.modules).find(({ id }) => id === moduleId);
}
