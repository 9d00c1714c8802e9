import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Multipart } from '@fastify/multipart';
import { isRefusal, limits, type Refusal, refuse } from '@sillage/contract';
import type { FastifyRequest } from 'fastify';
import { type DiskLedger, type Reservation, refusalOfFullDisk, takeRoom } from '../disk/index.ts';
import { writeWorkingFile } from '../files/index.ts';
import type { UploadedFile } from './call.ts';
import { parseJson } from './parse-json.ts';

export interface Received {
  readonly body: unknown;
  readonly file: UploadedFile | undefined;
  readonly bytes?: AsyncIterable<Uint8Array>;
}

interface Bounds {
  readonly temporaryFolder: string;
  readonly maxUploadBytes: number;
  readonly disk: Pick<DiskLedger, 'reserve'>;
}

/**
 * Reads a form: the file part goes to disk (synced) as it arrives, the part `data` is JSON, with a file name or without.
 * A file that is longer than `maxUploadBytes` or does not fit on the disk, or says so beforehand, is refused.
 */
export async function receiveUpload(request: FastifyRequest, bounds: Bounds): Promise<Received | Refusal> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > bounds.maxUploadBytes + besidesFileBytes) return tooLarge(sizeText(bounds.maxUploadBytes));
  const room = await bounds.disk.reserve('upload', Math.max(announced, unannouncedBytes));
  if (isRefusal(room)) return room;
  try {
    return await receiveParts(request, bounds, room);
  } finally {
    room.release();
  }
}

async function receiveParts(
  request: FastifyRequest,
  { temporaryFolder, maxUploadBytes }: Bounds,
  room: Reservation,
): Promise<Received | Refusal> {
  let file: UploadedFile | undefined;
  let body: unknown = {};
  let fieldCharacters = 0;
  try {
    const parsing = { fileSize: maxUploadBytes, fieldSize: limits.jsonBodyBytes, files: 2, fields: 20 };
    for await (const part of request.parts({ limits: parsing, isPartAFile })) {
      // The parser keeps each until the request ends, also those that nobody reads.
      if (part.type === 'field') fieldCharacters += String(part.value).length;
      if (fieldCharacters > besidesFileBytes) return await giveUp(file, tooLarge(sizeText(besidesFileBytes)));
      if (part.fieldname === 'data') {
        const text = await textOf(part);
        const parsed = text === undefined ? tooLarge('1 MB') : parseJson(text);
        if (isRefusal(parsed)) return await giveUp(file, ofData(parsed));
        body = parsed.value ?? {};
      } else if (part.type === 'file') {
        if (file !== undefined) return await giveUp(file, refuse('request.malformed', {}, { file: 'tooMany' }));
        const path = join(temporaryFolder, `upload-${randomUUID()}`);
        file = { path, filename: nameOf(part), sizeBytes: 0 };
        file = { ...file, sizeBytes: await writeSynced(part.file, path, room) };
        if (part.file.truncated) return await giveUp(file, tooLarge(sizeText(maxUploadBytes)));
      }
    }
  } catch (problem) {
    await forgetUpload(file);
    const full = refusalOfFullDisk(problem);
    if (full !== undefined) return full;
    if (isBrokenForm(problem)) return refuse('request.malformed');
    throw problem;
  }
  return { body, file };
}

/** Says which part it is that cannot be read. */
function ofData(refusal: Refusal): Refusal {
  return refusal.code === 'request.malformed' ? refuse(refusal.code, {}, { data: 'json' }) : refusal;
}

/** Reserved for a sender that does not say how much will come; more is asked for as it comes. */
const unannouncedBytes = 64 * 1024;
/** What a form may hold besides its file: the JSON part and the words between parts. */
const besidesFileBytes = 2 * limits.jsonBodyBytes;

/** JSON that says so comes as a file does: the parser would parse a field of that type itself, by other rules than ours. */
function isPartAFile(name: string | undefined, type: string | undefined, filename: string | undefined): boolean {
  const isData = name === 'data' && type?.startsWith('application/json') === true;
  return isData || filename !== undefined || type === 'application/octet-stream';
}

/** The parser's own words: it gives its errors no code. */
function isBrokenForm(problem: unknown): boolean {
  return problem instanceof Error && /multipart/i.test(problem.message);
}

/** The sender's name for a file, which may be missing or hold what no database keeps. */
function nameOf({ filename }: { readonly filename?: string | undefined }): string {
  return (filename ?? '').replaceAll('\0', '');
}

/** Text of a part, also of one that was sent as a file (a `Blob` in a browser's form); undefined when it is too large. */
async function textOf(part: Multipart): Promise<string | undefined> {
  if (part.type === 'field') return part.valueTruncated ? undefined : String(part.value);
  const pieces: Buffer[] = [];
  let sizeBytes = 0;
  for await (const piece of part.file) {
    sizeBytes += piece.length;
    // Read to its end in any case: the parser waits for it.
    if (sizeBytes <= limits.jsonBodyBytes) pieces.push(piece);
  }
  return sizeBytes > limits.jsonBodyBytes ? undefined : Buffer.concat(pieces).toString('utf8');
}

/** Removes an upload that its handler has not moved away. */
export async function forgetUpload(file: UploadedFile | undefined): Promise<void> {
  if (file !== undefined) await rm(file.path, { force: true });
}

async function giveUp(file: UploadedFile | undefined, refusal: Refusal): Promise<Refusal> {
  await forgetUpload(file);
  return refusal;
}

function sizeText(bytes: number): string {
  return bytes >= 1024 ** 3 ? `${Math.ceil(bytes / 1024 ** 3)} GB` : `${Math.ceil(bytes / 1024 ** 2)} MB`;
}

function tooLarge(maximum: string): Refusal {
  return refuse('request.tooLarge', { maximum });
}

async function writeSynced(source: Readable, path: string, room: Reservation): Promise<number> {
  const target = await writeWorkingFile(path);
  await pipeline(source, takeRoom(room), target);
  return target.bytesWritten;
}
