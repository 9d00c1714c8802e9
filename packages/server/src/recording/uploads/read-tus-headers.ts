import type { IncomingHttpHeaders } from 'node:http';
import { Id, limits, type Refusal, refuse, Sha256 } from '@sillage/contract';
import { tusVersion } from '../../platform/http/index.ts';

/** Of a file's name; systems keep no longer ones. */
const mostNameCharacters = 255;

const tooLarge = refuse('request.tooLarge', { maximum: '2 GB' });

export function refuseVersion(headers: IncomingHttpHeaders): Refusal | undefined {
  return headers['tus-resumable'] === tusVersion ? undefined : refuse('upload.wrongVersion');
}

export interface AnnouncedUpload {
  readonly sizeBytes: number;
  readonly filename: string;
  readonly sha256: string | null;
  /** The client that it is for; undefined: the sender's own. */
  readonly clientId: number | undefined;
}

/** What a file that is to come says of itself. */
export function readNewUpload(headers: IncomingHttpHeaders): AnnouncedUpload | Refusal {
  const said = headers['upload-length'];
  // More digits than a number holds are none that is read, and too many bytes all the same.
  if (/^0*[1-9]\d{15,}$/.test(String(said))) return tooLarge;
  const sizeBytes = readCount(said);
  if (sizeBytes === undefined) return refuse('request.invalid', {}, { 'upload-length': 'integer' });
  if (sizeBytes > limits.uploadBytes) return tooLarge;
  if (sizeBytes === 0) return refuse('file.noSamples');
  const metadata = readMetadata(headers['upload-metadata']);
  const filename = (metadata.get('filename') ?? '').replaceAll('\0', '').slice(-mostNameCharacters);
  const announced = metadata.get('sha256');
  const sha256 = Sha256.safeParse(announced);
  if (announced !== undefined && !sha256.success) {
    return refuse('request.invalid', {}, { 'upload-metadata.sha256': 'invalidFormat' });
  }
  const client = metadata.get('client_id');
  const clientId = client === undefined ? undefined : Id.safeParse(Number(client)).data;
  if (client !== undefined && clientId === undefined) {
    return refuse('request.invalid', {}, { 'upload-metadata.client_id': 'integer' });
  }
  return { sizeBytes, filename, sha256: sha256.data ?? null, clientId };
}

/** `key base64,key base64`; a key without a value is there and says nothing. */
function readMetadata(header: string | string[] | undefined): ReadonlyMap<string, string> {
  const pairs = String(header ?? '')
    .split(',')
    .map((pair) => pair.trim().split(' '));
  return new Map(pairs.map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString('utf8')]));
}

export interface NewPiece {
  readonly offset: number;
  /** SHA-256 of the piece. */
  readonly digest: Buffer | undefined;
}

export function readNewPiece(headers: IncomingHttpHeaders): NewPiece | Refusal {
  const offset = readCount(headers['upload-offset']);
  if (offset === undefined) return refuse('request.invalid', {}, { 'upload-offset': 'integer' });
  const checksum = headers['upload-checksum'];
  if (checksum === undefined) return { offset, digest: undefined };
  const [, base64] = /^sha256 ([A-Za-z0-9+/]{43}=)$/.exec(String(checksum)) ?? [];
  if (base64 === undefined) return refuse('request.malformed', {}, { 'upload-checksum': 'invalidFormat' });
  return { offset, digest: Buffer.from(base64, 'base64') };
}

function readCount(header: string | string[] | undefined): number | undefined {
  const count = /^\d{1,15}$/.test(String(header)) ? Number(header) : undefined;
  return Number.isSafeInteger(count) ? count : undefined;
}
