import { api, type Exercise, isRefusal, type Refusal, refuse } from '@sillage/contract';
import { and, asc, desc, eq, inArray, type SQL } from 'drizzle-orm';
import { containsText, countRows, type Db, ofPage, type Queryable, tables } from '../../platform/database/index.ts';
import type { Serve, Viewer } from '../../platform/http/index.ts';
import { clientOfNew, conflictOf, newUid, ofReachableClients } from '../tenancy/index.ts';

const { clients, exercises } = tables;

/** The exercises of a client; the staff of the client keeps them. */
export function exerciseRoutes(serve: Serve, { db }: { readonly db: Db }): void {
  serve(api.listExercises, async ({ body, ...viewer }) => {
    const where = and(
      ofReachableClients(viewer, exercises.clientId),
      body.clientIds.length > 0 ? inArray(exercises.clientId, body.clientIds) : undefined,
      containsText([exercises.name], body.search),
    );
    const direction = body.sort_desc ? desc : asc;
    const order = { name: [exercises.name, exercises.id], id: [exercises.id] }[body.sort_by];
    const select = selectExercises(db, where)
      .orderBy(...order.map((column) => direction(column)))
      .$dynamic();
    return { items: await ofPage(select, body), total: await countRows(db, exercises, where) };
  });
  serve(api.readExercise, ({ params, ...viewer }) => findExercise(db, viewer, params.id));
  serve(api.createExercise, async ({ body, ...viewer }) => {
    const clientId = await clientOfNew(db, viewer, body.client_id);
    if (isRefusal(clientId)) return clientId;
    const values = { uid: newUid(), clientId, name: body.name };
    const made = await conflictOf('name', () => db.insert(exercises).values(values).returning({ id: exercises.id }));
    return isRefusal(made) ? made : findExercise(db, viewer, made[0]?.id ?? 0);
  });
  serve(api.editExercise, async ({ params, body, ...viewer }) => {
    const found = await findExercise(db, viewer, params.id);
    if (isRefusal(found)) return found;
    const name = body.name ?? found.name;
    const written = await conflictOf('name', () =>
      db.update(exercises).set({ name }).where(eq(exercises.id, params.id)),
    );
    return isRefusal(written) ? written : findExercise(db, viewer, params.id);
  });
  serve(api.deleteExercise, async ({ params, ...viewer }) => {
    const found = await findExercise(db, viewer, params.id);
    if (isRefusal(found)) return found;
    await db.delete(exercises).where(eq(exercises.id, params.id));
    return undefined;
  });
  serve(api.describeExerciseDeletion, async ({ params, ...viewer }) => {
    const found = await findExercise(db, viewer, params.id);
    // Records keep the name of their exercise as text: nothing else changes.
    return isRefusal(found) ? found : { name: found.name, effects: [] };
  });
}

async function findExercise(db: Queryable, viewer: Viewer, id: number): Promise<Exercise | Refusal> {
  const reached = and(eq(exercises.id, id), ofReachableClients(viewer, exercises.clientId));
  const [found] = await selectExercises(db, reached);
  return found ?? refuse('entity.notFound');
}

const selectExercises = (db: Queryable, where: SQL | undefined) =>
  db
    .select({
      id: exercises.id,
      uid: exercises.uid,
      name: exercises.name,
      client_id: exercises.clientId,
      client_name: clients.displayName,
    })
    .from(exercises)
    .innerJoin(clients, eq(clients.id, exercises.clientId))
    .where(where);
