import { api, isRefusal, type Refusal, type Sport } from '@sillage/contract';
import { eq, sql } from 'drizzle-orm';
import { containsEveryWord, type Db, type Queryable, readPage, tables } from '../../platform/database/index.ts';
import type { Serve } from '../../platform/http/index.ts';
import { answersMay, conflictOf, deleteRow, effect, foundIn, insertRow, newUid, updateRow } from '../tenancy/index.ts';

const { clientSports, records, sports } = tables;

/** The sports of the server, the same for every client; administrators keep them. */
export function sportRoutes(serve: Serve, { db }: { readonly db: Db }): void {
  const may = answersMay(api.sportEndpoints);
  serve(api.listSports, ({ body, ...viewer }) => {
    const { name, displayName } = sports;
    const where = containsEveryWord([name, sql`${displayName} ->> 'fr'`, sql`${displayName} ->> 'en'`], body.search);
    const sortBy = [sports[body.sort_by]];
    return may.list(viewer, readPage(db, { table: sports, select: selectSports(db), where, sortBy, query: body }));
  });
  serve(api.readSport, ({ params, ...viewer }) => may.one(viewer, findSport(db, params.id)));
  serve(api.createSport, async ({ body, ...viewer }) => {
    const { name, display_name: displayName, text = '', value = '' } = body;
    const values = { uid: newUid(), name, displayName, text, value };
    const id = await conflictOf('name', () => insertRow(db, sports, values));
    return isRefusal(id) ? id : may.one(viewer, findSport(db, id));
  });
  serve(api.editSport, async ({ params, body, ...viewer }) => {
    const found = await findSport(db, params.id);
    if (isRefusal(found)) return found;
    const { display_name: displayName, ...others } = body;
    const written = await conflictOf('name', () => updateRow(db, sports, params.id, { displayName, ...others }));
    return isRefusal(written) ? written : may.one(viewer, findSport(db, params.id));
  });
  serve(api.deleteSport, ({ params }) => deleteRow(db, sports, params.id));
  serve(api.describeSportDeletion, ({ params }) => describeDeletion(db, params.id));
}

/** By which a sport is known on every server. */
export async function readSportName(db: Queryable, id: number): Promise<string | undefined> {
  const [found] = await db.select({ name: sports.name }).from(sports).where(eq(sports.id, id));
  return found?.name;
}

/** Records stay, without a sport. */
async function describeDeletion(db: Db, id: number) {
  const sport = await findSport(db, id);
  if (isRefusal(sport)) return sport;
  const recorded = await db.$count(records, eq(records.sportId, id));
  const choosing = await db.$count(clientSports, eq(clientSports.sportId, id));
  return {
    name: sport.display_name.fr,
    effects: [
      ...effect(recorded, 'kept', {
        fr: ['enregistrement, sans sport', 'enregistrements, sans sport'],
        en: ['record, without a sport', 'records, without a sport'],
      }),
      ...effect(choosing, 'lost', {
        fr: ['choix d’un client', 'choix de clients'],
        en: ['client’s choice', 'clients’ choices'],
      }),
    ],
  };
}

function findSport(db: Queryable, id: number): Promise<Sport | Refusal> {
  return foundIn(selectSports(db).where(eq(sports.id, id)));
}

const selectSports = (db: Queryable) =>
  db
    .select({
      id: sports.id,
      uid: sports.uid,
      name: sports.name,
      display_name: sports.displayName,
      text: sports.text,
      value: sports.value,
    })
    .from(sports)
    .$dynamic();
