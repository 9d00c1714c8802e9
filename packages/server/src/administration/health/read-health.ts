import type { Health, HealthCount } from '@sillage/contract';
import { and, desc, eq } from 'drizzle-orm';
import type { Clock } from '../../platform/clock/index.ts';
import { type Db, isOneOf, type Queryable, tables } from '../../platform/database/index.ts';
import type { DiskLedger } from '../../platform/disk/index.ts';
import type { TallyRow } from '../../platform/tally/index.ts';

const { devices, tasks } = tables;

export interface HealthDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly version: string;
  readonly disk: Pick<DiskLedger, 'report'>;
  readonly tally: { rows(): readonly TallyRow[] };
  /** Ends that nobody asked for; `lastMs` in ms since 1970. */
  readonly crashes: { readonly count: number; readonly lastMs: number | undefined };
  /** What is away. */
  readonly missing: () => Promise<readonly Health['missing'][number][]>;
  /** ms and numbers of journals. */
  readonly journals: () => {
    readonly open: number;
    readonly unsyncedMs: number;
    readonly worstUnsyncedMs: number;
    readonly full: number;
    readonly failing: number;
  };
}

/** Counts that are told of one kind, the largest: devices that somebody makes up hide no other kind. */
const toldOfAKind = 100;
/** Of a task that is done. */
const done = 3;

/** Reads how the server does now; `startedMonotonicMs` is when the program started. */
export async function readHealth(dependencies: HealthDependencies, startedMonotonicMs: number): Promise<Health> {
  const missing = [...(await dependencies.missing())];
  const nowMs = dependencies.clock.nowMs();
  const uptimeMs = dependencies.clock.monotonicMs() - startedMonotonicMs;
  const { state, totalBytes, freeBytes, keptBytes, reservedBytes } = dependencies.disk.report();
  const { crashes } = dependencies;
  const { open, unsyncedMs, worstUnsyncedMs, full, failing } = dependencies.journals();
  // What is away is told by what is here.
  const isThere = !missing.includes('database');
  return {
    measured: new Date(nowMs).toISOString(),
    version: dependencies.version,
    started: new Date(nowMs - uptimeMs).toISOString(),
    uptime: Math.round(uptimeMs / 1000),
    crashes: {
      count: crashes.count,
      last: crashes.lastMs === undefined ? null : new Date(crashes.lastMs).toISOString(),
    },
    missing,
    disk: {
      state,
      total_bytes: totalBytes,
      free_bytes: freeBytes,
      kept_bytes: keptBytes,
      reserved_bytes: reservedBytes,
    },
    journals: { open, unsynced: unsyncedMs / 1000, worst_unsynced: worstUnsyncedMs / 1000, full, failing },
    last_backup: isThere ? await lastBackup(dependencies.db) : null,
    counts: await withNames(isThere ? dependencies.db : undefined, dependencies.tally.rows()),
  };
}

async function lastBackup(db: Queryable): Promise<Health['last_backup']> {
  const [row] = await db
    .select({ endedAt: tasks.endedAt, clientId: tasks.clientId })
    .from(tasks)
    .where(and(eq(tasks.name, 'backup.export'), eq(tasks.executing, done)))
    .orderBy(desc(tasks.endedAt))
    .limit(1);
  return row?.endedAt == null ? null : { date: row.endedAt.toISOString(), whole: row.clientId === null };
}

async function withNames(db: Queryable | undefined, rows: readonly TallyRow[]): Promise<HealthCount[]> {
  const ofKind = new Map<TallyRow['what'], number>();
  const told = rows
    .toSorted((a, b) => b.count - a.count)
    .filter(({ what }) => {
      const before = ofKind.get(what) ?? 0;
      ofKind.set(what, before + 1);
      return before < toldOfAKind;
    });
  // The column's bound; strangers name others.
  const numbers = told.map(({ device }) => device).filter((device) => device !== null && device <= 0x7fffffff);
  const named =
    db === undefined || numbers.length === 0
      ? []
      : await db
          .select({ number: devices.number, name: devices.name })
          .from(devices)
          .where(
            isOneOf(
              devices.number,
              numbers.filter((number) => number !== null),
            ),
          );
  const names = new Map(named.map(({ number, name }) => [number, name]));
  return told.map(({ what, device, count, lastMs, reason }) => ({
    what,
    device,
    device_name: (device === null ? undefined : names.get(device)) ?? null,
    count,
    last: new Date(lastMs).toISOString(),
    reason,
  }));
}
