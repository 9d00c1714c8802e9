import {
  type GhostCreate,
  type GhostEdit,
  isRefusal,
  limits,
  type Refusal,
  refuse,
  type Scenario,
  type ScenarioEdit,
} from '@sillage/contract';
import { and, eq } from 'drizzle-orm';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import {
  brokenField,
  clientOfEdited,
  clientOfNew,
  conflictOf,
  deleteRow,
  insertRow,
  newUid,
  ofReachableClients,
  updateRow,
} from '../tenancy/index.ts';
import { findScenario, hasClass } from './find-scenarios.ts';

const { scenarios } = tables;

export async function addGhost(db: Db, viewer: Viewer, given: GhostCreate): Promise<Scenario | Refusal> {
  const clientId = await clientOfNew(db, viewer, given.client_id);
  if (isRefusal(clientId)) return clientId;
  if (!(await hasClass(db, clientId, given.classname))) return brokenField('classname', 'unknown');
  const full = await refuseMore(db, clientId);
  if (full !== undefined) return full;
  const { name, classname, display_name: said, is_calib: isCalib = false, config = {}, comment = '' } = given;
  const displayName = said ?? { fr: name, en: name };
  const row = {
    uid: newUid(),
    kind: 'ghost' as const,
    clientId,
    name,
    classname,
    displayName,
    isCalib,
    config,
    comment,
  };
  const id = await conflictOf('name', () => insertRow(db, scenarios, row));
  return isRefusal(id) ? id : findScenario(db, viewer, id);
}

/** Refuses one more of a client that has as many as it may. */
export async function refuseMore(db: Queryable, clientId: number): Promise<Refusal | undefined> {
  const has = await db.$count(scenarios, eq(scenarios.clientId, clientId));
  return has >= limits.scenariosAClient ? refuse('scenario.tooMany', { maximum: limits.scenariosAClient }) : undefined;
}

export async function editGhost(db: Db, viewer: Viewer, id: number, edit: GhostEdit): Promise<Scenario | Refusal> {
  const before = await findOwned(db, viewer, id);
  if (isRefusal(before)) return before;
  const clientId = await clientOfEdited(db, viewer, before.client_id, edit.client_id);
  if (isRefusal(clientId)) return clientId;
  const isElsewhere = edit.classname !== undefined || clientId !== before.client_id;
  if (isElsewhere && !(await hasClass(db, clientId, edit.classname ?? before.classname)))
    return brokenField('classname', 'unknown');
  const { client_id: asked, classname, ...said } = edit;
  const written = await conflictOf('name', () =>
    updateRow(db, scenarios, id, { ...columnsOf(said), classname, ...(asked !== undefined && { clientId }) }),
  );
  return isRefusal(written) ? written : findScenario(db, viewer, id);
}

/** What is said of any scenario of a client. */
export async function editSaid(
  db: Db,
  viewer: Viewer,
  before: Scenario,
  edit: ScenarioEdit,
): Promise<Scenario | Refusal> {
  const written = await conflictOf('name', () => updateRow(db, scenarios, before.id, columnsOf(edit)));
  return isRefusal(written) ? written : findScenario(db, viewer, before.id);
}

const columnsOf = ({ name, display_name: displayName, is_calib: isCalib, config, comment }: ScenarioEdit) => ({
  ...{ name, displayName, isCalib, config, comment },
});

export function deleteGhost(db: Db, viewer: Viewer, id: number): Promise<Refusal | undefined> {
  return deleteRow(db, scenarios, id, and(eq(scenarios.kind, 'ghost'), ofReachableClients(viewer, scenarios.clientId)));
}

async function findOwned(
  db: Queryable,
  viewer: Viewer,
  id: number,
): Promise<(Scenario & { readonly client_id: number }) | Refusal> {
  const found = await findScenario(db, viewer, id, { kind: 'ghost' });
  if (isRefusal(found)) return found;
  const { client_id } = found;
  return client_id === null ? refuse('entity.notFound') : { ...found, client_id };
}
