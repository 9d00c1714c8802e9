import { type AnalysisOutcome, limits, protocolOf, type TestProtocol, type Trial } from '@sillage/contract';
import { and, desc, eq, gte, lt, type SQL } from 'drizzle-orm';
import { shareLoop } from '../../platform/clock/index.ts';
import { isOneOf, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { visibleTo } from '../records/index.ts';
import { type KeptRow, presentResult, readSeen } from '../results/index.ts';
import { countOfProfiles } from './count-of-profiles.ts';

const { analysisResults, records, recordUsers } = tables;

interface Wanted {
  readonly userIds: readonly number[];
  readonly analysis: string;
  /** ms since 1970: records that began before. */
  readonly beforeMs?: number;
  readonly sinceMs?: number;
  readonly limit: number;
}

interface OfAthlete {
  readonly userId: number;
  readonly trial: Trial;
}

/** Trials of athletes that the viewer may see, the newest of them, oldest first; an athlete's whole records count once, and so do jumps of several profiles. */
export async function findTrials(db: Queryable, viewer: Viewer, wanted: Wanted): Promise<OfAthlete[]> {
  const { userIds, analysis, beforeMs, sinceMs, limit } = wanted;
  const bounds: (SQL | undefined)[] = [
    beforeMs === undefined ? undefined : lt(records.startedAt, new Date(beforeMs)),
    sinceMs === undefined ? undefined : gte(records.startedAt, new Date(sinceMs)),
  ];
  const rows = await db
    .select({
      userId: recordUsers.userId,
      row: analysisResults,
      basename: records.basename,
      startedAt: records.startedAt,
      timezone: records.timezone,
      otherData: records.otherData,
    })
    .from(analysisResults)
    .innerJoin(records, eq(records.id, analysisResults.recordId))
    .innerJoin(recordUsers, eq(recordUsers.recordId, records.id))
    .where(
      and(
        isOneOf(recordUsers.userId, userIds),
        eq(analysisResults.analysis, analysis),
        eq(analysisResults.isCurrent, true),
        visibleTo(db, viewer),
        ...bounds,
      ),
    )
    .orderBy(desc(records.startedAt), desc(analysisResults.id))
    .limit(limit);
  const byRecord = Map.groupBy(rows, ({ row }) => row.recordId);
  const counts = countOfProfiles(rows);
  const seen = await recordsOfTrials(db, viewer, rows);
  const found: OfAthlete[] = [];
  const pause = shareLoop();
  for (const one of rows) {
    const { userId, row, otherData } = one;
    if (!countsOnce(row, byRecord.get(row.recordId) ?? []) || !counts(one)) continue;
    found.push({ userId, trial: { ...trialOf(one, protocolOf(otherData)), record_ids: seen(row) } });
    await pause();
  }
  return found.sort((a, b) => a.trial.timestamp - b.trial.timestamp || a.trial.result_id - b.trial.result_id);
}

/** Where trials of a record were kept one by one, the whole of it is none of them. */
function countsOnce({ asked, userName }: KeptRow, ofRecord: readonly { readonly row: KeptRow }[]): boolean {
  const isAutomatic = userName === null && asked.t0 === undefined;
  return !isAutomatic || ofRecord.every(({ row }) => row.asked.t0 === undefined);
}

/** Ids of the records of a result of several trials that the viewer sees. */
async function recordsOfTrials(
  db: Queryable,
  viewer: Viewer,
  rows: readonly { readonly row: KeptRow }[],
): Promise<(row: KeptRow) => number[]> {
  const trialsOf = ({ outcome }: KeptRow) => outcome.trials ?? [];
  const named = rows.flatMap(({ row }) => trialsOf(row));
  if (named.length === 0) return () => [];
  const seen = await readSeen(db, named, visibleTo(db, viewer));
  return (row) => [...new Set(trialsOf(row).flatMap((trial) => seen(trial)?.id ?? []))];
}

interface Found {
  readonly row: KeptRow;
  readonly basename: string;
  readonly startedAt: Date;
  readonly timezone: string;
}

function trialOf({ row, basename, startedAt, timezone }: Found, protocol: TestProtocol): Omit<Trial, 'record_ids'> {
  const { id, record_id, t0, t1, values, refused, warnings, excluded, ...result } = presentResult(row);
  const timestamp = startedAt.getTime() + t0 * 1000;
  return {
    ...{ result_id: id, record_id, basename, timestamp, timezone, day: dayIn(timestamp, timezone), t0, t1 },
    values: Object.fromEntries(Object.entries(values).map(([name, { value }]) => [name, value])),
    method: methodOf(result, protocol),
    ...{ refused, warnings, excluded },
  };
}

/** What two trials must have in common to be compared: by whose rules, and how the test was done. An edge that somebody moved is of its trial alone. */
export function methodOf(
  { version, preset, parameters }: Pick<AnalysisOutcome, 'version' | 'parameters'> & { readonly preset: string | null },
  protocol: TestProtocol = {},
): string {
  const said = Object.entries(parameters)
    .filter(([, { source }]) => source === 'given' || source === 'organisation' || source === 'coach')
    .map(([name, { value, unit }]) => `${name}=${value} ${unit}`.trim());
  const { arms, load_kg, box_height_m } = protocol;
  const done = [
    arms && `arms=${arms}`,
    load_kg !== undefined && load_kg > 0 && `load=${load_kg} kg`,
    box_height_m !== undefined && `box=${box_height_m} m`,
  ].filter((one) => typeof one === 'string');
  return [`v${version}`, ...(preset === null ? [] : [preset]), ...said, ...done].join(' · ');
}

/** `yyyy-mm-dd` */
export function dayIn(ms: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(ms);
}

/** One more than is answered tells whether there are more. */
export const mostTrials = limits.trialsOfAthlete;
