import { isRefusal, RecordEdit, type Refusal, recordDatesMs, refuse } from '@sillage/contract';
import { isInWork } from '@sillage/domain';
import { eq } from 'drizzle-orm';
import { brokenField, refuseFixed } from '../../administration/tenancy/index.ts';
import { type Db, type Queryable, setPartners, tables } from '../../platform/database/index.ts';
import type { Viewer } from '../../platform/http/index.ts';
import { checkNamed } from './check-people.ts';
import { findRecord, holdRecord, type RecordRow } from './find-records.ts';
import { besideOwnKeys, otherDataOf, ownKeys, withProtocol } from './own-data.ts';
import { presentRecords } from './present-records.ts';
import { holdInOrder, isSession, sessionsOf, setSessionRecords } from './session-records.ts';

const { records, recordUsers } = tables;

/** What the server finds out of a record while it is received and decoded. */
const found: ReadonlySet<string> = new Set([
  ...['size', 'duration', 'decode_state', 'nb_errors', 'available_data', 'modules', 'visualisable', 'preview'],
  ...['wrong_time', 'basename', 'date', 'timestamp', 'device_record_id'],
]);

type Edit = RecordEdit & Readonly<Record<string, unknown>>;

interface Edited {
  readonly row: RecordRow;
  /** Other records that are of another session now, or of none; the session of the record, which shows it. */
  readonly others: readonly number[];
  /** The sport that it had. */
  readonly formerSportId: number | null;
}

/** Changes what a person says of a record; fields left out stay. */
export async function editRecord(db: Db, viewer: Viewer, id: number, edit: Edit): Promise<Edited | Refusal> {
  const seen = await findRecord(db, viewer, id);
  const unchangeable = isRefusal(seen) ? seen : await refuseUnchangeable(db, viewer, seen, edit);
  if (unchangeable) return unchangeable;
  const changed = await db.transaction(async (tx) => {
    if (edit.record_ids) await holdInOrder(tx, [id, ...edit.record_ids]);
    const record = await holdRecord(tx, viewer, id);
    if (isRefusal(record)) return record;
    const moved = await moveRecords(tx, viewer, record, edit);
    if (isRefusal(moved)) return moved;
    const dated = dateOf(record, edit);
    if (isRefusal(dated)) return dated;
    const exercise = otherExercise(record, edit);
    const { user_ids, group_id, sport_id } = edit;
    const refusal = await checkNamed(tx, viewer, record.clientId, { user_ids, group_id, sport_id, ...exercise });
    if (isRefusal(refusal)) return refusal;
    if (edit.user_ids) await setAthletes(tx, id, edit.user_ids);
    const changes = {
      ...(edit.sport_id === undefined ? {} : { sportId: edit.sport_id }),
      ...(edit.group_id === undefined ? {} : { groupId: edit.group_id }),
      ...exerciseColumns(exercise),
      // What is still found out of a record nobody can say yet.
      ...(edit.basename === undefined || isInWork(record.decodeState) ? {} : { basename: edit.basename }),
      ...dated,
      ...(edit.comment === undefined ? {} : { comment: edit.comment }),
      ...(edit.favorite === undefined ? {} : { favorite: edit.favorite }),
      ...(edit.timezone === undefined ? {} : { timezone: edit.timezone }),
      ...otherDataColumn(edit),
    };
    if (Object.keys(changes).length > 0) await tx.update(records).set(changes).where(eq(records.id, id));
    return { others: [...moved, ...(await sessionsOf(tx, [id]))], formerSportId: record.sportId };
  });
  if (isRefusal(changed)) return changed;
  const row = await findRecord(db, viewer, id);
  return isRefusal(row) ? row : { row, ...changed };
}

function otherDataColumn({ other_data, protocol }: Edit) {
  const said = other_data && besideOwnKeys(other_data);
  if (protocol !== undefined) return { otherData: withProtocol(protocol, said) };
  return said === undefined ? {} : { otherData: said };
}

/** Other records whose session is another now. */
async function moveRecords(tx: Queryable, viewer: Viewer, record: RecordRow, { record_ids }: Edit) {
  if (record_ids === undefined) return [];
  return isSession(record)
    ? setSessionRecords(tx, viewer, record, record_ids)
    : brokenField('record_ids', 'sessionOnly');
}

/** Who says when a record was made knows it better than the device's clock; samples are counted from the start. */
function dateOf(record: RecordRow, { timestamp }: Edit): Partial<RecordRow> | Refusal {
  if (timestamp === undefined || isInWork(record.decodeState) || timestamp === record.startedAt.getTime()) return {};
  const isPossible = timestamp >= recordDatesMs.earliest && timestamp <= recordDatesMs.latest;
  if (!isPossible) return refuse('request.invalid', {}, { timestamp: 'date' });
  return { startedAt: new Date(timestamp), wrongTime: false };
}

/** What the server may have found out since somebody read a record in work is passed over. */
async function refuseUnchangeable(
  db: Queryable,
  viewer: Viewer,
  record: RecordRow,
  edit: Edit,
): Promise<Refusal | undefined> {
  const [present] = await presentRecords(db, viewer, [record]);
  const inWork = isInWork(record.decodeState);
  const movesSession = isSession(record) && edit.timestamp !== undefined && edit.timestamp !== present?.timestamp;
  if (movesSession) return brokenField('timestamp', 'sessionDate');
  const isFixed = (field: string) => !(field in RecordEdit.shape);
  const fixed = Object.entries(present ?? {}).filter(([field]) => isFixed(field) && !(inWork && found.has(field)));
  const other = otherDataOf(record);
  const kept = (inWork ? [] : ownKeys).map((key) => [`other_data.${key}`, other[key]]);
  const ownGiven = ownKeys.map((key) => [`other_data.${key}`, edit.other_data?.[key]]);
  return refuseFixed(Object.fromEntries([...fixed, ...kept]), { ...edit, ...Object.fromEntries(ownGiven) });
}

/** The exercise by its id or by its name, whichever is another than before: what was read can be put back with one of them changed. */
function otherExercise(before: RecordRow, { exercise_id: id, exercise_name: given }: Edit) {
  const name = given === undefined ? undefined : given || null;
  return {
    ...(id !== undefined && id !== before.exerciseId && { exercise_id: id }),
    ...(name !== undefined && name !== before.exerciseName && { exercise_name: name }),
  };
}

/** The database keeps the name with the id, and finds the exercise that a name means. */
function exerciseColumns({ exercise_id: id, exercise_name: name }: ReturnType<typeof otherExercise>) {
  if (typeof id === 'number') return { exerciseId: id };
  if (name !== undefined) return { exerciseId: null, exerciseName: name };
  return id === null ? { exerciseId: null, exerciseName: null } : {};
}

/** Replaces the athletes of a record. */
export async function setAthletes(tx: Queryable, recordId: number, userIds: readonly number[]): Promise<void> {
  await setPartners(
    tx,
    { table: recordUsers, of: recordUsers.recordId, partner: recordUsers.userId },
    recordId,
    userIds,
  );
}
