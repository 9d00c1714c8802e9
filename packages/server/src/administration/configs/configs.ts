import { type api, type BodyOf, type Config, isRefusal, type Refusal, refuse } from '@sillage/contract';
import { judgeConfigText } from '@sillage/domain';
import { and, asc, desc, eq, inArray, type SQL } from 'drizzle-orm';
import {
  containsText,
  countRows,
  type Db,
  ofPage,
  type PageRequest,
  type Queryable,
  tables,
} from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { clientOfNew, conflictOf, mayReachClient, newUid, ofReachableClients } from '../tenancy/index.ts';

const { clients, configs } = tables;

export async function pageOfConfigs(
  db: Queryable,
  viewer: Viewer,
  query: BodyOf<typeof api.listConfigs>,
): Promise<{ items: Config[]; total: number }> {
  const where = and(
    ofReachableClients(viewer, configs.clientId),
    query.clientIds.length === 0 ? undefined : inArray(configs.clientId, query.clientIds),
    containsText([configs.name, configs.comment], query.search),
  );
  const direction = query.sort_desc ? desc : asc;
  const orderBy = [direction(configs[query.sort_by]), direction(configs.id)];
  const [items, total] = await Promise.all([select(db, where, orderBy, query), countRows(db, configs, where)]);
  return { items, total };
}

/** Every configuration of a client, by name. */
export async function configsOfClient(
  db: Queryable,
  viewer: Viewer,
  clientId: number,
): Promise<{ items: Config[]; total: number } | Refusal> {
  const known = mayReachClient(viewer, clientId) && (await db.$count(clients, eq(clients.id, clientId))) > 0;
  if (!known) return refuse('entity.notFound');
  const items = await select(db, eq(configs.clientId, clientId), [asc(configs.name), asc(configs.id)]);
  return { items, total: items.length };
}

export async function findConfig(db: Queryable, viewer: Viewer, id: number): Promise<Config | Refusal> {
  const [found] = await select(db, and(eq(configs.id, id), ofReachableClients(viewer, configs.clientId)));
  return found ?? refuse('entity.notFound');
}

export async function addConfig(
  db: Db,
  viewer: Viewer,
  { name, config, comment = '', client_id }: BodyOf<typeof api.createConfig>,
): Promise<Config | Refusal> {
  const clientId = await clientOfNew(db, viewer, client_id);
  if (isRefusal(clientId)) return clientId;
  const refusal = refuseContent(config);
  if (refusal) return refusal;
  const made = await conflictOf('name', () =>
    db.insert(configs).values({ uid: newUid(), clientId, name, config, comment }).returning({ id: configs.id }),
  );
  if (isRefusal(made)) return made;
  const [row] = made;
  if (row === undefined) throw new Error('the configuration was not inserted');
  return findConfig(db, viewer, row.id);
}

export async function editConfig(
  db: Db,
  viewer: Viewer,
  id: number,
  edit: BodyOf<typeof api.editConfig>,
): Promise<Config | Refusal> {
  const before = await findConfig(db, viewer, id);
  if (isRefusal(before)) return before;
  const clientId = edit.client_id === undefined ? before.client_id : await clientOfNew(db, viewer, edit.client_id);
  if (isRefusal(clientId)) return clientId;
  const refusal = edit.config === undefined ? undefined : refuseContent(edit.config);
  if (refusal) return refusal;
  const { name, config, comment } = { ...before, ...edit };
  const changed = await conflictOf('name', () =>
    db.update(configs).set({ clientId, name, config, comment }).where(eq(configs.id, id)),
  );
  return isRefusal(changed) ? changed : findConfig(db, viewer, id);
}

export async function deleteConfig(db: Db, viewer: Viewer, id: number): Promise<Refusal | undefined> {
  const gone = await db
    .delete(configs)
    .where(and(eq(configs.id, id), ofReachableClients(viewer, configs.clientId)))
    .returning({ id: configs.id });
  return gone.length === 0 ? refuse('entity.notFound') : undefined;
}

/** Refuses a text that is JSON but no configuration, and says where. */
function refuseContent(text: string): Refusal | undefined {
  const broken = judgeConfigText(text);
  if (broken === undefined) return undefined;
  return refuse('config.invalid', { reason: broken.where || '{ }' }, { config: broken.rule });
}

async function select(
  db: Queryable,
  where: SQL | undefined,
  orderBy: readonly SQL[] = [],
  page?: PageRequest,
): Promise<Config[]> {
  const query = db
    .select({
      id: configs.id,
      uid: configs.uid,
      name: configs.name,
      client_id: configs.clientId,
      client_name: clients.displayName,
      config: configs.config,
      comment: configs.comment,
    })
    .from(configs)
    .innerJoin(clients, eq(clients.id, configs.clientId))
    .where(where)
    .orderBy(...orderBy)
    .$dynamic();
  return page === undefined ? query : ofPage(query, page);
}
