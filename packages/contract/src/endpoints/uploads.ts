import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Upload } from '../shapes/upload.ts';

const UploadParams = z.object({ uid: z.uuid() });

/** Resumable uploads after tus 1.0 (creation, checksum, expiration, termination); `POST /records` makes the record. */
export const createUpload = endpoint({
  name: 'createUpload',
  method: 'POST',
  path: '/uploads',
  access: 'record.create',
  status: 201,
  summary:
    'Begins an upload that can go on after a break (tus 1.0): headers `Tus-Resumable`, `Upload-Length`, `Upload-Metadata` with `filename`, `sha256` (hexadecimal) and `client_id` (default: the own one), each in base64; `Location` is where its bytes go',
  reply: Upload,
});
export const listUploads = endpoint({
  name: 'listUploads',
  method: 'GET',
  path: '/uploads',
  access: 'record.create',
  summary: 'Uploads that the caller has begun and that became no record yet, newest first',
  reply: z.array(Upload),
});
export const readUpload = endpoint({
  name: 'readUpload',
  method: 'GET',
  path: '/uploads/:uid',
  access: 'record.create',
  summary: 'How far an upload of the caller has come; `HEAD` tells it in `Upload-Offset` and `Upload-Length` (tus 1.0)',
  params: UploadParams,
  reply: Upload,
});
export const appendUpload = endpoint({
  name: 'appendUpload',
  method: 'PATCH',
  path: '/uploads/:uid',
  access: 'record.create',
  streams: true,
  summary:
    'Adds bytes (tus 1.0): headers `Tus-Resumable`, `Upload-Offset`, and `Upload-Checksum` (`sha256` and the digest in base64), with which the piece counts whole or not at all',
  params: UploadParams,
  reply: 'nothing',
});
export const deleteUpload = endpoint({
  name: 'deleteUpload',
  method: 'DELETE',
  path: '/uploads/:uid',
  access: 'record.create',
  summary: 'Gives an upload up and removes its bytes; a record that was made of it stays',
  params: UploadParams,
  reply: 'nothing',
});
