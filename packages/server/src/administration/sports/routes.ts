import { api, isRefusal, type Refusal, refuse, type Sport } from '@sillage/contract';
import { asc, desc, eq, type SQL } from 'drizzle-orm';
import { containsText, countRows, type Db, ofPage, type Queryable, tables } from '../../platform/database/index.ts';
import type { Serve } from '../../platform/http/index.ts';
import { conflictOf, effect, newUid } from '../tenancy/index.ts';

const { clientSports, records, sports } = tables;

/** The sports of the server, the same for every client; administrators keep them. */
export function sportRoutes(serve: Serve, { db }: { readonly db: Db }): void {
  serve(api.listSports, async ({ body }) => {
    // Both languages are searched: they lie in one column.
    const where = containsText([sports.name, sports.displayName], body.search);
    const direction = body.sort_desc ? desc : asc;
    const order = { name: [sports.name, sports.id], id: [sports.id] }[body.sort_by];
    const select = selectSports(db, where)
      .orderBy(...order.map((column) => direction(column)))
      .$dynamic();
    return { items: await ofPage(select, body), total: await countRows(db, sports, where) };
  });
  serve(api.readSport, ({ params }) => findSport(db, params.id));
  serve(api.createSport, async ({ body }) => {
    const { name, display_name: displayName, text = '', value = '' } = body;
    const values = { uid: newUid(), name, displayName, text, value };
    const made = await conflictOf('name', () => db.insert(sports).values(values).returning({ id: sports.id }));
    return isRefusal(made) ? made : findSport(db, made[0]?.id ?? 0);
  });
  serve(api.editSport, async ({ params, body }) => {
    const found = await findSport(db, params.id);
    if (isRefusal(found)) return found;
    const { name, display_name: displayName, text, value } = { ...found, ...body };
    const written = await conflictOf('name', () =>
      db.update(sports).set({ name, displayName, text, value }).where(eq(sports.id, params.id)),
    );
    return isRefusal(written) ? written : findSport(db, params.id);
  });
  serve(api.deleteSport, async ({ params }) => {
    const gone = await db.delete(sports).where(eq(sports.id, params.id)).returning({ id: sports.id });
    return gone.length === 0 ? refuse('entity.notFound') : undefined;
  });
  serve(api.describeSportDeletion, ({ params }) => describeDeletion(db, params.id));
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

async function findSport(db: Queryable, id: number): Promise<Sport | Refusal> {
  const [found] = await selectSports(db, eq(sports.id, id));
  return found ?? refuse('entity.notFound');
}

const selectSports = (db: Queryable, where: SQL | undefined) =>
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
    .where(where);
