import { type CsvMapping, isRefusal, type Refusal, recordDatesMs, refuse } from '@sillage/contract';
import { type FileFormat, type FilmFormat, isFilmFormat, isProblem } from '@sillage/formats';
import { eq, sql } from 'drizzle-orm';
import { brokenField, readTimezone } from '../../administration/tenancy/index.ts';
import { isDatabaseAway, type Queryable, tables } from '../../platform/database/index.ts';
import { hashWorkingFile, removeWorkingFile, stored } from '../../platform/files/index.ts';
import type { UploadedFile, Viewer } from '../../platform/http/index.ts';
import { refuseFile } from '../decode/index.ts';
import { checkNamed } from './check-people.ts';
import type { RecordDependencies } from './dependencies.ts';
import { findSameFile } from './find-same-file.ts';
import { detectFile, insertUpload, keepUpload } from './import-record-file.ts';
import { unpackUpload } from './unpack-upload.ts';
import { boundMs } from './zone-dates.ts';

const { clients } = tables;
/** Files of the same bytes become records of a club one after the other. */
const sameFileLock = 7_301_012;

interface Upload {
  readonly record_type?: 'seance' | 'video' | undefined;
  readonly client_id?: number | undefined;
  readonly user_ids?: readonly number[] | undefined;
  readonly record_ids?: readonly number[] | undefined;
  readonly sport_id?: number | null | undefined;
  readonly group_id?: number | null | undefined;
  readonly exercise_id?: number | null | undefined;
  readonly exercise_name?: string | null | undefined;
  readonly comment: string;
  readonly basename?: string | undefined;
  readonly date?: string | undefined;
  readonly timezone?: string | null | undefined;
  readonly rate?: number | undefined;
  readonly csv_mapping?: CsvMapping | undefined;
  readonly upload?: string | undefined;
  readonly again: boolean;
}

type Asker = Viewer & { readonly frontUid: string | undefined };
interface Made {
  readonly id: number;
  readonly task_id: number;
}
/** Of a file that came in pieces: notes its record; answers the one that was made of it before, or why there is to be none. */
type Settle = (tx: Queryable, made: Made) => Promise<Made | Refusal | undefined>;

/** Makes a record of an uploaded file: safe on disk before the answer, nothing left behind when it is refused. */
export async function uploadRecord(
  dependencies: RecordDependencies,
  viewer: Asker,
  upload: Upload,
  sent: UploadedFile | undefined,
): Promise<Made | Refusal> {
  if (upload.record_ids !== undefined) return brokenField('record_ids', 'sessionOnly');
  if (upload.upload !== undefined) {
    if (sent !== undefined) return refuse('request.invalid', {}, { upload: 'either' });
    return makeOfUpload(dependencies, viewer, { ...upload, upload: upload.upload });
  }
  if (!sent) return refuse('request.invalid', {}, { file: 'required' });
  return makeRecord(dependencies, viewer, upload, { ...sent, sha256: await hashWorkingFile(sent.path) });
}

/** Makes the record of an upload that came in pieces: one, however often it is asked. */
async function makeOfUpload(
  dependencies: RecordDependencies,
  viewer: Asker,
  upload: Upload & { readonly upload: string },
): Promise<Made | Refusal> {
  const { uploads, database } = dependencies;
  const uid = upload.upload;
  const lent = await uploads.lend(viewer.principal.userId, uid);
  if (isRefusal(lent)) return lent;
  if ('made' in lent) return lent.made;
  const { file, sha256 } = lent;
  const clientId = upload.client_id ?? lent.clientId;
  try {
    const refuseSame = async (db: Queryable, madeId?: number) => {
      if (upload.again) return undefined;
      const same = await findSameFile(db, viewer, sha256, clientId);
      const other = same.find(({ id }) => id !== madeId);
      return other && refuse('file.alreadyHere', { name: other.basename });
    };
    const refusal = await refuseSame(database.db);
    if (refusal !== undefined) return refusal;
    const settle: Settle = async (tx, made) => {
      const ended = await uploads.settle(tx, uid, made);
      if (ended !== undefined) return ended;
      await tx.execute(sql`SELECT pg_advisory_xact_lock(${sameFileLock}, hashtext(${sha256}))`);
      return refuseSame(tx, made.id);
    };
    const made = await makeRecord(
      dependencies,
      viewer,
      { ...upload, client_id: clientId },
      { ...file, sha256 },
      settle,
    );
    if (!isRefusal(made)) await uploads.forgetBytes(uid);
    return made;
  } finally {
    await removeWorkingFile(file.path);
  }
}

/** Ends a transaction in which it shows that the record is there already, or is not to be. */
class EndedOtherwise extends Error {
  readonly answer: Made | Refusal;
  constructor(answer: Made | Refusal) {
    super('no record is made of it now');
    this.answer = answer;
  }
}

