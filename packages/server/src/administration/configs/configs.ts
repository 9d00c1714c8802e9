import { type api, type BodyOf, type Config, isRefusal, type Refusal, refuse } from '@sillage/contract';
import { judgeConfigText } from '@sillage/domain';
import { and, asc, eq } from 'drizzle-orm';
import {
  containsEveryWord,
  type Db,
  isAskedFor,
  type Listed,
  type Queryable,
  readPage,
  tables,
} from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import {
  clientOfEdited,
  clientOfNew,
  conflictOf,
  deleteRow,
  foundIn,
  insertRow,
  listOfClient,
  newUid,
  ofReachableClients,
  updateRow,
} from '../tenancy/index.ts';

const { clients, configs } = tables;

export function pageOfConfigs(
  db: Queryable,
  viewer: Viewer,
  query: BodyOf<typeof api.listConfigs>,
): Promise<Listed<Config>> {
  const where = and(
    ofReachableClients(viewer, configs.clientId),
    isAskedFor(configs.clientId, query.clientIds),
    containsEveryWord([configs.name, configs.comment], query.search),
  );
  return readPage(db, { table: configs, select: selectConfigs(db), where, sortBy: [configs[query.sort_by]], query });
}

/** Every configuration of a client, by name. */
export function configsOfClient(db: Queryable, viewer: Viewer, clientId: number): Promise<Listed<Config> | Refusal> {
  return listOfClient(db, viewer, clientId, async () =>
    selectConfigs(db).where(eq(configs.clientId, clientId)).orderBy(asc(configs.name), asc(configs.id)),
  );
}

export function findConfig(db: Queryable, viewer: Viewer, id: number): Promise<Config | Refusal> {
  return foundIn(selectConfigs(db).where(and(eq(configs.id, id), ofReachableClients(viewer, configs.clientId))));
}

export async function addConfig(
  db: Db,
  viewer: Viewer,
  { name, config, comment = '', client_id }: BodyOf<typeof api.createConfig>,
): Promise<Config | Refusal> {
  const clientId = await clientOfNew(db, viewer, client_id);
  if (isRefusal(clientId)) return clientId;
  const refusal = refuseContent(config);
  if (isRefusal(refusal)) return refusal;
  const row = { uid: newUid(), clientId, name, config, comment };
  const id = await conflictOf('name', () => insertRow(db, configs, row));
  return isRefusal(id) ? id : findConfig(db, viewer, id);
}

export async function editConfig(
  db: Db,
  viewer: Viewer,
  id: number,
  edit: BodyOf<typeof api.editConfig>,
): Promise<Config | Refusal> {
  const before = await findConfig(db, viewer, id);
  if (isRefusal(before)) return before;
  const clientId = await clientOfEdited(db, viewer, before.client_id, edit.client_id);
  if (isRefusal(clientId)) return clientId;
  const refusal = edit.config === undefined ? undefined : refuseContent(edit.config);
  if (isRefusal(refusal)) return refusal;
  const { client_id: asked, ...columns } = edit;
  const moved = asked === undefined ? columns : { ...columns, clientId };
  const changed = await conflictOf('name', () => updateRow(db, configs, id, moved));
  return isRefusal(changed) ? changed : findConfig(db, viewer, id);
}

export function deleteConfig(db: Db, viewer: Viewer, id: number): Promise<Refusal | undefined> {
  return deleteRow(db, configs, id, ofReachableClients(viewer, configs.clientId));
}

/** Refuses a text that is JSON but no configuration, and says where. */
function refuseContent(text: string): Refusal | undefined {
  const broken = judgeConfigText(text);
  if (broken === undefined) return undefined;
  return refuse('config.invalid', { reason: broken.where || '{ }' }, { config: broken.rule });
}

const selectConfigs = (db: Queryable) =>
  db
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
    .$dynamic();
