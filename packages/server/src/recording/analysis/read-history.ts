import { analyses, analysisOf } from '@sillage/analysis';
import { type AthleteHistory, isRefusal, type Refusal, refuse } from '@sillage/contract';
import { and, eq } from 'drizzle-orm';
import { brokenField, reachableUserIds } from '../../administration/tenancy/index.ts';
import { type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { visibleTo } from '../records/index.ts';
import type { AnalysisDependencies } from './answer-on-record.ts';
import { describeAnalysis } from './describe-analysis.ts';
import { findTrials, mostTrials } from './find-trials.ts';
import { countingTrials, judgeTrials } from './judge-trials.ts';
import { spreadOfTrial } from './spread-of-methods.ts';

const { analysisResults, records, recordUsers, users } = tables;

/** An athlete's trials of one analysis, the newest where none is said; and which analyses there are. */
export async function readHistory(
  dependencies: AnalysisDependencies,
  viewer: Viewer,
  id: number,
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<AthleteHistory | Refusal> {
  const { db } = dependencies.database;
  if (wanted !== undefined && analysisOf(wanted) === undefined) return brokenField('analysis', 'unknown');
  const user = await findAthlete(db, viewer, id);
  if (isRefusal(user)) return user;
  const answered = await answeredBy(db, viewer, id);
  const offered = analyses.filter((analysis) => answered.includes(analysis.id));
  const analysis = analysisOf(wanted ?? '') ?? offered[0];
  if (analysis === undefined) return { user, analyses: [], analysis: null, trials: [], is_cut: false, judged: {} };
  const found = await findTrials(db, viewer, { userIds: [id], analysis: analysis.id, limit: mostTrials + 1 });
  const trials = found.slice(-mostTrials).map(({ trial }) => trial);
  const spread = await spreadOfTrial(dependencies, countingTrials(trials).at(-1), signal);
  return {
    user,
    analyses: offered.map(describeAnalysis),
    analysis: analysis.id,
    trials,
    is_cut: found.length > mostTrials,
    judged: judgeTrials(analysis, trials, spread),
  };
}

async function findAthlete(db: Queryable, viewer: Viewer, id: number) {
  const [user] = await db
    .select({ id: users.id, firstname: users.firstname, lastname: users.lastname })
    .from(users)
    .where(and(eq(users.id, id), reachableUserIds(db, viewer, users.id)));
  return user ?? refuse('entity.notFound');
}

/** Ids of the analyses of which the athlete has results that the viewer may see. */
async function answeredBy(db: Queryable, viewer: Viewer, userId: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ analysis: analysisResults.analysis })
    .from(analysisResults)
    .innerJoin(records, eq(records.id, analysisResults.recordId))
    .innerJoin(recordUsers, eq(recordUsers.recordId, records.id))
    .where(and(eq(recordUsers.userId, userId), eq(analysisResults.isCurrent, true), visibleTo(db, viewer)));
  return rows.map(({ analysis }) => analysis);
}