async function makeRecord(
  dependencies: RecordDependencies,
  viewer: Asker,
  upload: Upload,
  sent: UploadedFile & { readonly sha256: string },
  settle: Settle = async () => undefined,
): Promise<Made | Refusal> {
  const { database, folder, clock, life } = dependencies;
  const clientId = await clientOf(dependencies, viewer, upload);
  if (isRefusal(clientId)) return clientId;
  const refusal = await checkNamed(database.db, viewer, clientId, upload);
  if (isRefusal(refusal)) return refusal;
  const startedMs = await dateOf(dependencies, clientId, upload);
  if (isRefusal(startedMs)) return startedMs;
  const isFilm = upload.record_type === 'video';
  // One that nobody says the beginning of has its own date.
  const isCapture = isFilm && startedMs !== undefined;
  if (isCapture && !(await usesVideo(database.db, clientId))) return refuse('video.captureOff');
  const plain = await unpackUpload(sent, { disk: dependencies.disk, working: folder.working });
  if (isRefusal(plain)) return plain;
  if (upload.csv_mapping !== undefined && (await isOtherThanTable(plain.path, upload.rate))) {
    await removeWorkingFile(plain.path);
    return brokenField('csv_mapping', 'fixed');
  }
  const file = await detectFile(plain.path, { rateHz: upload.rate, mapping: upload.csv_mapping });
  if (isProblem(file)) {
    await removeWorkingFile(plain.path);
    return refuseFile(file);
  }
  if (isFilm && !isFilmFormat(file.format)) {
    await removeWorkingFile(plain.path);
    return brokenField('record_type', 'unknown');
  }
  const uid = await keepUpload(plain.path, folder, clock);
  try {
    const about = {
      filename: plain.filename,
      asker: { callerFrontUid: viewer.frontUid, userId: viewer.principal.userId },
      clientId,
      // A coach sees the own groups only: without one the upload would vanish from their eyes.
      groupId: upload.group_id ?? (viewer.scope === 'groups' ? (viewer.principal.groupIds[0] ?? null) : null),
      userIds: upload.user_ids ?? [],
      sportId: upload.sport_id ?? null,
      exerciseId: upload.exercise_id,
      exercise: upload.exercise_name,
      comment: upload.comment,
      basename: upload.basename,
      timezone: upload.timezone,
      startedMs,
      isCapture,
      rateHz: upload.rate,
      mapping: upload.csv_mapping,
      sha256: sent.sha256,
    };
    return await life.inTransaction(async (tx) => {
      const made = await insertUpload(tx, dependencies, { ...about, uid, file, sizeBytes: plain.sizeBytes });
      const ended = await settle(tx, made);
      if (ended !== undefined) throw new EndedOtherwise(ended);
      return made;
    });
  } catch (error) {
    // Where the answer to the commit was lost the record may be there: its file goes at the next start when it is not.
    if (!isDatabaseAway(error)) await folder.files.delete(stored.upload(uid));
    if (error instanceof EndedOtherwise) return error.answer;
    throw error;
  }
}

/** Whether a file says itself that it has no columns of text, whatever somebody says of them. */
async function isOtherThanTable(path: string, rateHz: number | undefined): Promise<boolean> {
  const found = await detectFile(path, { rateHz });
  return !isProblem(found) && !textTables.has(found.format);
}

const textTables: ReadonlySet<FileFormat | FilmFormat> = new Set(['csv', 'nk', 'rp3', 'powertap']);

/** What is said of the date, in the zone that the record is to have. */
async function dateOf(
  { database }: RecordDependencies,
  clientId: number,
  { date, timezone }: Upload,
): Promise<number | undefined | Refusal> {
  if (date === undefined) return undefined;
  const ms = boundMs(date, timezone ?? (await readTimezone(database.db, clientId)), 'first');
  const isPossible = ms !== undefined && ms >= recordDatesMs.earliest && ms <= recordDatesMs.latest;
  return isPossible ? ms : brokenField('date', 'date');
}

/** Films that were made elsewhere are taken all the same. */
async function usesVideo(db: Queryable, clientId: number): Promise<boolean> {
  const [client] = await db.select({ uses: clients.videoEnabled }).from(clients).where(eq(clients.id, clientId));
  return client?.uses === true;
}

async function clientOf(
  { database }: RecordDependencies,
  { principal, scope }: Viewer,
  { client_id }: Upload,
): Promise<number | Refusal> {
  if (client_id === undefined || client_id === principal.clientId) return principal.clientId;
  const exists = scope === 'everything' && (await database.db.$count(clients, eq(clients.id, client_id))) > 0;
  return exists ? client_id : refuse('request.invalid', {}, { client_id: 'unknown' });
}
