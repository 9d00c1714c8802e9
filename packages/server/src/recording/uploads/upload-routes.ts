import { api, isRefusal, limits, type Refusal, refuse, type Upload } from '@sillage/contract';
import { clientOfNew } from '../../administration/tenancy/index.ts';
import type { Clock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { Answer, type Serve } from '../../platform/http/index.ts';
import type { UploadRow, Uploads } from './create-uploads.ts';
import { readNewPiece, readNewUpload, refuseVersion } from './read-tus-headers.ts';

interface Dependencies {
  readonly uploads: Uploads;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly database: Pick<Database, 'db'>;
}

/** Resumable uploads after tus 1.0: creation, checksum, expiration, termination. */
export function uploadRoutes(serve: Serve, { uploads, clock, database: { db } }: Dependencies): void {
  const expiresMs = ({ idleHours }: UploadRow) => clock.nowMs() + (limits.uploadIdleHours - idleHours) * 3600_000;
  const expiresOf = (row: UploadRow) => ({ 'upload-expires': new Date(expiresMs(row)).toUTCString() });
  const present = (row: UploadRow): Upload => ({
    uid: row.uid,
    client_id: row.clientId,
    filename: row.filename,
    size: row.sizeBytes,
    offset: row.receivedBytes,
    sha256: row.sha256,
    expires: Math.round(expiresMs(row) / 1000),
    record_id: row.recordId,
  });

  serve(api.createUpload, async ({ headers, principal, scope }) => {
    const upload = refuseVersion(headers) ?? readNewUpload(headers);
    if (isRefusal(upload)) return upload;
    const clientId = await clientOfNew(db, { principal, scope }, upload.clientId);
    if (isRefusal(clientId)) return clientId;
    const row = await uploads.begin(principal.userId, { ...upload, clientId });
    if (isRefusal(row)) return row;
    return new Answer(201, present(row), { location: `/api/uploads/${row.uid}`, ...expiresOf(row) });
  });
  serve(api.listUploads, async ({ principal }) => (await uploads.list(principal.userId)).map(present));
  serve(api.readUpload, async ({ headers, headOnly, params, principal }) => {
    const refusal = headOnly ? refuseVersion(headers) : undefined;
    if (refusal !== undefined) return refusal;
    const row = await uploads.read(principal.userId, params.uid);
    if (isRefusal(row)) return row;
    const { receivedBytes, sizeBytes } = row;
    const told = { 'upload-offset': String(receivedBytes), 'upload-length': String(sizeBytes), ...expiresOf(row) };
    return new Answer(200, present(row), told);
  });
  serve(api.appendUpload, async ({ headers, params, principal, bytes }): Promise<Answer | Refusal> => {
    const piece = refuseVersion(headers) ?? readNewPiece(headers);
    if (isRefusal(piece)) return piece;
    if (bytes === undefined) return refuse('request.malformed');
    const row = await uploads.append(principal.userId, params.uid, { ...piece, bytes });
    if (isRefusal(row)) return row;
    return new Answer(204, undefined, { 'upload-offset': String(row.receivedBytes), ...expiresOf(row) });
  });
  serve(
    api.deleteUpload,
    async ({ headers, params, principal }) => refuseVersion(headers) ?? uploads.remove(principal.userId, params.uid),
  );
}
