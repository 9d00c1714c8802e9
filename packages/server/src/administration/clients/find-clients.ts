import { type Client, type ClientQuery, type Refusal, refuse, VideoFps, VideoQuality } from '@sillage/contract';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { containsEveryWord, type Queryable, readPage, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { ofReachableClients, timezoneInForce } from '../tenancy/index.ts';
import { readChoices } from './keep-choices.ts';

const { clients } = tables;

/** Without the logo's bytes and the key itself. */
const columns = {
  id: clients.id,
  uid: clients.uid,
  name: clients.name,
  displayName: clients.displayName,
  enabled: clients.enabled,
  cloudEnabled: clients.cloudEnabled,
  videoEnabled: clients.videoEnabled,
  videoQuality: clients.videoQuality,
  videoFps: clients.videoFps,
  timezone: clients.timezone,
  effectiveTimezone: timezoneInForce(clients.timezone),
  logoVersion: clients.logoVersion,
  hasRecoveryKey: sql<boolean>`${isNotNull(clients.recoveryKey)}`,
  createdAt: clients.createdAt,
};

const sortColumns = { name: clients.name, created_date: clients.createdAt, id: clients.id } as const;

/** A page of the clients that the caller reaches. */
export async function pageOfClients(
  db: Queryable,
  viewer: Viewer,
  query: ClientQuery,
): Promise<{ items: Client[]; total: number }> {
  const where = and(
    ofReachableClients(viewer, clients.id),
    typeof query.enabled === 'boolean' ? eq(clients.enabled, query.enabled) : undefined,
    containsEveryWord([clients.name, clients.displayName], query.search),
  );
  const sortBy = [sortColumns[query.sort_by]];
  const { items, total } = await readPage(db, { table: clients, select: selectClients(db), where, sortBy, query });
  return { items: await presentClients(db, items), total };
}

/** The client, or `entity.notFound` when it is not there or another's. */
export async function findClient(db: Queryable, viewer: Viewer, id: number): Promise<Client | Refusal> {
  const rows = await selectClients(db).where(and(eq(clients.id, id), ofReachableClients(viewer, clients.id)));
  const [client] = await presentClients(db, rows);
  return client ?? refuse('entity.notFound');
}

const selectClients = (db: Queryable) => db.select(columns).from(clients).$dynamic();
type ClientRow = Awaited<ReturnType<typeof selectClients>>[number];

async function presentClients(db: Queryable, rows: readonly ClientRow[]): Promise<Client[]> {
  const choices = await readChoices(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    id: row.id,
    uid: row.uid,
    name: row.name,
    display_name: row.displayName,
    enabled: row.enabled,
    cloud_enabled: row.cloudEnabled,
    video_enabled: row.videoEnabled,
    video_quality: VideoQuality.parse(row.videoQuality),
    video_fps: VideoFps.parse(row.videoFps),
    timezone: row.timezone,
    effective_timezone: row.effectiveTimezone,
    ...choices(row.id),
    logo: row.logoVersion === null ? null : `/clients/${row.id}/logo?v=${row.logoVersion}`,
    has_recovery_key: row.hasRecoveryKey,
    created_date: row.createdAt.toISOString(),
  }));
}
