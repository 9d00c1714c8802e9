import { Readable } from 'node:stream';
import { type Endpoint, isRefusal, type Refusal, refuse } from '@sillage/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { actFor } from '../database/index.ts';
import type { DiskLedger } from '../disk/index.ts';
import { StoredFile } from '../files/index.ts';
import { Answer, SessionEnded, SessionOpened } from './answer.ts';
import type { Call, Handler } from './call.ts';
import { authorizationOf, clearSessionCookies, setSessionCookies } from './carry-session-in-cookies.ts';
import { explainRefusal } from './explain-refusal.ts';
import { fieldCodes } from './field-codes.ts';
import { type Caller, type IdentifyDependencies, identifyCaller, isReading } from './identify-caller.ts';
import { isLong, jsonPieces } from './json-pieces.ts';
import { keepContractKeys } from './keep-contract-keys.ts';
import { forgetUpload, type Received, receiveUpload } from './receive-upload.ts';
import { refuseUpload } from './refuse-upload.ts';
import { sendStoredFile } from './send-stored-file.ts';

export interface MountDependencies extends IdentifyDependencies {
  readonly temporaryFolder: string;
  readonly httpsOnly: () => boolean;
  readonly disk: Pick<DiskLedger, 'reserve'>;
  /** Checks each reply against the contract and fails the request when it differs; for tests. */
  readonly checkReplies: boolean;
  /** Tries from one address each minute for endpoints that open sessions. */
  readonly sessionTriesPerMinute: number;
}

/** s; how long a caller should wait before trying again, when a refusal does not say. */
const retryAfterSeconds = 5;

/** Of a body that anybody may send: mails, passwords and an error of the web app are short. */
const strangersBodyBytes = 64 * 1024;

/** For one address: 4000 devices that come back at once ask twice each. */
const ofBroker = { max: 60_000, timeWindow: 60_000 };

/** Adds one endpoint of the contract to the app. */
export function mountEndpoint<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  dependencies: MountDependencies,
): void {
  const callers = new WeakMap<FastifyRequest, Caller>();
  const isForStrangers = endpoint.access === 'open' || endpoint.access === 'refreshToken';
  const keep = keepOf(endpoint);
  const opensSession = isForStrangers && endpoint.method === 'POST';
  // Sessions are renewed each on its own account: who tries passwords behind the same address ends nobody's.
  const ofToken = (request: FastifyRequest) => {
    const authorization = authorizationOf(request, endpoint.access);
    return `${request.ip} ${isRefusal(authorization) ? '' : authorization}`;
  };
  const rateLimit = {
    max: dependencies.sessionTriesPerMinute,
    timeWindow: 60_000,
    ...(endpoint.access === 'refreshToken' && { keyGenerator: ofToken }),
  };
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    ...(isForStrangers && { bodyLimit: strangersBodyBytes }),
    config: opensSession
      ? { rateLimit }
      : endpoint.access === 'broker' || endpoint.access === 'hub'
        ? { rateLimit: ofBroker }
        : {},
    // Before the body is read: strangers cannot make the server receive 2 GB.
    onRequest: async (request, reply) => {
      const caller = await identifyCaller(request, endpoint, dependencies);
      if (isRefusal(caller)) return sendRefusal(reply, caller);
      callers.set(request, caller);
    },
    handler: async (request, reply) => {
      const received = await receive(request, endpoint, dependencies);
      if (isRefusal(received)) {
        // Whoever sends far too much, or more than there is room for, may still be sending.
        const isTooMuch = received.status === 413 || received.status === 507;
        return isTooMuch
          ? refuseUpload(request, reply, received, endpoint.maxUploadBytes)
          : sendRefusal(reply, received);
      }
      const ended = new AbortController();
      tellEnd(reply, () => ended.abort());
      const result = await run(request, endpoint, handler, callers.get(request), received, ended.signal);
      if (isRefusal(result)) {
        // Bytes of which some are still on their way.
        const isSending = received.bytes !== undefined && !request.raw.complete;
        return isSending ? refuseUpload(request, reply, result, endpoint.maxUploadBytes) : sendRefusal(reply, result);
      }
      if (result instanceof Answer && result.ended) tellEnd(reply, result.ended);
      if (dependencies.checkReplies) checkReply(endpoint, result);
      return send(request, reply, endpoint, result, {
        keep,
        secureCookies: dependencies.httpsOnly() || request.protocol === 'https',
      });
    },
  });
}

/** Runs the handler; what it left of an upload is gone before the answer goes out. */
async function run<E extends Endpoint>(
  request: FastifyRequest,
  endpoint: E,
  handler: Handler<E>,
  caller: Caller | undefined,
  received: Received,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    const call = parseCall(request, endpoint, caller, received, signal);
    if (isRefusal(call)) return call;
    const editor = isReading(endpoint) ? undefined : caller?.principal;
    return await (editor === undefined ? handler(call) : actFor(editor.userId, () => handler(call)));
  } finally {
    await forgetUpload(received.file);
  }
}

function tellEnd({ raw }: FastifyReply, ended: () => void): void {
  if (raw.closed || raw.destroyed) ended();
  else raw.once('close', ended);
}

