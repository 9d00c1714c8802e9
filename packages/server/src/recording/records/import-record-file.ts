import { randomBytes } from 'node:crypto';
import { parse } from 'node:path';
import type { CsvMapping } from '@sillage/contract';
import { chooseRecordType, type DeviceFamily, deviceFamily, uuidV7 } from '@sillage/domain';
import {
  type DetectedFile,
  detectFormat,
  type FileProblem,
  headBytes,
  isFilmFormat,
  isProblem,
  type SaidOfFile,
} from '@sillage/formats';
import { and, eq } from 'drizzle-orm';
import { readTimezone } from '../../administration/tenancy/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import { type Queryable, tables } from '../../platform/database/index.ts';
import { type DataFolder, readHead, stored } from '../../platform/files/index.ts';
import type { TaskAbout } from '../../platform/jobs/index.ts';
import type { RecordDependencies } from './dependencies.ts';
import { setAthletes } from './edit-record.ts';
import { rawOriginKey, rawOriginOf } from './raw-origin.ts';

const { devices, sports } = tables;

/** What is known of an uploaded file besides its bytes. */
export interface FileAbout {
  readonly filename: string;
  /** Whose decoding it is; nobody's for files that come with the program. */
  readonly asker?: Pick<TaskAbout, 'callerFrontUid' | 'userId'>;
  readonly clientId: number;
  readonly groupId: number | null;
  readonly userIds: readonly number[];
  readonly sportId: number | null;
  readonly exerciseId?: number | null | undefined;
  /** Free text, or the name of one of the client's exercises. */
  readonly exercise?: string | null | undefined;
  readonly comment?: string;
  /** The file's name unless said. */
  readonly basename?: string | undefined;
  /** The client's unless said. */
  readonly timezone?: string | null | undefined;
  /** When it was recorded, as somebody says it; a file's own date counts before. */
  readonly startedMs?: number | undefined;
  /** For a CSV without a time column. */
  readonly rateHz?: number | undefined;
  /** What the cells of a CSV mean, where somebody decided it. */
  readonly mapping?: CsvMapping | undefined;
  /** A browser's camera made it, and says when that began. */
  readonly isCapture?: boolean;
  /** SHA-256 of the file as it was sent. */
  readonly sha256?: string;
}

/** Recognises a file by its first bytes. */
export async function detectFile(path: string, said: SaidOfFile): Promise<DetectedFile | FileProblem> {
  const { head, sizeBytes } = await readHead(path, headBytes);
  return detectFormat(head, head.length === sizeBytes, said);
}

/** A file safely among the uploads (moved, flushed to the disk), under a record's uid that no row has yet. */
export async function keepUpload(path: string, { files }: DataFolder, clock: Clock): Promise<string> {
  const uid = uuidV7(clock.nowMs(), randomBytes(10));
  await files.place({ from: path, to: stored.upload(uid) });
  return uid;
}

/** Adds the record of a kept upload and the task that decodes it. */
export async function insertUpload(
  tx: Queryable,
  { life, clock }: Pick<RecordDependencies, 'life' | 'clock'>,
  upload: FileAbout & { readonly uid: string; readonly file: DetectedFile; readonly sizeBytes: number },
): Promise<{ id: number; task_id: number }> {
  const { startUs, startedAt, isImpossible } = dateFile(upload.file.startUs, upload.startedMs ?? clock.nowMs());
  const wrongTime = isImpossible && upload.startedMs === undefined;
  const { about } = upload.file;
  const isFilm = isFilmFormat(upload.file.format);
  const made = await life.beginOfFile(
    tx,
    {
      uid: upload.uid,
      clientId: upload.clientId,
      deviceId: await findOwnDevice(tx, upload.clientId, about?.deviceNumber),
      groupId: upload.groupId,
      sportId: upload.sportId,
      source: upload.file.format,
      basename: upload.basename ?? (parse(upload.filename).name.slice(0, 200) || upload.file.format),
      ...{ startedAt, startUs, wrongTime },
      timezone: upload.timezone ?? (await readTimezone(tx, upload.clientId)),
      sizeBytes: upload.sizeBytes,
      exerciseId: upload.exerciseId ?? null,
      exerciseName: upload.exercise || null,
      recordType: isFilm ? 'video' : chooseRecordType(about?.recordType, familyOf(about)),
      film: isFilm ? { captured: upload.isCapture ?? false, facts: null } : null,
      comment: upload.comment ?? '',
      csvRate: upload.rateHz ?? null,
      csvMapping: upload.file.format === 'csv' ? (upload.mapping ?? null) : null,
      fileSha256: upload.sha256 ?? null,
      otherData: { ...(about && { [rawOriginKey]: rawOriginOf(about) }) },
    },
    upload.asker,
  );
  await setAthletes(tx, made.id, upload.userIds);
  return { id: made.id, task_id: made.taskId };
}

