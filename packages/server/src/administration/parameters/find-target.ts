import { looksAfterRoles, type ParameterTable, type Refusal, Role, refuse } from '@sillage/contract';
import { and, eq, exists, notExists, or } from 'drizzle-orm';
import { z } from 'zod';
import { type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { mayReachClient, reachableDevices, reachableUserIds } from '../tenancy/index.ts';

const { clientSensors, clientSports, clients, devices, sensors, sports, users } = tables;

/** What parameters belong to, seen by a caller. */
export interface Target {
  readonly table: ParameterTable;
  readonly id: number;
  /** Of a sport. */
  readonly sport?: string | undefined;
  /** Of a person. */
  readonly clientId?: number | undefined;
  /** Whether the caller may change its parameters. */
  readonly editable: boolean;
}

/** General parameters belong to no thing; callers give this id. */
export const generalId = 1;

/** The thing of a table and id; one that is not there or out of the caller's reach is not there. */
export async function findTarget(
  db: Queryable,
  viewer: Viewer,
  table: ParameterTable,
  id: number,
): Promise<Target | Refusal> {
  const found = await finders[table](db, viewer, id);
  return found === undefined ? refuse('entity.notFound') : { table, id, ...found };
}

type Found = Omit<Target, 'table' | 'id'>;
type Find = (db: Queryable, viewer: Viewer, id: number) => Promise<Found | undefined>;

const isAdmin = (viewer: Viewer) => viewer.scope === 'everything';

const finders: Readonly<Record<ParameterTable, Find>> = {
  General: async (_db, viewer, id) => (id === generalId ? { editable: isAdmin(viewer) } : undefined),
  User: findPerson,
  async Client(db, viewer, id) {
    if (!mayReachClient(viewer, id) || (await db.$count(clients, eq(clients.id, id))) === 0) return undefined;
    return { editable: viewer.scope === 'everything' || viewer.scope === 'client' };
  },
  async Sport(db, viewer, id) {
    const chosen = db.select({ id: clientSports.sportId }).from(clientSports);
    const { clientId } = viewer.principal;
    const ofClient = isAdmin(viewer)
      ? undefined
      : or(
          notExists(chosen.where(eq(clientSports.clientId, clientId))),
          exists(
            db
              .select({ id: clientSports.sportId })
              .from(clientSports)
              .where(and(eq(clientSports.clientId, clientId), eq(clientSports.sportId, id))),
          ),
        );
    const [row] = await db
      .select({ name: sports.name })
      .from(sports)
      .where(and(eq(sports.id, id), ofClient));
    return row && { sport: row.name, editable: isAdmin(viewer) };
  },
  async Sensor(db, viewer, id) {
    const given = db
      .select({ id: clientSensors.sensorId })
      .from(clientSensors)
      .where(and(eq(clientSensors.sensorId, id), eq(clientSensors.clientId, viewer.principal.clientId)));
    const ofClient = isAdmin(viewer) ? undefined : or(eq(sensors.allclients, true), exists(given));
    const there = (await db.$count(sensors, and(eq(sensors.id, id), ofClient))) === 1;
    return there ? { editable: isAdmin(viewer) } : undefined;
  },
  async Device(db, viewer, id) {
    const there = (await db.$count(devices, and(eq(devices.id, id), reachableDevices(db, viewer)))) === 1;
    return there ? { editable: viewer.scope !== 'own' } : undefined;
  },
};

async function findPerson(db: Queryable, viewer: Viewer, id: number): Promise<Found | undefined> {
  const [row] = await db
    .select({ clientId: users.clientId, roles: users.roles })
    .from(users)
    .where(and(eq(users.id, id), reachableUserIds(db, viewer, users.id)));
  if (row === undefined) return undefined;
  // Nobody sets the parameters of a person above, nor a coach those of another coach.
  const mine = viewer.principal.userId === id;
  const editable = mine || looksAfterRoles(viewer.principal.roles, z.array(Role).parse(row.roles));
  return { clientId: row.clientId, editable };
}
