import { api, type CsvMapping, isRefusal, limits, type Refusal, refuse } from '@sillage/contract';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { clientExists, mayReachClient } from '../../administration/tenancy/index.ts';
import { type Queryable, tables } from '../../platform/database/index.ts';
import type { Serve, Viewer } from '../../platform/http/index.ts';

const { csvMappings } = tables;

/** What a club decided of CSV files with the same names, so that nobody of it decides it twice. */
export function csvMappingRoutes(serve: Serve, db: Queryable): void {
  const clientOf = async (viewer: Viewer, clientId = viewer.principal.clientId): Promise<number | Refusal> => {
    const isThere = mayReachClient(viewer, clientId) && (await clientExists(db, clientId));
    return isThere ? clientId : refuse('entity.notFound');
  };
  serve(api.readCsvMapping, async ({ principal, scope, params: { header }, query }) => {
    const clientId = await clientOf({ principal, scope }, query.client_id);
    if (isRefusal(clientId)) return clientId;
    const [known] = await db
      .select({ mapping: csvMappings.mapping })
      .from(csvMappings)
      .where(and(eq(csvMappings.clientId, clientId), eq(csvMappings.header, header)));
    return { mapping: known?.mapping ?? null };
  });
  serve(api.keepCsvMapping, async ({ principal, scope, params: { header }, query, body }) => {
    const clientId = await clientOf({ principal, scope }, query.client_id);
    if (isRefusal(clientId)) return clientId;
    await keep(db, clientId, header, body);
    return undefined;
  });
}

async function keep(db: Queryable, clientId: number, header: string, mapping: CsvMapping): Promise<void> {
  const set = { mapping, usedAt: sql`now()` };
  await db
    .insert(csvMappings)
    .values({ clientId, header, mapping })
    .onConflictDoUpdate({ target: [csvMappings.clientId, csvMappings.header], set });
  const old = db
    .select({ header: csvMappings.header })
    .from(csvMappings)
    .where(eq(csvMappings.clientId, clientId))
    .orderBy(desc(csvMappings.usedAt))
    .offset(limits.csvMappingsAClient);
  await db.delete(csvMappings).where(and(eq(csvMappings.clientId, clientId), inArray(csvMappings.header, old)));
}
