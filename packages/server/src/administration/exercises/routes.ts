import { api, type Exercise, isRefusal, type Refusal } from '@sillage/contract';
import { and, eq } from 'drizzle-orm';
import {
  containsEveryWord,
  type Db,
  isAskedFor,
  type Queryable,
  readPage,
  tables,
} from '../../platform/database/index.ts';
import type { Serve, Viewer } from '../../platform/http/index.ts';
import {
  answersMay,
  clientOfNew,
  conflictOf,
  deleteRow,
  foundIn,
  insertRow,
  newUid,
  ofReachableClients,
  updateRow,
  withoutEffects,
} from '../tenancy/index.ts';

const { clients, exercises } = tables;

/** The exercises of a client; the staff of the client keeps them. */
export function exerciseRoutes(serve: Serve, { db }: { readonly db: Db }): void {
  const may = answersMay(api.exerciseEndpoints);
  serve(api.listExercises, ({ body, ...viewer }) => {
    const where = and(
      ofReachableClients(viewer, exercises.clientId),
      isAskedFor(exercises.clientId, body.clientIds),
      containsEveryWord([exercises.name], body.search),
    );
    const sortBy = [exercises[body.sort_by]];
    return may.list(
      viewer,
      readPage(db, { table: exercises, select: selectExercises(db), where, sortBy, query: body }),
    );
  });
  serve(api.readExercise, ({ params, ...viewer }) => may.one(viewer, findExercise(db, viewer, params.id)));
  serve(api.createExercise, async ({ body, ...viewer }) => {
    const clientId = await clientOfNew(db, viewer, body.client_id);
    if (isRefusal(clientId)) return clientId;
    const values = { uid: newUid(), clientId, name: body.name };
    const id = await conflictOf('name', () => insertRow(db, exercises, values));
    return isRefusal(id) ? id : may.one(viewer, findExercise(db, viewer, id));
  });
  serve(api.editExercise, async ({ params, body, ...viewer }) => {
    const found = await findExercise(db, viewer, params.id);
    if (isRefusal(found)) return found;
    const written = await conflictOf('name', () => updateRow(db, exercises, params.id, body));
    return isRefusal(written) ? written : may.one(viewer, findExercise(db, viewer, params.id));
  });
  serve(api.deleteExercise, ({ params, ...viewer }) =>
    deleteRow(db, exercises, params.id, ofReachableClients(viewer, exercises.clientId)),
  );
  // Records keep the name of their exercise as text: nothing else changes.
  serve(api.describeExerciseDeletion, async ({ params, ...viewer }) =>
    withoutEffects(await findExercise(db, viewer, params.id)),
  );
}

function findExercise(db: Queryable, viewer: Viewer, id: number): Promise<Exercise | Refusal> {
  return foundIn(selectExercises(db).where(and(eq(exercises.id, id), ofReachableClients(viewer, exercises.clientId))));
}

const selectExercises = (db: Queryable) =>
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
    .$dynamic();
