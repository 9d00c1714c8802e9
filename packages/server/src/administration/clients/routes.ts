import { api, type Client, isRefusal, type Refusal, refuse } from '@sillage/contract';
import { eq } from 'drizzle-orm';
import { type Db, tables } from '../../platform/database/index.ts';
import type { Serve, Viewer } from '../../platform/http/index.ts';
import { answersMay, mayReachClient } from '../tenancy/index.ts';
import { type ClientBelongings, deleteClient, describeClientDeletion } from './delete-client.ts';
import { createClient, editClient } from './edit-clients.ts';
import { findClient, pageOfClients } from './find-clients.ts';
import { makeRecoveryKey } from './make-recovery-key.ts';
import { listExercises, listGroups, listSports, pageOfPeople } from './repository.ts';
import { logoAnswer } from './serve-logo.ts';

const { clients, users } = tables;

interface Dependencies extends ClientBelongings {
  readonly db: Db;
  /** Ends every session of people, with their live connections. */
  readonly endSessions: (userIds: readonly number[]) => Promise<void>;
}

/** The clients: clubs, teams, institutes. */
export function clientRoutes(serve: Serve, dependencies: Dependencies): void {
  const { db, endSessions } = dependencies;
  const may = answersMay<Client>(api.clientEndpoints, ({ id }, { principal }) => ({
    isOwn: id === principal.clientId,
  }));
  serve(api.listClients, ({ body, ...viewer }) => may.list(viewer, pageOfClients(db, viewer, body)));
  serve(api.readClient, ({ params, ...viewer }) => may.one(viewer, findClient(db, viewer, params.id)));
  serve(api.createClient, ({ body, file, ...viewer }) => may.one(viewer, createClient(db, viewer, body, file)));
  const peopleOf = async (clientId: number) =>
    (await db.select({ id: users.id }).from(users).where(eq(users.clientId, clientId))).map(({ id }) => id);
  serve(api.editClient, async ({ params, body, file, ...viewer }) => {
    const edited = await may.one(viewer, editClient(db, viewer, params.id, body, file));
    const signsOut = body.enabled === false && !isRefusal(edited);
    if (signsOut) await endSessions(await peopleOf(params.id));
    return edited;
  });
  serve(api.deleteClient, async ({ params, ...viewer }) => {
    const people = await peopleOf(params.id);
    const refused = await deleteClient(dependencies, viewer, params.id);
    if (!isRefusal(refused)) await endSessions(people);
    return refused;
  });
  serve(api.describeClientDeletion, ({ params, ...viewer }) => describeClientDeletion(db, viewer, params.id));
  serve(api.readClientLogo, async ({ params, query, headers, ...viewer }) =>
    mayReachClient(viewer, params.id)
      ? logoAnswer(db, params.id, { version: query.v, known: headers['if-none-match'] })
      : refuse('entity.notFound'),
  );
  recoveryKeyRoutes(serve, db);
  listRoutes(serve, db);
}

function recoveryKeyRoutes(serve: Serve, db: Db): void {
  const ofClient = (id: number) => eq(clients.id, id);
  serve(api.readRecoveryKey, async ({ params, ...viewer }) => {
    if (!mayReachClient(viewer, params.id)) return refuse('entity.notFound');
    const [row] = await db.select({ recovery_key: clients.recoveryKey }).from(clients).where(ofClient(params.id));
    return row ?? refuse('entity.notFound');
  });
  serve(api.renewRecoveryKey, async ({ params, ...viewer }) => {
    if (!mayReachClient(viewer, params.id)) return refuse('entity.notFound');
    const recovery_key = makeRecoveryKey();
    const changed = await db
      .update(clients)
      .set({ recoveryKey: recovery_key })
      .where(ofClient(params.id))
      .returning({ id: clients.id });
    return changed.length === 0 ? refuse('entity.notFound') : { recovery_key };
  });
}

/** The small lists that forms and filters need. */
function listRoutes(serve: Serve, db: Db): void {
  const listed = async <T>(viewer: Viewer, clientId: number, list: () => Promise<T[]>) => {
    const refused = await refuseClient(db, viewer, clientId);
    if (isRefusal(refused)) return refused;
    const items = await list();
    return { items, total: items.length };
  };
  serve(api.listClientGroups, ({ params: { clientId }, ...viewer }) =>
    listed(viewer, clientId, () => listGroups(db, viewer, clientId)),
  );
  serve(api.listClientSports, ({ params: { clientId }, ...viewer }) =>
    listed(viewer, clientId, async () => listSports(db, clientId)),
  );
  serve(api.listClientUsers, async ({ params: { clientId }, query, ...viewer }) => {
    const refused = await refuseClient(db, viewer, clientId);
    return refused ?? pageOfPeople(db, viewer, clientId, query);
  });
  serve(api.listClientExercises, ({ params: { clientId }, ...viewer }) =>
    listed(viewer, clientId, async () => listExercises(db, clientId)),
  );
}

/** Another client's things are not there, whether they exist or not. */
async function refuseClient(db: Db, viewer: Viewer, clientId: number): Promise<Refusal | undefined> {
  const there = mayReachClient(viewer, clientId) && (await db.$count(clients, eq(clients.id, clientId))) > 0;
  return there ? undefined : refuse('entity.notFound');
}
