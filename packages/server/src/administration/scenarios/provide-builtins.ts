import { isRefusal, type ScenarioLanguage, type Translated } from '@sillage/contract';
import { and, eq, isNull, notInArray } from 'drizzle-orm';
import { type Db, tables } from '../../platform/database/index.ts';
import type { CheckSource } from './scenario-languages.ts';

const { scenarios } = tables;

/** A scenario of the product, in one of its languages. */
export interface BuiltInScenario {
  /** The same on every server. */
  readonly uid: string;
  readonly classname: string;
  readonly displayName: Translated;
  readonly comment: Translated;
  readonly isCalib: boolean;
  readonly language: ScenarioLanguage;
  readonly source: string;
}

/** Writes the scenarios of this version; those of an older one that are no more go, and ghosts of them say so. */
export async function provideBuiltIns(db: Db, check: CheckSource, builtIns: readonly BuiltInScenario[]): Promise<void> {
  const rows = await Promise.all(
    builtIns.map(async ({ uid, classname, displayName, comment, isCalib, language, source }) => {
      const checked = await check(language, source);
      if (isRefusal(checked)) throw new Error('a scenario of the product was not checked');
      const { params, problems } = checked;
      const said = { kind: 'builtin' as const, name: classname, displayName, comment: comment.fr, isCalib };
      return { uid, clientId: null, classname, language, source, params, problems, ...said };
    }),
  );
  await db.transaction(async (tx) => {
    const ofProduct = isNull(scenarios.clientId);
    const uids = rows.map(({ uid }) => uid);
    await tx.delete(scenarios).where(uids.length === 0 ? ofProduct : and(ofProduct, notInArray(scenarios.uid, uids)));
    for (const row of rows) {
      const [known] = await tx.select({ id: scenarios.id }).from(scenarios).where(eq(scenarios.uid, row.uid));
      if (known === undefined) await tx.insert(scenarios).values(row);
      else await tx.update(scenarios).set(row).where(eq(scenarios.id, known.id));
    }
  });
}
