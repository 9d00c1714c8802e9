import type { IncomingHttpHeaders } from 'node:http';
import { isRefusal, limits, type Refusal, refuse, streamedType } from '@sillage/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hostOf } from '../places/index.ts';
import { sendRefusal } from './mount-endpoint.ts';

/** A body announced as no longer is never refused: connections bound how many there are. */
export const smallBodyBytes = 4096;
/** Bytes of longer bodies, from their head until they are answered; parsed, JSON takes up to twenty times as many. */
export const bodyBytes = { aHost: 8 * 1024 ** 2, inAll: 24 * 1024 ** 2 };
/** Bytes that a form counts for: its file goes to the disk, and what stands beside it is seldom more. */
export const formBytes = 256 * 1024;
/** s */
const retrySeconds = 5;

/** Bodies that are held in memory at once share a bounded room: what one may hold is no bound for what all may. */
export function boundBodies(app: FastifyInstance, refused: () => void): void {
  const held = new Map<string, number>();
  let inAll = 0;

  function take(host: string, bytes: number): (() => void) | Refusal {
    const own = held.get(host) ?? 0;
    if (own + bytes > bodyBytes.aHost || inAll + bytes > bodyBytes.inAll) {
      return refuse('request.tooMany', { seconds: retrySeconds });
    }
    held.set(host, own + bytes);
    inAll += bytes;
    return () => {
      inAll -= bytes;
      const left = (held.get(host) ?? bytes) - bytes;
      if (left === 0) held.delete(host);
      else held.set(host, left);
    };
  }

  app.addHook('preParsing', async (request, reply) => {
    const bytes = bytesHeld(request);
    // Who went while it was asked who they are sends nothing more, and does not close again.
    if (bytes <= smallBodyBytes || reply.raw.closed) return;
    const release = take(hostOf(request.ip), bytes);
    if (isRefusal(release)) {
      refused();
      return sendRefusal(reply, release);
    }
    reply.raw.once('close', release);
  });
}

/** What passes through memory only: forms, and pieces of uploads. */
export function goesToDisk({ 'content-type': type = '' }: IncomingHttpHeaders): boolean {
  return type.startsWith('multipart/') || type.startsWith(streamedType);
}

/** Of a request's body in memory, at most; one that does not say its length may have any that is taken. */
function bytesHeld(request: FastifyRequest): number {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  const most = goesToDisk(request.headers) ? formBytes : limits.jsonBodyBytes;
  if (length === undefined) return encoding === undefined ? 0 : most;
  return Math.min(Number(length), most);
}
