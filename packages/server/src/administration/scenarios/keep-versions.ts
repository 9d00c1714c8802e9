import {
  isRefusal,
  limits,
  type Refusal,
  refuse,
  type ScenarioLanguage,
  type ScenarioVersion,
  type ScenarioVersionText,
} from '@sillage/contract';
import { and, desc, eq, notInArray, sql } from 'drizzle-orm';
import { type Listed, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { findScenario } from './find-scenarios.ts';

const { scenarios, scenarioVersions: versions } = tables;

interface Text {
  readonly language: ScenarioLanguage;
  readonly source: string;
}

/** Keeps a text as the newest of a scenario, unless it is that already; the oldest ones beyond the bound go. */
export async function keepText(tx: Queryable, scenarioId: number, text: Text, userName: string): Promise<void> {
  const { language, source } = text;
  const newestFirst = tx
    .select({ id: versions.id, language: versions.language, source: versions.source })
    .from(versions)
    .where(eq(versions.scenarioId, scenarioId))
    .orderBy(desc(versions.keptAt));
  const [newest] = await newestFirst.limit(1);
  if (newest?.language === language && newest.source === source) return;
  // Later than every other, also of the same transaction, and of a clock that was ahead.
  const keptAt = sql`greatest(clock_timestamp(), (SELECT max(kept_at) + interval '1 microsecond' FROM scenario_versions
    WHERE scenario_id = ${scenarioId}))`;
  await tx.insert(versions).values({ scenarioId, language, source, userName, keptAt });
  const kept = tx
    .select({ id: versions.id })
    .from(versions)
    .where(eq(versions.scenarioId, scenarioId))
    .orderBy(desc(versions.keptAt))
    .limit(limits.scenarioVersions);
  await tx.delete(versions).where(and(eq(versions.scenarioId, scenarioId), notInArray(versions.id, kept)));
}

/** Holds a scenario that is about to be edited; a text of it that nobody wrote here is kept as nobody's. False: it is gone. */
export async function keepFoundText(tx: Queryable, scenarioId: number): Promise<boolean> {
  const [found] = await tx
    .select({ language: scenarios.language, source: scenarios.source })
    .from(scenarios)
    .where(eq(scenarios.id, scenarioId))
    .for('update');
  if (found === undefined) return false;
  const { language, source } = found;
  if (language !== null && source !== null) await keepText(tx, scenarioId, { language, source }, '');
  return true;
}

interface OfCompiled {
  readonly clientId: number;
  readonly id: number;
}

export async function listVersions(
  db: Queryable,
  viewer: Viewer,
  of: OfCompiled,
): Promise<Listed<ScenarioVersion> | Refusal> {
  const found = await findScenario(db, viewer, of.id, { kind: 'compiled', clientId: of.clientId });
  if (isRefusal(found)) return found;
  const rows = await selectVersions(db).where(eq(versions.scenarioId, of.id)).orderBy(desc(versions.keptAt));
  const items = rows.map(({ source: _, ...row }, n) => ({ ...present(row), is_present: n === 0 && row.is_present }));
  return { items, total: items.length };
}

export async function findVersion(
  db: Queryable,
  viewer: Viewer,
  { versionId, ...of }: OfCompiled & { readonly versionId: number },
): Promise<ScenarioVersionText | Refusal> {
  const found = await findScenario(db, viewer, of.id, { kind: 'compiled', clientId: of.clientId });
  if (isRefusal(found)) return found;
  const [row] = await selectVersions(db).where(and(eq(versions.scenarioId, of.id), eq(versions.id, versionId)));
  return row === undefined ? refuse('entity.notFound') : present(row);
}

const selectVersions = (db: Queryable) =>
  db
    .select({
      id: versions.id,
      kept_at: versions.keptAt,
      user_name: versions.userName,
      language: versions.language,
      is_present: sql<boolean>`${versions.source} = ${scenarios.source} AND ${versions.language} = ${scenarios.language}`,
      source: versions.source,
    })
    .from(versions)
    .innerJoin(scenarios, eq(scenarios.id, versions.scenarioId))
    .$dynamic();

const present = <T extends { readonly kept_at: Date }>(row: T) => ({ ...row, kept_at: row.kept_at.toISOString() });
