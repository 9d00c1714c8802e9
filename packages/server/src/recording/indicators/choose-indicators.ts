import {
  type IndicatorName,
  indicatorKinds,
  indicatorNames,
  indicatorsOf,
  isIndicator,
  sportsWithIndicators,
} from '@sillage/analysis';
import { type ClientIndicators, type IndicatorChoice, type Refusal, refuse } from '@sillage/contract';
import { eq, sql } from 'drizzle-orm';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';

const { clients, clientSports, devices, nextRecords, records, sports } = tables;

/** Sports that a client chose indicators for, at most: it cannot have more than the server. */
const mostSports = 200;
/** Devices whose sport nobody told. */
const noSport = '';

const kinds = indicatorNames.map((name) => ({ name, ...indicatorKinds[name] }));

export const kindsOf = (names: readonly IndicatorName[]) => names.map((name) => ({ name, ...indicatorKinds[name] }));

/** Short names differ in nothing but letters that people type. */
const shortName = (name: string) => name.trim().toLowerCase();

export async function readChoices(db: Queryable, clientId: number): Promise<ClientIndicators> {
  const chosen = await chosenBy(db, clientId);
  const named = await db.select({ name: sports.name }).from(sports).limit(mostSports);
  const all = new Set([
    noSport,
    ...named.map(({ name }) => shortName(name)),
    ...sportsWithIndicators,
    ...Object.keys(chosen),
  ]);
  return {
    kinds,
    sports: [...all].map((sport) => ({
      sport,
      indicators: [...namesOf(chosen, sport)],
      is_default: !Object.hasOwn(chosen, sport),
    })),
  };
}

export async function choose(
  db: Db,
  clientId: number,
  { sport, indicators }: IndicatorChoice,
): Promise<ClientIndicators | Refusal> {
  const unknown = indicators?.findIndex((name) => !isIndicator(name)) ?? -1;
  if (unknown >= 0) return refuse('request.invalid', {}, { [`indicators.${unknown}`]: 'unknown' });
  const own = shortName(sport);
  const known = own === noSport || sportsWithIndicators.includes(own) || (await isSport(db, own));
  if (!known) return refuse('request.invalid', {}, { sport: 'unknown' });
  return db.transaction(async (tx) => {
    await tx.select({ id: clients.id }).from(clients).where(eq(clients.id, clientId)).for('update');
    const { [own]: _, ...others } = await chosenBy(tx, clientId);
    const set = { indicators: indicators === null ? others : { ...others, [own]: [...new Set(indicators)] } };
    await tx.update(clients).set(set).where(eq(clients.id, clientId));
    return readChoices(tx, clientId);
  });
}

async function isSport(db: Queryable, own: string): Promise<boolean> {
  return (await db.$count(sports, sql`lower(trim(${sports.name})) = ${own}`)) > 0;
}

async function chosenBy(db: Queryable, clientId: number): Promise<Readonly<Record<string, readonly string[]>>> {
  const [client] = await db.select({ chosen: clients.indicators }).from(clients).where(eq(clients.id, clientId));
  return client?.chosen ?? {};
}

function namesOf(chosen: Readonly<Record<string, readonly string[]>>, sport: string): readonly IndicatorName[] {
  if (Object.hasOwn(chosen, sport)) return (chosen[sport] ?? []).filter(isIndicator);
  return indicatorsOf(sport === noSport ? undefined : sport);
}

/** What a device is to tell. */
export interface Told {
  readonly sport: string | undefined;
  readonly names: readonly IndicatorName[];
}

/**
 * The sport of what a device does, and its indicators: the one of the record that it makes, else what was chosen for its next
 * record, else the only sport of its client.
 * @param recordId of the record that it makes now
 */
export async function toldBy(db: Queryable, deviceId: number, recordId: number | undefined): Promise<Told> {
  const [device] = await db
    .select({ clientId: devices.clientId, next: sports.name })
    .from(devices)
    .leftJoin(nextRecords, eq(nextRecords.deviceId, devices.id))
    .leftJoin(sports, eq(sports.id, nextRecords.sportId))
    .where(eq(devices.id, deviceId));
  if (device === undefined) return { sport: undefined, names: [] };
  const recorded = recordId === undefined ? undefined : await sportOfRecord(db, recordId);
  const name = recorded ?? device.next ?? (await onlySport(db, device.clientId));
  const sport = name === undefined ? undefined : shortName(name);
  return { sport, names: namesOf(await chosenBy(db, device.clientId), sport ?? noSport) };
}

async function sportOfRecord(db: Queryable, recordId: number): Promise<string | undefined> {
  const [found] = await db
    .select({ name: sports.name })
    .from(records)
    .innerJoin(sports, eq(sports.id, records.sportId))
    .where(eq(records.id, recordId));
  return found?.name;
}

async function onlySport(db: Queryable, clientId: number): Promise<string | undefined> {
  const found = await db
    .select({ name: sports.name })
    .from(clientSports)
    .innerJoin(sports, eq(sports.id, clientSports.sportId))
    .where(eq(clientSports.clientId, clientId))
    .limit(2);
  return found.length === 1 ? found[0]?.name : undefined;
}