/** Answers a refusal, with `Retry-After` where waiting helps. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.status === 429 || refusal.status === 503) {
    reply.header('retry-after', String(refusal.parameters.seconds ?? retryAfterSeconds));
  }
  return reply.code(refusal.status).send(explainRefusal(refusal));
}

async function receive(
  request: FastifyRequest,
  endpoint: Endpoint,
  { temporaryFolder, disk }: MountDependencies,
): Promise<Received | Refusal> {
  const streamed = streamedBytes(request);
  if (endpoint.streams !== (streamed !== undefined)) return refuse('request.malformed');
  if (streamed !== undefined) return { body: undefined, file: undefined, bytes: streamed };
  if (!request.isMultipart()) return { body: request.body, file: undefined };
  return endpoint.multipart
    ? receiveUpload(request, { temporaryFolder, maxUploadBytes: endpoint.maxUploadBytes, disk })
    : refuse('request.malformed');
}

function streamedBytes({ body }: FastifyRequest): AsyncIterable<Uint8Array> | undefined {
  return body instanceof Readable ? body : undefined;
}

function parseCall<E extends Endpoint>(
  request: FastifyRequest,
  endpoint: E,
  caller: Caller | undefined,
  received: Received,
  signal: AbortSignal,
): Call<E> | Refusal {
  const params = endpoint.params.safeParse(request.params);
  const query = endpoint.query.safeParse(request.query);
  const body = endpoint.body.safeParse(received.body);
  const issues = [params, query, body].flatMap((parsed) => parsed.error?.issues ?? []);
  if (issues.length > 0) return refuse('request.invalid', {}, fieldCodes(issues));
  const call: unknown = {
    params: params.data,
    query: query.data,
    body: body.data,
    principal: caller?.principal,
    scope: caller?.scope,
    file: received.file,
    bytes: received.bytes,
    headOnly: request.method === 'HEAD',
    headers: { ...request.headers, authorization: caller?.authorization },
    address: request.ip,
    signal,
  };
  // Parsed by the endpoint's own schemas just above; TypeScript cannot follow that through the type parameter.
  return call as Call<E>;
}

function checkReply(endpoint: Endpoint, result: unknown): void {
  if (result instanceof Answer) checkDescribed(endpoint, result);
  if (result instanceof Answer && (result.status !== endpoint.status || isBytes(result.body))) return;
  if (!(endpoint.reply instanceof z.ZodType)) return;
  const parsed = endpoint.reply.safeParse(result instanceof Answer ? result.body : result);
  if (!parsed.success) {
    throw new Error(`the reply of ${endpoint.name} breaks the contract: ${z.prettifyError(parsed.error)}`);
  }
}

/** Statuses and content types are those that the description of the interface names. */
function checkDescribed({ name, method, status, otherStatuses, contentTypes }: Endpoint, answer: Answer): void {
  const given = answer.headers['content-type']?.split(';', 1)[0];
  const isKnown = answer.status === status || otherStatuses.includes(answer.status);
  const isPart = method === 'GET' && answer.body instanceof StoredFile && !otherStatuses.includes(206);
  if (!isKnown || isPart) throw new Error(`${name} answers with a status that it does not name`);
  if (given !== undefined && !contentTypes.includes(given)) {
    throw new Error(`${name} answers ${given}, which it does not name`);
  }
}

function isBytes(body: unknown): body is Readable | Uint8Array | StoredFile {
  return body instanceof Uint8Array || body instanceof StoredFile || body instanceof Readable;
}

interface Sending {
  readonly keep: (body: unknown) => unknown;
  readonly secureCookies: boolean;
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  result: unknown,
  sending: Sending,
): FastifyReply {
  if (!(result instanceof Answer)) return sendBody(request, reply.code(endpoint.status), sending.keep(result));
  if (result instanceof SessionOpened) setSessionCookies(reply, result.session, sending.secureCookies);
  if (result instanceof SessionEnded) clearSessionCookies(reply);
  const body = result.status === endpoint.status ? sending.keep(result.body) : result.body;
  return sendBody(request, reply.code(result.status).headers(result.headers), body);
}

/** Of a reply in JSON goes out what the contract names, and nothing that a handler took along. */
function keepOf({ reply }: Endpoint): Sending['keep'] {
  if (!(reply instanceof z.ZodType)) return (body) => body;
  const keep = keepContractKeys(reply);
  return (body) => (isBytes(body) ? body : keep(body));
}

function sendBody(request: FastifyRequest, reply: FastifyReply, body: unknown): FastifyReply {
  if (body === undefined) return reply.send();
  if (isBytes(body)) {
    if (!reply.hasHeader('content-type')) reply.type('application/octet-stream');
    if (body instanceof StoredFile) return sendStoredFile(request, reply, body);
    // Made while it is read: there is no place to begin at but the start.
    if (body instanceof Readable) reply.header('accept-ranges', 'none');
    return reply.send(request.method === 'HEAD' && body instanceof Readable ? headOf(body) : body);
  }
  if (typeof body === 'string' && reply.hasHeader('content-type')) return reply.send(body);
  reply.type('application/json; charset=utf-8');
  return reply.send(isLong(body) ? Readable.from(jsonPieces(body), { objectMode: false }) : JSON.stringify(body));
}

/** Nothing of it is read; what makes it ends. */
function headOf(bytes: Readable): Readable {
  bytes.destroy();
  return Readable.from([]);
}
