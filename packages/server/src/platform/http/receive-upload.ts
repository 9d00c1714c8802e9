import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isRefusal, limits, type Refusal, refuse } from '@sillage/contract';
import type { FastifyRequest } from 'fastify';
import type { UploadedFile } from './call.ts';
import { parseJson } from './parse-json.ts';

export interface Received {
  readonly body: unknown;
  readonly file: UploadedFile | undefined;
}

/** Reads a form: the part `file` goes to disk (synced) as it arrives, the part `data` is JSON. */
export async function receiveUpload(request: FastifyRequest, temporaryFolder: string): Promise<Received | Refusal> {
  let file: UploadedFile | undefined;
  let body: unknown = {};
  try {
    const bounds = { fileSize: limits.uploadBytes, fieldSize: limits.jsonBodyBytes, files: 1, fields: 20 };
    for await (const part of request.parts({ limits: bounds })) {
      if (part.type === 'file') {
        const path = join(temporaryFolder, `upload-${randomUUID()}`);
        file = { path, filename: part.filename, sizeBytes: 0 };
        file = { ...file, sizeBytes: await writeSynced(part.file, path) };
        if (part.file.truncated) return await giveUp(file, tooLarge('2 GB'));
      } else if (part.fieldname === 'data') {
        if (part.valueTruncated) return await giveUp(file, tooLarge('1 MB'));
        const parsed = parseJson(String(part.value));
        if (isRefusal(parsed)) return await giveUp(file, parsed);
        body = parsed.value ?? {};
      }
    }
  } catch (problem) {
    await forgetUpload(file);
    throw problem;
  }
  return { body, file };
}

/** Removes an upload that its handler has not moved away. */
export async function forgetUpload(file: UploadedFile | undefined): Promise<void> {
  if (file !== undefined) await rm(file.path, { force: true });
}

async function giveUp(file: UploadedFile | undefined, refusal: Refusal): Promise<Refusal> {
  await forgetUpload(file);
  return refusal;
}

function tooLarge(maximum: string): Refusal {
  return refuse('request.tooLarge', { maximum });
}

async function writeSynced(source: Readable, path: string): Promise<number> {
  const target = createWriteStream(path, { flags: 'wx', flush: true });
  await pipeline(source, target);
  return target.bytesWritten;
}
