import { hostname } from 'node:os';
import { isRefusal, type NamedHub, type Refusal, refuse } from '@sillage/contract';
import { composeDeviceNumber, deviceDisplayName, deviceFamilies } from '@sillage/domain';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Clock } from '../../platform/clock/index.ts';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';
import { conflictOf, currentHubKey, insertRow, newUid } from '../tenancy/index.ts';

const { hubs, settings } = tables;
/** Any number that no other lock uses: two first starts at once make one hub. */
const ensureLock = 7_301_001;
const Free = z.array(z.object({ number: z.int().nullable() })).length(1);

/** What the program knows of itself. */
export interface CurrentHub {
  readonly role: 'hub' | 'cloud';
  readonly version: string;
  readonly clock: Clock;
  /** Of its network; the system's own unless said. */
  readonly machineName?: string;
  /** Zone that the machine is set to; none unless said. */
  readonly machineTimezone?: string | undefined;
}

/** Id of the hub that this server is; undefined in the cloud, and before there is one. */
export async function currentHubId(db: Queryable, { role }: CurrentHub): Promise<number | undefined> {
  if (role !== 'hub') return undefined;
  const [kept] = await db.select().from(settings).where(eq(settings.key, currentHubKey));
  const id = z.int().safeParse(kept?.value);
  return id.success ? id.data : undefined;
}

/** Id of the hub that this server is, which is made when there is none. */
export async function findCurrentHub(db: Db, current: CurrentHub): Promise<number | Refusal> {
  const id = await currentHubId(db, current);
  const present = id !== undefined && (await db.$count(hubs, eq(hubs.id, id))) === 1;
  return present ? id : ensureCurrentHub(db, current);
}

/** At start: the row of the hub that this server is, made when there is none, with the program's version; its id. */
export async function ensureCurrentHub(db: Db, current: CurrentHub): Promise<number | Refusal> {
  if (current.role !== 'hub') return refuse('backend.wrongKind', { kind: current.role });
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${ensureLock})`);
    const seen = { version: current.version, lastSeenAt: new Date(current.clock.nowMs()) };
    const id = await currentHubId(tx, current);
    if (id !== undefined) {
      const zone = sql`coalesce(${hubs.timezone}, ${ofPlace(current.machineTimezone)})`;
      const known = { ...seen, timezone: zone };
      const [present] = await tx.update(hubs).set(known).where(eq(hubs.id, id)).returning({ id: hubs.id });
      if (present !== undefined) return present.id;
    }
    const number = await freeNumber(tx);
    const name = nameOfMachine(current.machineName ?? hostname());
    const made = await insertRow(tx, hubs, {
      uid: newUid(),
      number,
      name,
      timezone: ofPlace(current.machineTimezone),
      ...seen,
    });
    await tx
      .insert(settings)
      .values({ key: currentHubKey, value: made })
      .onConflictDoUpdate({ target: settings.key, set: { value: made } });
    return made;
  });
}

/** Nothing for UTC, which machines say that nobody set up, wherever they stand. */
function ofPlace(timezone: string | undefined): string | null {
  return timezone === undefined || /^(Etc\/)?(UTC|GMT|Unknown)$/i.test(timezone) ? null : timezone;
}

/** The zone of the first administrator's browser, for a hub of which nobody said one and whose machine knows none. */
export async function adoptTimezone(db: Db, current: CurrentHub, timezone: string): Promise<void> {
  const id = await currentHubId(db, current);
  const known = ofPlace(timezone);
  if (id === undefined || known === null) return;
  await db
    .update(hubs)
    .set({ timezone: known })
    .where(and(eq(hubs.id, id), isNull(hubs.timezone)));
}

/** Gives the hub its ID; one that another hub has is refused. */
export async function giveHubNumber(db: Db, id: number, number: number): Promise<Refusal | undefined> {
  const changed = await conflictOf('id', () =>
    db.transaction(async (tx) => {
      const [before] = await tx.select().from(hubs).where(eq(hubs.id, id)).for('no key update');
      const name = before && nameWithNumber(before, number);
      await tx.update(hubs).set({ number, name }).where(eq(hubs.id, id));
    }),
  );
  return isRefusal(changed) ? changed : undefined;
}

/** The hub is called as its cloud calls it; a number that another hub has here stays with that one. */
export async function callHubAs(db: Db, id: number, { number, name }: NamedHub): Promise<void> {
  await giveHubNumber(db, id, number);
  await db.update(hubs).set({ name }).where(eq(hubs.id, id));
}

/** What a hub is called once it has another ID: a name that nobody gave it says its ID, all others stay. */
export function nameWithNumber(before: { readonly name: string; readonly number: number }, number: number): string {
  const isGiven = before.name !== unnamed && before.name !== nameOfNumber(before.number);
  return isGiven ? before.name : nameOfNumber(number);
}

function nameOfNumber(serial: number): string {
  return deviceDisplayName(composeDeviceNumber({ family: deviceFamilies.hub, hardware: 0, serial }));
}

const unnamed = 'Mallette (à nommer)';

/** What a new hub is called: as people find its machine in the network, or that somebody has to name it. */
export function nameOfMachine(machineName: string): string {
  const [word = ''] = machineName.trim().split('.');
  const saysNothing = word === '' || word.toLowerCase() === 'localhost' || /^[0-9a-f]{12,}$/i.test(word);
  return saysNothing ? unnamed : word.slice(0, 200);
}

async function freeNumber(tx: Queryable): Promise<number> {
  const { rows } = await tx.execute(sql`
    SELECT min(free) AS number FROM generate_series(0, 9999) AS free
    WHERE NOT EXISTS (SELECT 1 FROM ${hubs} WHERE number = free)`);
  const number = Free.parse(rows)[0]?.number ?? null;
  if (number === null) throw new Error('ten thousand hubs: none is left for this server');
  return number;
}