/** ms since 1970 of 2000 and 2100: a device that says another date never had its clock set. */
const deviceDatesMs = [Date.UTC(2000, 0, 1), Date.UTC(2100, 0, 1)] as const;

/** A date that cannot be true is replaced by another, so that the record is found; its samples keep their zero. */
function dateFile(startUs: number | undefined, otherMs: number) {
  const other = new Date(otherMs);
  if (startUs === undefined) return { startUs: otherMs * 1000, startedAt: other, isImpossible: false };
  const ms = startUs / 1000;
  const isPossible = ms >= deviceDatesMs[0] && ms < deviceDatesMs[1];
  return { startUs, startedAt: isPossible ? new Date(ms) : other, isImpossible: !isPossible };
}

/** Of the device that a raw file tells of; in old ones the number is the serial alone. */
function familyOf(about: DetectedFile['about']): DeviceFamily | undefined {
  const family = about?.deviceNumber === undefined ? 'other' : deviceFamily(about.deviceNumber);
  if (family !== 'other') return family;
  return about?.deviceType === 'mini' ? 'mini' : undefined;
}

/** The device of a number, when it is the club's. */
async function findOwnDevice(tx: Queryable, clientId: number, number: number | undefined): Promise<number | null> {
  if (!Number.isInteger(number) || number === undefined || number < 0 || number > 0x7fff_ffff) return null;
  const [device] = await tx
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.clientId, clientId), eq(devices.number, number)));
  return device?.id ?? null;
}

/** A file of this machine to import, which stays where it is. */
export interface FileToImport {
  readonly path: string;
  readonly filename: string;
  readonly clientId: number;
  readonly groupId: number | null;
  readonly userIds: readonly number[];
  /** Name of a sport. */
  readonly sport: string;
  readonly exercise: string;
  readonly rateHz?: number;
  readonly startedMs?: number;
  readonly comment?: string;
}

/** Makes a record of a file as an upload would. @throws Error when the file is not readable: for files that come with us. */
export async function importRecordFile(
  tx: Queryable,
  dependencies: { readonly folder: DataFolder; readonly clock: Clock; readonly life: RecordDependencies['life'] },
  given: FileToImport,
): Promise<number> {
  const file = await detectFile(given.path, { rateHz: given.rateHz });
  if (isProblem(file)) throw new Error(`${given.filename}: ${file.problem}`);
  const { clock, folder } = dependencies;
  const name = `import-${uuidV7(clock.nowMs(), randomBytes(10))}`;
  const uid = await folder.working.withCopy(given.path, name, (copy) => keepUpload(copy, folder, clock));
  try {
    const [sport] = await tx.select().from(sports).where(eq(sports.name, given.sport));
    const about = { ...given, sportId: sport?.id ?? null };
    return (await insertUpload(tx, dependencies, { ...about, uid, file, sizeBytes: 0 })).id;
  } catch (error) {
    await folder.files.delete(stored.upload(uid));
    throw error;
  }
}
