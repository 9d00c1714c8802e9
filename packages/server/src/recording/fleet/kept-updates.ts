import { type AskedUpdate, type FirmwareUpdate, type Refusal, refuse } from '@sillage/contract';
import { and, asc, desc, eq, inArray, isNull, max, sql } from 'drizzle-orm';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';

const { devices, firmwareUpdates, releases } = tables;

/** Updates that have not ended, at most. */
const maxOpen = 500;
/** Updates of one device that are kept. */
const keptADevice = 20;
/** Any number that no other lock uses: the queue is judged and filled by one at a time. */
const queueLock = 7_301_013;

export type UpdateState = FirmwareUpdate['state'];

/** An update with what it is about. */
export interface UpdateRow {
  readonly id: number;
  readonly number: number;
  readonly name: string;
  readonly releaseId: number;
  readonly fromVersion: string;
  readonly state: UpdateState;
  readonly code: string | null;
  readonly reason: string | null;
  readonly attempts: number;
  readonly sentBytes: number;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  readonly release: typeof releases.$inferSelect;
}

const columns = {
  id: firmwareUpdates.id,
  number: devices.number,
  name: devices.name,
  releaseId: firmwareUpdates.releaseId,
  fromVersion: firmwareUpdates.fromVersion,
  state: firmwareUpdates.state,
  code: firmwareUpdates.code,
  reason: firmwareUpdates.reason,
  attempts: firmwareUpdates.attempts,
  sentBytes: firmwareUpdates.sentBytes,
  createdAt: firmwareUpdates.createdAt,
  endedAt: firmwareUpdates.endedAt,
  release: releases,
};

const select = (db: Queryable) =>
  db
    .select(columns)
    .from(firmwareUpdates)
    .innerJoin(devices, eq(devices.id, firmwareUpdates.deviceId))
    .innerJoin(releases, eq(releases.id, firmwareUpdates.releaseId))
    .$dynamic();

/** Those that have not ended, in their order. */
export function openUpdates(db: Queryable): Promise<UpdateRow[]> {
  return select(db).where(isNull(firmwareUpdates.endedAt)).orderBy(asc(firmwareUpdates.id)).limit(maxOpen);
}

export async function findUpdate(db: Queryable, id: number): Promise<UpdateRow | undefined> {
  const [row] = await select(db).where(eq(firmwareUpdates.id, id));
  return row;
}

/** The last one of each of these devices. */
export async function lastUpdates(db: Queryable, numbers: readonly number[]): Promise<UpdateRow[]> {
  if (numbers.length === 0) return [];
  const last = db
    .select({ id: max(firmwareUpdates.id) })
    .from(firmwareUpdates)
    .innerJoin(devices, eq(devices.id, firmwareUpdates.deviceId))
    .where(inArray(devices.number, [...numbers]))
    .groupBy(firmwareUpdates.deviceId);
  return select(db).where(inArray(firmwareUpdates.id, last)).orderBy(asc(firmwareUpdates.id));
}

interface Asked {
  readonly deviceId: number;
  readonly number: number;
  readonly fromVersion: string;
}

/** Puts an update in the queue; one of a device that is in it is refused, and so is one too many. */
export async function addUpdate(db: Db, releaseId: number, asked: Asked): Promise<number | Refusal> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${queueLock})`);
    const open = await openUpdates(tx);
    if (open.some(({ number }) => number === asked.number)) return refuse('firmware.alreadyAsked');
    if (open.length >= maxOpen) return refuse('firmware.queueFull', { maximum: maxOpen });
    const former = tx
      .select({ id: firmwareUpdates.id })
      .from(firmwareUpdates)
      .where(eq(firmwareUpdates.deviceId, asked.deviceId))
      .orderBy(desc(firmwareUpdates.id))
      .offset(keptADevice - 1);
    await tx.delete(firmwareUpdates).where(inArray(firmwareUpdates.id, former));
    const { deviceId, fromVersion } = asked;
    const [row] = await tx
      .insert(firmwareUpdates)
      .values({ deviceId, releaseId, fromVersion })
      .returning({ id: firmwareUpdates.id });
    if (row === undefined) throw new Error('an update was not kept');
    return row.id;
  });
}

interface Change {
  readonly state?: UpdateState;
  readonly code?: string | null;
  readonly reason?: string | null;
  readonly attempts?: number;
  readonly sentBytes?: number;
}

const ends: ReadonlySet<UpdateState> = new Set<UpdateState>(['upToDate', 'failed', 'cancelled']);

/**
 * Writes where an update is. False when it has ended before, or is in none of the states `from`: nothing is changed then.
 */
export async function moveUpdate(
  db: Queryable,
  id: number,
  change: Change,
  nowMs: number,
  from?: readonly UpdateState[],
): Promise<boolean> {
  const endedAt = change.state !== undefined && ends.has(change.state) ? { endedAt: new Date(nowMs) } : {};
  const rows = await db
    .update(firmwareUpdates)
    .set({ ...change, ...endedAt })
    .where(
      and(
        eq(firmwareUpdates.id, id),
        isNull(firmwareUpdates.endedAt),
        from && inArray(firmwareUpdates.state, [...from]),
      ),
    )
    .returning({ id: firmwareUpdates.id });
  return rows.length === 1;
}

/** @param waitsFor how many wait before it */
export function presentUpdate(
  row: UpdateRow,
  live: { readonly sentBytes?: number | undefined; readonly waitsFor: number | null },
): FirmwareUpdate {
  return {
    id: row.id,
    number: row.number,
    name: row.name,
    release_id: row.releaseId,
    from_version: row.fromVersion,
    to_version: row.release.version,
    state: row.state,
    waits_for: live.waitsFor,
    sent_bytes: live.sentBytes ?? row.sentBytes,
    total_bytes: row.release.sizeBytes,
    ...wordsOf(row.code, row.reason),
    created_date: row.createdAt.toISOString(),
    ended_date: row.endedAt?.toISOString() ?? null,
  };
}

/** What a refusal says, in a form that is kept. */
export function keptWords(refusal: Refusal): { readonly code: string; readonly reason: string } {
  const { code, message } = refusal.body();
  return { code, reason: JSON.stringify(message) };
}

function wordsOf(code: string | null, reason: string | null): Pick<AskedUpdate, 'code' | 'reason'> {
  return { code, reason: reason === null ? null : parsedWords(reason) };
}

function parsedWords(text: string): AskedUpdate['reason'] {
  const words: unknown = JSON.parse(text);
  const isWords = typeof words === 'object' && words !== null && 'fr' in words && 'en' in words;
  return isWords ? { fr: String(words.fr), en: String(words.en) } : null;
}

export function refusedUpdate(
  device: { readonly number: number; readonly name: string },
  refusal: Refusal,
): AskedUpdate {
  const { code, message } = refusal.body();
  return { number: device.number, name: device.name, update: null, code, reason: message };
}
