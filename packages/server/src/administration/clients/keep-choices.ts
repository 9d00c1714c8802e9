import { type FieldRule, type Refusal, refuse } from '@sillage/contract';
import { asc, inArray } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Queryable, setPartners, tables } from '../../platform/database/index.ts';

const { clientHubs, clientSensors, clientSports, hubs, sensors, sports } = tables;

/** What a client chose of the server's sports, sensors and hubs. */
export interface Choices {
  readonly sport_ids: number[];
  readonly sensor_ids: number[];
  readonly mallette_ids: number[];
}

/** The lists of a body; those that are absent stay. */
type Chosen = { readonly [List in keyof Choices]?: Choices[List] | undefined };

/** The choices of clients, by client. */
export async function readChoices(db: Queryable, clientIds: readonly number[]): Promise<(clientId: number) => Choices> {
  if (clientIds.length === 0) return () => ({ sport_ids: [], sensor_ids: [], mallette_ids: [] });
  const ids = [...clientIds];
  const sportRows = await db
    .select({ clientId: clientSports.clientId, id: clientSports.sportId })
    .from(clientSports)
    .where(inArray(clientSports.clientId, ids))
    .orderBy(asc(clientSports.sportId));
  const sensorRows = await db
    .select({ clientId: clientSensors.clientId, id: clientSensors.sensorId })
    .from(clientSensors)
    .where(inArray(clientSensors.clientId, ids))
    .orderBy(asc(clientSensors.sensorId));
  const hubRows = await db
    .select({ clientId: clientHubs.clientId, id: clientHubs.hubId })
    .from(clientHubs)
    .where(inArray(clientHubs.clientId, ids))
    .orderBy(asc(clientHubs.hubId));
  const of = (rows: readonly { clientId: number; id: number }[], clientId: number) =>
    rows.filter((row) => row.clientId === clientId).map((row) => row.id);
  return (clientId) => ({
    sport_ids: of(sportRows, clientId),
    sensor_ids: of(sensorRows, clientId),
    mallette_ids: of(hubRows, clientId),
  });
}

/** Refuses ids of things that are not there. */
export async function refuseUnknownChoices(db: Queryable, given: Chosen): Promise<Refusal | undefined> {
  const { sport_ids = [], sensor_ids = [], mallette_ids = [] } = given;
  const broken: Record<string, FieldRule> = {};
  if (sport_ids.length > 0 && (await db.$count(sports, inArray(sports.id, sport_ids))) < sport_ids.length) {
    broken.sport_ids = 'unknown';
  }
  if (sensor_ids.length > 0 && (await db.$count(sensors, inArray(sensors.id, sensor_ids))) < sensor_ids.length) {
    broken.sensor_ids = 'unknown';
  }
  if (mallette_ids.length > 0 && (await db.$count(hubs, inArray(hubs.id, mallette_ids))) < mallette_ids.length) {
    broken.mallette_ids = 'unknown';
  }
  return Object.keys(broken).length > 0 ? refuse('request.invalid', {}, broken) : undefined;
}

/** Replaces the lists that are given. */
export async function writeChoices(tx: Queryable, clientId: number, given: Chosen): Promise<void> {
  const { sport_ids, sensor_ids, mallette_ids } = given;
  const set = (table: PgTable, of: PgColumn, partner: PgColumn, ids: readonly number[] | undefined) =>
    ids && setPartners(tx, { table, of, partner }, clientId, ids);
  await set(clientSports, clientSports.clientId, clientSports.sportId, sport_ids);
  await set(clientSensors, clientSensors.clientId, clientSensors.sensorId, sensor_ids);
  await set(clientHubs, clientHubs.clientId, clientHubs.hubId, mallette_ids);
}
