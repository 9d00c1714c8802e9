import { type Analysis, analysisOf } from '@sillage/analysis';
import type { api, BodyOf, Refusal, TeamResults, Trial } from '@sillage/contract';
import { toUtcMs } from '@sillage/domain';
import { and, arrayContains, eq } from 'drizzle-orm';
import { brokenField, readTimezone } from '../../administration/tenancy/index.ts';
import { type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import type { RecordDependencies } from '../records/index.ts';
import type { AnalysisDependencies } from './answer-on-record.ts';
import { describeAnalysis } from './describe-analysis.ts';
import { dayIn, findTrials } from './find-trials.ts';
import { countingTrials, judgeTrials } from './judge-trials.ts';
import { type SpreadOfMethods, spreadOfTrial } from './spread-of-methods.ts';

const { groupMembers, groups, users } = tables;

/** Athletes of a group, and trials of all of them, that one answer is made of. */
const [mostAthletes, mostTrials] = [500, 5_000];
/** Athletes of a group whose last trial is computed by each method: about 20 ms each. */
const mostSpreads = 100;
/** Days that are looked at unless others are said. */
const usualDays = 90;
/** Of the deviation between athletes: the smallest change that is worth while (Hopkins 2000). */
const smallEffect = 0.2;

/** Who of a group was tested between two days, refused or absent, each against the own reference. */
export async function readTeam(
  dependencies: AnalysisDependencies & Pick<RecordDependencies, 'clock'>,
  viewer: Viewer,
  { analysis: wanted, group_id, ...said }: BodyOf<typeof api.readTeamResults>,
  signal: AbortSignal,
): Promise<TeamResults | Refusal> {
  const { db } = dependencies.database;
  const analysis = analysisOf(wanted);
  if (analysis === undefined) return brokenField('analysis', 'unknown');
  const clientId = await clientOfGroup(db, viewer, group_id);
  if (clientId === undefined) return brokenField('group_id', 'unknown');
  const timezone = await readTimezone(db, clientId);
  const to = said.to ?? dayIn(dependencies.clock.nowMs(), timezone);
  const from = said.from ?? dayBefore(to, usualDays - 1);
  if (from > to) return brokenField('to', 'range');
  const startMs = toUtcMs(Date.parse(`${from}T00:00:00Z`), timezone);
  const endMs = toUtcMs(Date.parse(`${to}T00:00:00Z`) + 86_400_000, timezone);
  const athletes = await athletesOfGroup(db, group_id);
  const userIds = athletes.map(({ id }) => id);
  const found = await findTrials(db, viewer, { userIds, analysis: analysis.id, beforeMs: endMs, limit: mostTrials });
  const byUser = Map.groupBy(found, ({ userId }) => userId);
  const rows: (Standing & Pick<TeamResults['rows'][number], 'user'>)[] = [];
  for (const user of athletes) {
    const trials = (byUser.get(user.id) ?? []).map(({ trial }) => trial);
    const last =
      rows.length < mostSpreads ? countingTrials(trials).findLast((trial) => trial.timestamp >= startMs) : undefined;
    const spread = await spreadOfTrial(dependencies, last, signal);
    rows.push({ user, ...standing(analysis, trials, startMs, spread) });
  }
  const inState = (state: string) => rows.filter((row) => row.state === state).length;
  return {
    ...{ analysis: describeAnalysis(analysis), from, to },
    ...{ tested: inState('tested'), refused: inState('refused'), absent: inState('absent') },
    // Who has no number keeps a row, at the end.
    rows: [...rows.filter(({ state }) => state === 'tested'), ...rows.filter(({ state }) => state !== 'tested')],
    group: ofGroup(analysis, rows),
  };
}

const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

type Standing = Omit<TeamResults['rows'][number], 'user'>;

function standing(analysis: Analysis, trials: readonly Trial[], startMs: number, spread: SpreadOfMethods): Standing {
  const now = trials.filter(({ timestamp }) => timestamp >= startMs);
  const counting = countingTrials(trials).filter(({ timestamp }) => timestamp >= startMs);
  const last = counting.at(-1);
  const nothing = { trials: now.length, values: {}, day: null, record_id: null, judged: {} };
  if (last === undefined) {
    const refused = now.findLast((trial) => trial.refused !== null)?.refused ?? null;
    return { ...nothing, state: refused === null ? 'absent' : 'refused', refused };
  }
  const ofDay = counting.filter(({ day }) => day === last.day);
  const meanOf = (id: string) => {
    const values = ofDay.flatMap((trial) => trial.values[id] ?? []);
    return values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length;
  };
  return {
    ...{ state: 'tested', trials: now.length, day: last.day, record_id: last.record_id, refused: null },
    values: Object.fromEntries(Object.keys(analysis.outputs).map((id) => [id, meanOf(id)])),
    judged: judgeTrials(analysis, trials, spread),
  };
}

/** Of each number that two athletes have at least. */
function ofGroup({ outputs }: Analysis, rows: readonly Standing[]): TeamResults['group'] {
  const entries = Object.keys(outputs).flatMap((id) => {
    const values = rows.flatMap((row) => row.values[id] ?? []);
    const n = values.length;
    if (n < 2) return [];
    const mean = values.reduce((sum, one) => sum + one, 0) / n;
    const deviation = Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (n - 1));
    return [[id, { n, mean, deviation, swc: smallEffect * deviation }] as const];
  });
  return Object.fromEntries(entries);
}

/** Coaches and athletes see the groups that they are in. */
async function clientOfGroup(db: Queryable, { principal, scope }: Viewer, id: number): Promise<number | undefined> {
  const [group] = await db.select({ clientId: groups.clientId }).from(groups).where(eq(groups.id, id));
  if (group === undefined || scope === 'everything') return group?.clientId;
  const isMember = scope === 'client' || principal.groupIds.includes(id);
  return group.clientId === principal.clientId && isMember ? group.clientId : undefined;
}

async function athletesOfGroup(db: Queryable, groupId: number) {
  return db
    .select({ id: users.id, firstname: users.firstname, lastname: users.lastname })
    .from(groupMembers)
    .innerJoin(users, eq(users.id, groupMembers.userId))
    .where(and(eq(groupMembers.groupId, groupId), eq(users.active, true), arrayContains(users.roles, ['Athlete'])))
    .orderBy(users.lastname, users.firstname, users.id)
    .limit(mostAthletes);
}
