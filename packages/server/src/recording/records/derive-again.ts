import { eq } from 'drizzle-orm';
import { type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { derivationsOf, derivedType } from '../decode/index.ts';
import { decodeAgain } from './decode-again.ts';
import type { RecordDependencies } from './dependencies.ts';
import type { RecordRow } from './find-records.ts';

/** Of another sport other variables are computed: then the record is decoded again, as far as it can be. */
export async function deriveAgain(
  dependencies: RecordDependencies,
  asker: Viewer & { readonly frontUid?: string | undefined },
  { row, formerSportId }: { readonly row: RecordRow; readonly formerSportId: number | null },
): Promise<void> {
  const { sportId, decodeState, originalPurged, modules, availableData } = row;
  if (sportId === formerSportId || decodeState !== 'done' || originalPurged !== null) return;
  const isMeasured = (name: string) => modules[name.slice(0, name.indexOf('.'))]?.type !== derivedType;
  const units = Object.fromEntries(
    Object.entries(availableData).flatMap(([name, { unit }]) => (isMeasured(name) ? [[name, unit] as const] : [])),
  );
  const { db } = dependencies.database;
  const [before, now] = [await namesOf(db, formerSportId), await namesOf(db, sportId)].map((sports) =>
    derivationsOf(units, sports).map(({ module, columns }) => [module, ...columns.map(({ name }) => name)].join()),
  );
  if (before?.join() !== now?.join()) await decodeAgain(dependencies, asker, row.id);
}

async function namesOf(db: Queryable, sportId: number | null): Promise<string[]> {
  if (sportId === null) return [];
  const found = await db.select({ name: tables.sports.name }).from(tables.sports).where(eq(tables.sports.id, sportId));
  return found.map(({ name }) => name);
}
