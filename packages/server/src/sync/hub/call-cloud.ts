import { ErrorBody, type Refusal, refusals, refuse, streamedType } from '@sillage/contract';
import type { z } from 'zod';
import { readAnswer } from '../../platform/http/index.ts';
import { framesOf } from '../files/frames.ts';
import { isCode } from '../say-why-not.ts';

/** Ends a round with the reason that people are shown. */
export class SyncStopped extends Error {
  override readonly name = 'SyncStopped';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** Without a link, or without the right to it, the next file would fail, too. */
export const endsRound = ({ refusal: { code } }: SyncStopped): boolean =>
  ['sync.unreachable', 'sync.wrongCode', 'sync.paused', 'sync.cloudFailed'].includes(code);

export interface Link {
  readonly url: string;
  /** `hub uid.secret`, as the cloud showed it once. */
  readonly code: string;
}

export interface Cloud {
  /** @throws SyncStopped */
  post<T>(path: string, body: unknown, reply: z.ZodType<T>): Promise<T>;
  /** @throws SyncStopped */
  get<T>(path: string, reply: z.ZodType<T>): Promise<T>;
  /** @throws SyncStopped */
  bytes(path: string): Promise<Uint8Array>;
  /** Sends part of a file as it is read. @throws SyncStopped */
  append<T>(
    path: string,
    piece: { readonly offset: number; readonly bytes: AsyncIterable<Uint8Array> },
    reply: z.ZodType<T>,
  ): Promise<T>;
}

/** Characters of the place of what could not be read in an answer. */
const mostPlace = 100;
/** ms for one answer; a piece of a file over a poor link takes long. */
const answerMs = 120_000;
/** bytes of an answer that are read. */
const maxAnswerBytes = 16 * 1024 ** 2;

/** Asks the cloud, always from here: nobody needs to reach this hub. */
export function callCloud({ url, code }: Link, closing: AbortSignal): Cloud {
  async function ask(path: string, init: RequestInit): Promise<Buffer> {
    const signal = AbortSignal.any([closing, AbortSignal.timeout(answerMs)]);
    const headers = { ...init.headers, authorization: `Hub ${code}` };
    let bytes: Buffer;
    let response: Response;
    try {
      response = await fetch(`${url.replace(/\/+$/, '')}/api${path}`, { ...init, headers, signal, redirect: 'error' });
      bytes = await readAnswer(response, maxAnswerBytes);
    } catch {
      throw new SyncStopped(refuse('sync.unreachable'));
    }
    if (!response.ok) throw new SyncStopped(refusalOf(bytes.toString('utf8'), response.status));
    return bytes;
  }
  async function call<T>(path: string, init: RequestInit, reply: z.ZodType<T>): Promise<T> {
    const parsed = reply.safeParse(parseJson((await ask(path, init)).toString('utf8')));
    if (parsed.success) return parsed.data;
    const place = parsed.error.issues[0]?.path.join('.').slice(0, mostPlace);
    throw new SyncStopped(refuse('sync.cloudFailed', { code: place ? `unreadable: ${place}` : 'unreadable' }));
  }
  return {
    get: (path, reply) => call(path, { method: 'GET' }, reply),
    bytes: (path) => ask(path, { method: 'GET' }),
    post: (path, body, reply) =>
      call(
        path,
        { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
        reply,
      ),
    append: (path, { offset, bytes }, reply) =>
      call(
        path,
        {
          method: 'PATCH',
          headers: { 'content-type': streamedType, 'upload-offset': String(offset), 'upload-frames': '1' },
          body: framesOf(bytes),
          duplex: 'half',
        },
        reply,
      ),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Its own sentences where they say what to do about the link, else that it failed, and how. */
function refusalOf(text: string, status: number): Refusal {
  const { code = String(status), message } = ErrorBody.safeParse(parseJson(text)).data ?? {};
  if (code.startsWith('disk.')) return refuse('sync.cloudFull');
  const isOfSync = isCode(code) && (code.startsWith('sync.') || code.startsWith('upload.'));
  const parameters = isOfSync && message ? parametersIn(message.en, refusals[code].en) : undefined;
  return isOfSync && parameters ? refuse(code, parameters) : refuse('sync.cloudFailed', { code });
}

/** What fills the holes of a sentence; undefined: it is another one, of another version. */
function parametersIn(sentence: string, template: string): Record<string, string> | undefined {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const parts = template.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const found = new RegExp(`^${parts.join('(.{1,200}?)')}$`).exec(sentence);
  return found === null ? undefined : Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? '']));
}
