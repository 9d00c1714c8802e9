import { analysisOf } from '@sillage/analysis';
import { type AnalysisRules, isRefusal, type Refusal, type RulesOf, refuse } from '@sillage/contract';
import { and, eq } from 'drizzle-orm';
import { brokenField } from '../../administration/tenancy/index.ts';
import { type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { findRecord, type RecordDependencies, type RecordRow } from '../records/index.ts';
import { coachesOf, nameOfRules, strangersOf } from './analysis-rules.ts';
import type { Results } from './compute-results.ts';

const { parameters } = tables;

export interface RulesDependencies {
  readonly database: RecordDependencies['database'];
  readonly clock: RecordDependencies['clock'];
  readonly results: Pick<Results, 'lookAgain'>;
}

/** Whose rules the viewer may set for a record: who changes the parameters of a club, and a coach of the record. */
export async function settableRules(db: Queryable, { principal }: Viewer, record: RecordRow): Promise<RulesOf[]> {
  const { roles, clientId, userId } = principal;
  const ofClub = roles.includes('Admin') || (roles.includes('Manager') && clientId === record.clientId);
  const isCoach = roles.includes('Coach') && (await coachesOf(db, [record])).get(record.id)?.has(userId);
  return [...(ofClub ? (['organisation'] as const) : []), ...(isCoach ? (['coach'] as const) : [])];
}

/** Keeps rules as a parameter of the club or of the coach; results that they change are computed anew. */
export async function setRules(
  { database: { db }, clock, results }: RulesDependencies,
  viewer: Viewer,
  { id, analysis: wanted }: { readonly id: number; readonly analysis: string },
  { of, parameters: said }: AnalysisRules,
): Promise<undefined | Refusal> {
  const analysis = analysisOf(wanted);
  const record = await findRecord(db, viewer, id);
  if (isRefusal(record)) return record;
  if (analysis === undefined) return refuse('entity.notFound');
  if (!(await settableRules(db, viewer, record)).includes(of)) return refuse('permission.denied');
  if (strangersOf(analysis, said).length > 0) return brokenField('parameters', 'parameter');
  const key = {
    tableName: of === 'organisation' ? 'Client' : 'User',
    targetId: of === 'organisation' ? record.clientId : viewer.principal.userId,
    name: nameOfRules(analysis.id),
  };
  if (Object.keys(said).length === 0) {
    const { tableName, targetId, name } = parameters;
    const row = and(eq(tableName, key.tableName), eq(targetId, key.targetId), eq(name, key.name));
    await db.delete(parameters).where(row);
  } else {
    const { userId } = viewer.principal;
    const set = { value: JSON.stringify(said), isSet: true, modifiedBy: userId, modifiedAt: new Date(clock.nowMs()) };
    const description = { type: 'json', display_name: analysis.name };
    await db
      .insert(parameters)
      .values({ ...key, ...set, description, addedBy: userId })
      .onConflictDoUpdate({ target: [parameters.tableName, parameters.targetId, parameters.name], set });
  }
  results.lookAgain(record.clientId);
  return undefined;
}
