import { randomBytes } from 'node:crypto';
import { type FieldRule, isRefusal, type RecordUpload, type Refusal, refuse } from '@sillage/contract';
import { uuidV7 } from '@sillage/domain';
import { brokenField } from '../../administration/tenancy/index.ts';
import type { UploadedFile, Viewer } from '../../platform/http/index.ts';
import { checkNamed } from './check-people.ts';
import type { RecordDependencies } from './dependencies.ts';
import { setAthletes } from './edit-record.ts';
import type { RecordRow } from './find-records.ts';
import { athletesOf, common, groupOf } from './gather-records.ts';
import { addSessionRecords, holdSessionRecords } from './session-records.ts';

/** Makes a session of records. What is not said of it is what they have in common; its athletes are all of theirs. */
export async function createSession(
  { life, clock, database }: RecordDependencies,
  viewer: Viewer,
  given: RecordUpload,
  file: UploadedFile | undefined,
): Promise<{ id: number } | Refusal> {
  const meaningless = refuseMeaningless(given, file);
  if (meaningless !== undefined) return meaningless;
  if (given.record_ids === undefined) return brokenField('record_ids', 'required');
  const ids = given.record_ids;
  const created = await life.inTransaction(async (tx) => {
    const held = await holdSessionRecords(tx, viewer, { id: undefined, clientId: given.client_id }, ids);
    if (isRefusal(held)) return held;
    const [first] = held;
    if (first === undefined) throw new Error('a session without records was not refused');
    const { clientId } = first;
    const refusal = await checkNamed(tx, viewer, clientId, given);
    if (isRefusal(refusal)) return refusal;
    const id = await life.beginOfSession(tx, {
      uid: uuidV7(clock.nowMs(), randomBytes(10)),
      clientId,
      groupId: given.group_id === undefined ? groupOf(held, viewer) : given.group_id,
      sportId: given.sport_id === undefined ? common(held, 'sportId') : given.sport_id,
      ...exerciseOf(held, given),
      source: 'seance',
      recordType: 'seance',
      basename: given.basename ?? 'séance',
      startedAt: first.startedAt,
      startUs: first.startUs,
      timezone: given.timezone ?? first.timezone,
      comment: given.comment,
    });
    await setAthletes(tx, id, given.user_ids ?? (await athletesOf(tx, held)));
    await addSessionRecords(
      tx,
      id,
      held.map((record) => record.id),
    );
    return { id, clientId };
  });
  if (isRefusal(created)) return created;
  life.tell(database.db, { clientId: created.clientId, recordIds: [...new Set(ids)], reason: 'updated' });
  return { id: created.id };
}

/** What is only said of a file, and of what has a date of its own. */
function refuseMeaningless(given: RecordUpload, file: UploadedFile | undefined): Refusal | undefined {
  const { upload, rate, csv_mapping, date } = given;
  const ofFiles = Object.entries({ file, upload, rate, csv_mapping }).filter(([, value]) => value !== undefined);
  const fields: [string, FieldRule][] = ofFiles.map(([field]) => [field, 'sessionFile']);
  if (date !== undefined) fields.push(['date', 'sessionDate']);
  return fields.length === 0 ? undefined : refuse('request.invalid', {}, Object.fromEntries(fields));
}

function exerciseOf(held: readonly RecordRow[], { exercise_id, exercise_name }: RecordUpload) {
  if (exercise_id === undefined && exercise_name === undefined) {
    return { exerciseId: common(held, 'exerciseId'), exerciseName: common(held, 'exerciseName') };
  }
  return { exerciseId: exercise_id ?? null, exerciseName: exercise_name || null };
}
