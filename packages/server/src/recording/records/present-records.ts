import { api, mayOf, protocolOf, type Record as RecordShape, RecordType, type Translated } from '@sillage/contract';
import { calibrationInfos, formatDateTime, isInWork } from '@sillage/domain';
import { and, count, eq, sql } from 'drizzle-orm';
import { shareLoop } from '../../platform/clock/index.ts';
import { isOneOf, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { trialsOfRecords } from '../results/index.ts';
import type { RecordDependencies } from './dependencies.ts';
import { isReadable, type RecordRow } from './find-records.ts';
import { otherDataOf } from './own-data.ts';
import { loadSessions } from './present-sessions.ts';
import { loadVideos } from './present-videos.ts';
import { seenSelection } from './selections.ts';
import { isSession } from './session-records.ts';

/** Nobody took it out of what is sent. */
const isNotWithheld = sql`${tables.syncFiles.whyNot} is distinct from 'sync.withheld'`;
const { records, recordUsers, users, groups, sports, devices, selections, recordErrors, syncFiles } = tables;

const typeNames: Record<RecordType, Translated> = {
  record: { fr: 'Enregistrement', en: 'Record' },
  scenario: { fr: 'Scénario', en: 'Scenario' },
  calib: { fr: 'Calibration', en: 'Calibration' },
  mini: { fr: 'Mini', en: 'Mini' },
  seance: { fr: 'Séance', en: 'Session' },
  video: { fr: 'Vidéo', en: 'Video' },
  fusion: { fr: 'Fusion', en: 'Fusion' },
};

type Presented = Omit<RecordShape, 'may'>;

/** What is still found out of a record nobody can say yet. */
const withheldInWork = ['basename', 'timestamp', 'record_ids'];

/** Records as they are answered to somebody: each says what they may do with it. */
export async function answerRecords(
  db: Queryable,
  viewer: Viewer,
  rows: readonly RecordRow[],
  away: ReturnType<RecordDependencies['ingest']['awayFrom']>,
): Promise<RecordShape[]> {
  const { principal } = viewer;
  const of = (withheld: readonly string[]) => mayOf(api.recordRows, principal, { withheld });
  const [ofRecord, inWork, ofSession] = [of(['record_ids']), of(withheldInWork), of(['timestamp'])];
  const shown = await presentRecords(db, viewer, rows, away);
  const sessions = new Set(rows.filter(isSession).map(({ id }) => id));
  const mayOfOne = ({ id, decode_state }: Presented) => {
    if (sessions.has(id)) return ofSession;
    return isInWork(decode_state) ? inWork : ofRecord;
  };
  // Each was made for this answer.
  return shown.map((record) => Object.assign(record, { may: mayOfOne(record) }));
}

/**
 * Records as the contract says them, in the order given; one query a related table, however many records.
 * @param viewer whose eyes sessions and their records are for
 * @param away those whose device is away, as far as it is asked
 */
export async function presentRecords(
  db: Queryable,
  viewer: Viewer,
  rows: readonly RecordRow[],
  away: ReturnType<RecordDependencies['ingest']['awayFrom']> = new Map(),
): Promise<Presented[]> {
  if (rows.length === 0) return [];
  const related = await loadRelated(db, viewer, rows);
  const pause = shareLoop();
  const shown: Presented[] = [];
  for (const row of rows) {
    await pause();
    shown.push({ ...presentRecord(row, related), device_away: presentAway(away.get(row.id)) });
  }
  return shown;
}

function presentAway(away: { readonly sinceMs: number | null } | undefined): RecordShape['device_away'] {
  if (away === undefined) return null;
  return { since: away.sinceMs === null ? null : new Date(away.sinceMs).toISOString() };
}

type Related = Awaited<ReturnType<typeof loadRelated>>;

async function loadRelated(db: Queryable, viewer: Viewer, rows: readonly RecordRow[]) {
  const ids = rows.map((row) => row.id);
  const idsOf = (key: 'groupId' | 'sportId' | 'deviceId') => [
    ...new Set(rows.map((row) => row[key]).filter((id) => id !== null)),
  ];
  const [trials, sessions, videos, athletes, chosen, errors, groupRows, sportRows, deviceRows, sent] =
    await Promise.all([
      trialsOfRecords(db, ids),
      loadSessions(db, viewer, rows),
      loadVideos(db, viewer, rows),
      db
        .select({ recordId: recordUsers.recordId, id: users.id, firstname: users.firstname, lastname: users.lastname })
        .from(recordUsers)
        .innerJoin(users, eq(users.id, recordUsers.userId))
        .where(isOneOf(recordUsers.recordId, ids))
        .orderBy(users.lastname, users.firstname, users.id),
      db
        .select({
          recordId: selections.recordId,
          id: selections.id,
          num: selections.num,
          t0: selections.t0,
          t1: selections.t1,
        })
        .from(selections)
        .where(isOneOf(selections.recordId, ids))
        .orderBy(selections.num),
      db
        .select({ recordId: recordErrors.recordId, n: count() })
        .from(recordErrors)
        .where(isOneOf(recordErrors.recordId, ids))
        .groupBy(recordErrors.recordId),
      db
        .select()
        .from(groups)
        .where(isOneOf(groups.id, idsOf('groupId'))),
      db
        .select()
        .from(sports)
        .where(isOneOf(sports.id, idsOf('sportId'))),
      db
        .select({ id: devices.id, name: devices.name })
        .from(devices)
        .where(isOneOf(devices.id, idsOf('deviceId'))),
      db
        .select({ id: records.id, state: syncFiles.state })
        .from(records)
        .innerJoin(syncFiles, and(eq(syncFiles.recordUid, records.uid), isNotWithheld))
        .where(isOneOf(records.id, ids)),
    ]);
  return {
    trials,
    ...sessions,
    ...videos,
    athletes: Map.groupBy(athletes, (row) => row.recordId),
    selections: Map.groupBy(chosen, (row) => row.recordId),
    errors: new Map(errors.map((row) => [row.recordId, row.n])),
    groups: new Map(groupRows.map((row) => [row.id, row])),
    sports: new Map(sportRows.map((row) => [row.id, row])),
    devices: new Map(deviceRows.map((row) => [row.id, row])),
    cloudStates: new Map(sent.map((row) => [row.id, row.state])),
  };
}

function presentRecord(row: RecordRow, related: Related): Omit<Presented, 'device_away'> {
  const athletes = (related.athletes.get(row.id) ?? []).map(({ id, firstname, lastname }) => ({
    id,
    firstname,
    lastname,
  }));
  const group = row.groupId === null ? undefined : related.groups.get(row.groupId);
  const sport = row.sportId === null ? undefined : related.sports.get(row.sportId);
  const device = row.deviceId === null ? undefined : related.devices.get(row.deviceId);
  const session = related.sessions.get(row.id);
  const type = RecordType.catch('record').parse(row.recordType);
  return {
    id: row.id,
    uid: row.uid,
    client_id: row.clientId,
    date: formatDateTime(row.startedAt.getTime(), row.timezone),
    dt_created: row.createdAt.toISOString(),
    timestamp: row.startedAt.getTime(),
    timezone: row.timezone,
    exercise_id: row.exerciseId,
    exercise_name: row.exerciseName,
    favorite: row.favorite,
    group_id: row.groupId,
    group_name: group?.name ?? null,
    record_type: type,
    record_type_name: typeNames[type],
    comment: row.comment,
    cloud_state: related.cloudStates.get(row.id) ?? 'local',
    original_elsewhere: row.originalElsewhere,
    size: session?.sizeBytes ?? row.sizeBytes,
    duration: session?.durationSeconds ?? row.durationSeconds,
    decode_state: row.decodeState,
    signals_version: row.signalsVersion,
    scenario_id: row.scenarioId,
    scenario_classname: row.scenarioClassname,
    seance_id: related.seanceIds.get(row.id) ?? null,
    selections: (related.selections.get(row.id) ?? [])
      .filter((selection) => seenSelection(selection, row.appliedSteps) !== undefined)
      .map(({ id, num }) => ({ id, num })),
    available_data: row.availableData,
    distance_source: row.appliedSteps?.distance ?? null,
    modules: row.modules,
    calib_infos: row.appliedSteps?.calibrations ?? calibrationInfos(Object.keys(row.availableData), []),
    basename: row.basename,
    nb_errors: related.errors.get(row.id) ?? 0,
    external: false,
    sport_id: row.sportId,
    sport_name: sport?.name ?? null,
    sport_disp_name: sport?.displayName ?? null,
    other_data: otherDataOf(row),
    protocol: protocolOf(row.otherData),
    trial: related.trials.get(row.id) ?? null,
    user_ids: athletes.map(({ id }) => id),
    users: athletes,
    device_id: row.deviceId,
    device_name: device?.name ?? null,
    device_record_id: row.deviceRecordId,
    visualisable: isReadable(row),
    wrong_time: row.wrongTime,
    // The database keeps "no value" as NaN, which JSON cannot say.
    preview: row.preview?.map((value) => (Number.isFinite(value) ? value : null)) ?? null,
    seance_records: session?.records ?? [],
    video: related.films.get(row.id) ?? null,
    videos: related.beside.get(row.id) ?? [],
  };
}
