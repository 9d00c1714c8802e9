import { type ApiClient, ApiError, NetworkError } from '@sillage/client';
import { api, limits } from '@sillage/contract';
import { type HashBlob, inBase64 } from './hash-blob.ts';

export interface Sending {
  readonly server: ApiClient;
  readonly hash: HashBlob;
  /** The client that it is for. */
  readonly clientId: number;
  readonly file: File;
  /** In hexadecimal. */
  readonly sha256: string;
  /** Of an upload that was begun before. */
  readonly uid: string | undefined;
  readonly signal: AbortSignal;
  onBegun(uid: string): void;
  /** So many bytes are safe on the server. */
  onOffset(bytes: number): void;
  /** It goes on by itself once the server answers again. */
  onInterrupted(): void;
  /** Resolves after so long, or at once when it is given up. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

const tus = { 'Tus-Resumable': '1.0.0' };
const firstWaitMs = 1000;
const longestWaitMs = 30_000;

/**
 * Sends a file in pieces (tus 1.0), each with its checksum. What passes by itself, such as a lost network or a server that
 * restarts, is waited for as long as it takes; a refusal is thrown. Answers the upload's uid.
 */
export async function sendFile(sending: Sending): Promise<string> {
  const { file, signal } = sending;
  let uid = sending.uid;
  for (let waits = 0; ; ) {
    try {
      if (uid === undefined) {
        uid = await begin(sending);
        sending.onBegun(uid);
      }
      const { offset } = await sending.server.call(api.readUpload, { params: { uid }, signal });
      for (let at = offset; ; ) {
        sending.onOffset(at);
        if (at >= file.size) return uid;
        at += await sendPiece(sending, uid, at);
        waits = 0;
      }
    } catch (problem) {
      if (signal.aborted) throw problem;
      if (isGone(problem)) {
        uid = undefined;
        continue;
      }
      if (!passes(problem)) throw problem;
      sending.onInterrupted();
      await sending.wait(Math.min(longestWaitMs, firstWaitMs * 2 ** waits++), signal);
      signal.throwIfAborted();
    }
  }
}

async function begin({ server, clientId, file, sha256, signal }: Sending): Promise<string> {
  const filename = inBase64(new TextEncoder().encode(file.name));
  const metadata = `filename ${filename},sha256 ${btoa(sha256)},client_id ${btoa(String(clientId))}`;
  const headers = { ...tus, 'Upload-Length': String(file.size), 'Upload-Metadata': metadata };
  return (await server.call(api.createUpload, { headers, signal })).uid;
}

async function sendPiece({ server, hash, file, signal }: Sending, uid: string, offset: number): Promise<number> {
  const bytes = file.slice(offset, offset + limits.uploadPieceBytes);
  const checksum = `sha256 ${inBase64(await hash(bytes))}`;
  const headers = { ...tus, 'Upload-Offset': String(offset), 'Upload-Checksum': checksum };
  await server.call(api.appendUpload, { params: { uid }, headers, bytes, signal });
  return bytes.size;
}

/** Expired, or removed in another tab: the bytes are still here. */
const isGone = (problem: unknown): boolean => problem instanceof ApiError && problem.body.code === 'entity.notFound';

const passing: readonly string[] = [
  'upload.busy',
  'upload.wrongOffset',
  'upload.checksumMismatch',
  'request.tooMany',
  'server.unavailable',
  'database.unavailable',
];

/** The network, a proxy that finds no server, another tab, a piece that was damaged on its way. */
function passes(problem: unknown): boolean {
  if (problem instanceof NetworkError) return true;
  if (!(problem instanceof ApiError)) return false;
  return passing.includes(problem.body.code) || [502, 503, 504].includes(problem.status);
}
