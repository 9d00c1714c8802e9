import { Readable } from 'node:stream';
import { refuse } from '@sillage/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredFile } from '../files/index.ts';

/** The first and the last byte, both included. */
interface Part {
  readonly first: number;
  readonly last: number;
}

/** Of no file: nothing in it is asked for. */
const beyond = 'beyond';

/** Sends a file, or the part of it that a GET asks for, so that a broken download goes on where it stopped. */
export function sendStoredFile(request: FastifyRequest, reply: FastifyReply, file: StoredFile): FastifyReply {
  reply.headers({ 'accept-ranges': 'bytes', etag: file.etag });
  const part = partOf(request, file);
  if (part === beyond) {
    closeUnread(file);
    reply.removeHeader('content-disposition');
    const refusal = refuse('request.range');
    return reply
      .code(refusal.status)
      .header('content-range', `bytes */${file.sizeBytes}`)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(refusal.body()));
  }
  if (part !== undefined) reply.code(206).header('content-range', `bytes ${part.first}-${part.last}/${file.sizeBytes}`);
  const { first, last } = part ?? { first: 0, last: file.sizeBytes - 1 };
  reply.header('content-length', String(last - first + 1));
  if (request.method !== 'HEAD' && last >= first) return reply.send(file.read(first, last));
  closeUnread(file);
  return reply.send(Readable.from([]));
}

/**
 * What `Range` asks for (RFC 9110, section 14); undefined = all. Only GET has parts. Several at once, and what cannot be
 * read as a range, are answered with all, as the standard allows.
 */
function partOf(
  { method, headers }: FastifyRequest,
  { sizeBytes, etag }: StoredFile,
): Part | typeof beyond | undefined {
  const ifRange = headers['if-range'];
  if (method !== 'GET' || headers.range === undefined || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const [, from = '', to = ''] = /^bytes=\s*(\d{0,40})-(\d{0,40})\s*$/.exec(headers.range) ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const length = Math.min(Number(to), sizeBytes);
    return length === 0 ? beyond : { first: sizeBytes - length, last: sizeBytes - 1 };
  }
  const first = Number(from);
  if (to !== '' && Number(to) < first) return undefined;
  if (first >= sizeBytes) return beyond;
  return { first, last: to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1) };
}

/** A file that was only looked at has nothing to lose by a close that fails. */
function closeUnread(file: StoredFile): void {
  file.close().catch(() => {});
}
