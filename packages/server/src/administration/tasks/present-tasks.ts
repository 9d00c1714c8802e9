import { scopeOf, type Task, type Translated, taskStates } from '@sillage/contract';
import { athleteNames } from '@sillage/domain';
import { and, eq, inArray, type SQL } from 'drizzle-orm';
import { isOneOf, type Queryable, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import type { JobDescription, Jobs } from '../../platform/jobs/index.ts';
import { mayDownload, mayHandle, type TaskRow, type VisibleRecords } from './see-tasks.ts';

const { clients, devices, recordUsers, records, users } = tables;

const stateNames: Record<(typeof taskStates)[number], Translated> = {
  Waiting: { fr: 'En attente', en: 'Waiting' },
  'Ask running': { fr: 'Démarrage demandé', en: 'Start requested' },
  Running: { fr: 'En cours', en: 'Running' },
  Done: { fr: 'Terminée', en: 'Done' },
  Error: { fr: 'Erreur', en: 'Error' },
  Archived: { fr: 'Archivée', en: 'Archived' },
};
const cancelling: Translated = { fr: 'Annulation en cours', en: 'Cancelling' };

export interface PresentingTasks {
  readonly db: Queryable;
  readonly jobs: Jobs;
  readonly nowMs: number;
  readonly visibleRecords: VisibleRecords;
}

/** Tasks as the contract says them, in the order given. */
export async function presentTasks(
  { db, jobs, nowMs, visibleRecords }: PresentingTasks,
  viewer: Viewer,
  rows: readonly TaskRow[],
): Promise<Task[]> {
  const clientIds = [...new Set(rows.map(({ clientId }) => clientId).filter((id) => id !== null))];
  const named =
    clientIds.length === 0
      ? []
      : await db
          .select({ id: clients.id, name: clients.displayName })
          .from(clients)
          .where(inArray(clients.id, clientIds));
  const subjects = await readSubjects(db, rows, visibleRecords.where(db, viewer));
  const clientNames = new Map(named.map(({ id, name }) => [id, name]));
  const kinds = new Map(jobs.describe().map((kind) => [kind.name, kind]));
  const mayEdit = scopeOf(viewer.principal.roles, 'task.edit') !== undefined;
  const canDownload = (row: TaskRow) => hasFile(row) && mayDownload(jobs, viewer, row);
  return rows.map((row) => {
    const kind = kinds.get(row.name);
    return {
      id: row.id,
      name: row.name,
      display_name: kind?.displayName ?? { fr: row.name, en: row.name },
      args: argsOf(row, kind),
      ...stateOf(row, nowMs),
      is_cancelable: isOpen(row) && mayHandle(jobs, viewer, row),
      rec_ids: row.recordIds,
      about_record: subjects.get(row.recordIds[0] ?? 0) ?? null,
      caller_front_uid: row.callerFrontUid,
      client_id: row.clientId,
      client_name: row.clientId === null ? null : (clientNames.get(row.clientId) ?? null),
      created_date: row.createdAt.toISOString(),
      result: resultOf(row, viewer, { canDownload: canDownload(row), kind }),
      can_download: canDownload(row),
      may_handle: mayEdit && mayHandle(jobs, viewer, row),
      progress: row.progress,
      messages_history: row.messages,
      logs: row.messages.map(({ date, type, msg }) => `${date} ${type} ${msg.en}\n`).join(''),
    };
  });
}

/** What people know records by, of the first record of each task, where the caller sees it: who asked for a task may not any more. */
async function readSubjects(db: Queryable, rows: readonly TaskRow[], seen: SQL | undefined) {
  const ids = [...new Set(rows.flatMap(({ recordIds }) => recordIds.slice(0, 1)))];
  if (ids.length === 0) return new Map<number, NonNullable<Task['about_record']>>();
  const [found, athletes] = await Promise.all([
    db
      .select({
        id: records.id,
        startedAt: records.startedAt,
        timezone: records.timezone,
        basename: records.basename,
        deviceName: devices.name,
      })
      .from(records)
      .leftJoin(devices, eq(devices.id, records.deviceId))
      .where(and(isOneOf(records.id, ids), seen)),
    db
      .select({ recordId: recordUsers.recordId, firstname: users.firstname, lastname: users.lastname })
      .from(recordUsers)
      .innerJoin(users, eq(users.id, recordUsers.userId))
      .where(isOneOf(recordUsers.recordId, ids))
      .orderBy(users.lastname, users.firstname, users.id),
  ]);
  const byRecord = Map.groupBy(athletes, ({ recordId }) => recordId);
  const named = found.map(({ id, startedAt, timezone, basename, deviceName }) => ({
    id,
    timestamp: startedAt.getTime(),
    timezone,
    athlete_name: athleteNames(byRecord.get(id) ?? []),
    source: deviceName ?? basename,
  }));
  return new Map(named.map((one) => [one.id, one]));
}

/** A file that a task made and offers: what a run left that did not end well is not offered. */
export function hasFile(row: TaskRow): row is TaskRow & { resultFile: string } {
  const state = taskStates[row.executing];
  return row.resultFile !== null && (state === 'Done' || (state === 'Archived' && row.result === null));
}

/** What a task came to, once it has ended. */
function resultOf(
  row: TaskRow,
  { scope }: Viewer,
  { canDownload, kind }: { readonly canDownload: boolean; readonly kind: JobDescription | undefined },
): Task['result'] {
  if (isOpen(row)) return null;
  const made = row.result === null ? kind?.madeRecord(row.args, row.recordIds) : undefined;
  return {
    // Where a bug was is for administrators.
    ...(row.result && { msg: row.result.msg, traceback: scope === 'everything' ? row.result.traceback : null }),
    ...(canDownload && { download: `/tasks/${row.id}/download` }),
    ...(made !== undefined && { record_id: made }),
  };
}

const isOpen = ({ executing }: TaskRow) => executing < taskStates.indexOf('Done');

function stateOf(row: TaskRow, nowMs: number) {
  const state = taskStates[row.executing] ?? 'Waiting';
  const runs = state === 'Running';
  const waits = state === 'Waiting' || state === 'Ask running';
  const endMs = runs ? nowMs : (row.endedAt?.getTime() ?? nowMs);
  return {
    executing: row.executing,
    executing_str: state,
    executing_time: waits || row.startedAt === null ? null : Math.max(0, endMs - row.startedAt.getTime()) / 1000,
    status: runs && row.askCancel ? cancelling : stateNames[state],
    loading: waits || runs,
    error: state === 'Error',
    success: state === 'Done',
    ask_cancel: row.askCancel,
  };
}

/** What somebody would send to start the same task. */
function argsOf(row: TaskRow, kind: JobDescription | undefined): unknown {
  const sent = kind?.asSent(row.args);
  if (sent !== undefined) return sent;
  if (kind?.startable === undefined && row.recordIds.length > 0) return { rec_ids: row.recordIds };
  return kind?.startable?.withFile === true ? withoutPath(row.args) : row.args;
}

/** Where a file lies on the server is nobody's business. */
function withoutPath(args: unknown): unknown {
  if (typeof args !== 'object' || args === null) return args;
  return Object.fromEntries(Object.entries(args).filter(([key]) => key !== 'file'));
}
