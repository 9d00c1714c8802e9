import { isRefusal, type Refusal, refuse } from '@sillage/contract';
import { isProblem } from '@sillage/formats';
import { eq } from 'drizzle-orm';
import { isDatabaseAway, tables } from '../../platform/database/index.ts';
import { removeWorkingFile, stored } from '../../platform/files/index.ts';
import type { UploadedFile, Viewer } from '../../platform/http/index.ts';
import { refuseFile } from '../decode/index.ts';
import { checkNamed } from './check-people.ts';
import type { RecordDependencies } from './dependencies.ts';
import { detectFile, insertUpload, keepUpload } from './import-record-file.ts';
import { unpackUpload } from './unpack-upload.ts';

const { clients } = tables;

interface Upload {
  readonly client_id?: number | undefined;
  readonly user_ids?: readonly number[] | undefined;
  readonly record_ids?: readonly number[] | undefined;
  readonly sport_id?: number | null | undefined;
  readonly group_id?: number | null | undefined;
  readonly exercise_id?: number | null | undefined;
  readonly exercise_name?: string | null | undefined;
  readonly comment: string;
  readonly timezone?: string | null | undefined;
  readonly rate?: number | undefined;
}

/** Makes a record of an uploaded file: safe on disk before the answer, nothing left behind when it is refused. */
export async function uploadRecord(
  dependencies: RecordDependencies,
  viewer: Viewer & { readonly frontUid: string | undefined },
  upload: Upload,
  sent: UploadedFile | undefined,
): Promise<{ id: number; task_id: number } | Refusal> {
  const { database, folder, clock, life } = dependencies;
  if (!sent) return refuse('request.invalid', {}, { file: 'required' });
  if (upload.record_ids !== undefined) return refuse('request.invalid', {}, { record_ids: 'either' });
  const clientId = await clientOf(dependencies, viewer, upload);
  if (isRefusal(clientId)) return clientId;
  const refusal = await checkNamed(database.db, viewer, clientId, upload);
  if (isRefusal(refusal)) return refusal;
  const plain = await unpackUpload(sent, { disk: dependencies.disk, working: folder.working });
  if (isRefusal(plain)) return plain;
  const file = await detectFile(plain.path, upload.rate);
  if (isProblem(file)) {
    await removeWorkingFile(plain.path);
    return refuseFile(file);
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
      timezone: upload.timezone,
      rateHz: upload.rate,
    };
    return await life.inTransaction((tx) =>
      insertUpload(tx, dependencies, { ...about, uid, file, sizeBytes: plain.sizeBytes }),
    );
  } catch (error) {
    // Where the answer to the commit was lost the record may be there: its file goes at the next start when it is not.
    if (!isDatabaseAway(error)) await folder.files.delete(stored.upload(uid));
    throw error;
  }
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
