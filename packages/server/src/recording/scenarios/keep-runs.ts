import type { ScenarioLanguage, ScenarioRun } from '@sillage/contract';
import { and, eq, gt, ne, or, sql } from 'drizzle-orm';
import { type Db, type Queryable, tables } from '../../platform/database/index.ts';
import { presentRun, type RunAbout, RunKept, type RunState } from './run-state.ts';

const { scenarioRuns } = tables;

export interface NewRun extends Omit<RunAbout, 'id'> {
  readonly language: ScenarioLanguage;
  readonly source: string;
}

/** A run that was under way when the program ended, or of which devices were still to be told that it had. */
export interface RunToResume {
  readonly about: RunAbout;
  readonly kept: RunKept;
  readonly state: RunState;
  readonly language: ScenarioLanguage;
  readonly source: string;
  /** State of the program; null where it keeps none. */
  readonly program: string | null;
  readonly elapsedSeconds: number;
  /** null while it goes on. */
  readonly endedAt: Date | null;
}

export async function insertRun(db: Db, run: NewRun, kept: RunKept): Promise<number> {
  const [row] = await db
    .insert(scenarioRuns)
    .values({ ...run, state: 'starting', params: { ...run.params }, kept: { ...kept } })
    .returning({ id: scenarioRuns.id });
  if (row === undefined) throw new Error('the run was not inserted');
  return row.id;
}

export interface RunNow {
  readonly state: RunState;
  readonly kept: RunKept;
  readonly program: string | null;
  readonly elapsedSeconds: number;
  readonly endedAt: Date | null;
}

export async function writeRun(db: Db, id: number, now: RunNow): Promise<void> {
  const { kept, ...columns } = now;
  await db
    .update(scenarioRuns)
    .set({ ...columns, kept: { ...kept }, endedBy: kept.end })
    .where(eq(scenarioRuns.id, id));
}

/**
 * Those that had not ended, or of which devices are still to be told so, or whose analyses wait; of one that cannot be read, its id.
 * @param since those that ended before are left: their devices were away for too long
 */
export async function readOpenRuns(
  db: Queryable,
  since: Date,
): Promise<readonly (RunToResume | { readonly unreadableId: number })[]> {
  const hasToStop = sql`${scenarioRuns.kept} @> '{"members": [{"hasToStop": true}]}'::jsonb`;
  const isWaiting = sql`jsonb_array_length(${scenarioRuns.kept} -> 'analyses') > 0`;
  const rows = await db
    .select()
    .from(scenarioRuns)
    .where(or(ne(scenarioRuns.state, 'ended'), and(gt(scenarioRuns.endedAt, since), hasToStop), isWaiting))
    .orderBy(scenarioRuns.id);
  return rows.map((row) => {
    const kept = RunKept.safeParse(row.kept);
    if (!kept.success) return { unreadableId: row.id };
    const { language, source, program, elapsedSeconds, state, endedAt } = row;
    return { about: row, kept: kept.data, language, source, program, elapsedSeconds, state, endedAt };
  });
}

/** A run that has ended, as it was. */
export async function readEndedRun(db: Queryable, id: number): Promise<ScenarioRun | undefined> {
  const [row] = await db.select().from(scenarioRuns).where(eq(scenarioRuns.id, id));
  const kept = RunKept.safeParse(row?.kept);
  if (row === undefined || !kept.success) return undefined;
  const { state, elapsedSeconds: seconds, endedAt } = row;
  return presentRun(row, kept.data, { state, seconds, endedAt });
}

export async function closeUnreadable(db: Db, id: number, endedAt: Date): Promise<void> {
  await db.update(scenarioRuns).set({ state: 'ended', endedBy: 'crash', endedAt }).where(eq(scenarioRuns.id, id));
}
