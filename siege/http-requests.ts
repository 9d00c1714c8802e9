import { z } from 'zod';
import type { Chance } from './seeded-random.ts';

/** One request, as bytes: what is broken could not be written by a client of HTTP. */
export interface SiegeRequest {
  /** For the record of the siege: operation and what is wrong with it. */
  readonly what: string;
  readonly bytes: Buffer;
  /** How its sender behaves: waits for the answer, goes away in the middle, resets, or sends byte by byte. */
  readonly manner: 'wait' | 'leave' | 'reset' | 'drip';
}

export interface Operation {
  readonly method: string;
  /** With names of parameters in braces, under `/api`. */
  readonly path: string;
  readonly query: readonly string[];
  readonly body: Shape | undefined;
  readonly isForm: boolean;
}

const Shape: z.ZodType<Shape> = z.lazy(() =>
  z.looseObject({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    enum: z.array(z.unknown()).optional(),
    properties: z.record(z.string(), Shape).optional(),
    items: Shape.optional().catch(undefined),
    anyOf: z.array(Shape).optional(),
  }),
);
/** The part of JSON Schema that a value is made of. */
interface Shape {
  readonly type?: string | string[] | undefined;
  readonly enum?: unknown[] | undefined;
  readonly properties?: Record<string, Shape> | undefined;
  readonly items?: Shape | undefined;
  readonly anyOf?: Shape[] | undefined;
}

const OpenApi = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        parameters: z.array(z.looseObject({ name: z.string(), in: z.string() })).default([]),
        requestBody: z
          .object({ content: z.record(z.string(), z.looseObject({ schema: Shape.optional() })) })
          .optional(),
      }),
    ),
  ),
});

/** The operations of an OpenAPI document, in its order. */
export function readOperations(document: unknown): Operation[] {
  return Object.entries(OpenApi.parse(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      query: parameters.flatMap((one) => (one.in === 'query' ? [one.name] : [])),
      body:
        requestBody?.content['application/json']?.schema ??
        requestBody?.content['multipart/form-data']?.schema?.properties?.data,
      isForm: requestBody?.content['multipart/form-data'] !== undefined,
    })),
  );
}

const texts = [
  '',
  'x',
  'a@b.fr',
  '2026-01-01',
  'Europe/Paris',
  '\u0000',
  '\ud800',
  '__proto__',
  'é'.repeat(300),
  "'--",
] as const;
const numbers = [0, 1, 2, -1, 1.5, 1e308, 2_147_483_647, 2_147_483_648, Number.MAX_SAFE_INTEGER] as const;
const wrongTypes = [null, true, 'x', 1, [], {}, [[[]]], { a: { b: {} } }] as const;
const deepest = 6;

/** A value that a schema asks for, or nearly. */
function madeOf(shape: Shape, chance: Chance, depth = 0): unknown {
  if (chance.next() < 0.04 || depth > deepest) return chance.pick(wrongTypes);
  if (shape.enum !== undefined && shape.enum.length > 0) return shape.enum[chance.whole(0, shape.enum.length - 1)];
  const branch = shape.anyOf?.[chance.whole(0, shape.anyOf.length - 1)];
  if (branch !== undefined) return madeOf(branch, chance, depth);
  switch (Array.isArray(shape.type) ? shape.type[0] : shape.type) {
    case 'string':
      return chance.pick(texts);
    case 'number':
    case 'integer':
      return chance.pick(numbers);
    case 'boolean':
      return chance.next() < 0.5;
    case 'array':
      return Array.from({ length: chance.whole(0, 3) }, () => madeOf(shape.items ?? {}, chance, depth + 1));
    default: {
      const kept = Object.entries(shape.properties ?? {}).filter(() => chance.next() < 0.7);
      return Object.fromEntries(kept.map(([name, inner]) => [name, madeOf(inner, chance, depth + 1)]));
    }
  }
}

const ids = ['1', '2', '99999', '0', '-1', '1e9', '%00', '%ff', '..%2f..', '__proto__', '9'.repeat(300)] as const;
const oddTargets = [
  '//',
  '///',
  '//[',
  '//:80',
  'http://',
  'http://[',
  '/\\',
  '*',
  '/%',
  '/api/%',
  '/api/../..',
  '',
] as const;
const oddMethods = ['TRACE', 'CONNECT', 'PATCH', 'PROPFIND', 'get', 'X', 'GET GET'] as const;
const oddHeaders = [
  'Content-Length: -1',
  'Content-Length: 5\r\nContent-Length: 6',
  'Content-Length: 18446744073709551616',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nContent-Length: 3',
  'Content-Type: multipart/form-data',
  'Content-Type: text/xml',
  'Expect: 100-continue',
  'Expect: nonsense',
  'Range: bytes=9-1',
  'Cookie: sillage_access=%ff; ;=;XSRF-TOKEN',
  'Authorization: Bearer',
  'Authorization: ApiKey \t',
  `X-Long: ${'x'.repeat(20_000)}`,
  'X-Forwarded-For: 1.2.3.4, , [',
  'Origin: http://[',
  ' folded: line',
  'no colon',
  'Accept-Encoding: gzip;q=x',
] as const;
const upgrades = ['websocket', 'h2c', 'x', 'websocket, h2c'] as const;
const upgradeTargets = [
  '/mqtt',
  '/socket.io/?EIO=4&transport=websocket',
  '/socket.io/?EIO=3&sid=x',
  '/',
  ...oddTargets,
] as const;

function targetOf({ path, query }: Operation, chance: Chance): string {
  const filled = `/api${path.replace(/\{\w+\}/g, () => chance.pick(ids))}`;
  const asked = query.filter(() => chance.next() < 0.3);
  if (asked.length === 0) return filled;
  return `${filled}?${asked.map((name) => `${name}=${chance.pick(ids)}`).join('&')}`;
}

interface Parts {
  readonly line: string;
  readonly headers: readonly string[];
  readonly body: string;
}

function bytesOf({ line, headers, body }: Parts): Buffer {
  return Buffer.from(`${[line, 'Host: hub', ...headers].join('\r\n')}\r\n\r\n${body}`);
}

function withBody(operation: Operation, chance: Chance): Pick<Parts, 'headers' | 'body'> {
  if (operation.body === undefined || operation.method === 'GET') return { headers: [], body: '' };
  const json = JSON.stringify(madeOf(operation.body, chance)) ?? 'null';
  // Of a JSON that is cut the length is that of the whole: its end never comes.
  const body = chance.next() < 0.05 ? json.slice(0, chance.whole(0, json.length)) : json;
  const [type, sent, whole] =
    operation.isForm && chance.next() < 0.5
      ? ['multipart/form-data; boundary=B', formOf(body, chance), undefined]
      : ['application/json', body, json];
  return { headers: [`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(whole ?? sent)}`], body: sent };
}

function formOf(data: string, chance: Chance): string {
  const type = chance.pick(['', 'Content-Type: application/json\r\n', 'Content-Type: text/plain\r\n']);
  const part = (about: string, text: string) =>
    `--B\r\nContent-Disposition: form-data; ${about}\r\n${type}\r\n${text}\r\n`;
  const file = part(
    `name="file"; filename="${chance.pick(['a.csv', '../a', '', 'x'.repeat(500)])}"`,
    chance.pick(['', 't,a\n0,1\n1,2\n', '\u0001\u0002']),
  );
  const end = chance.next() < 0.9 ? '--B--\r\n' : '--B';
  return part('name="data"', data) + (chance.next() < 0.7 ? file : '') + end;
}

/** The next request of a siege: the same for the same state of `chance`. `credentials` are values of `Authorization`. */
export function nextRequest(
  operations: readonly [Operation, ...Operation[]],
  credentials: readonly string[],
  chance: Chance,
): SiegeRequest {
  const operation = chance.pick(operations);
  const who = credentials[chance.whole(0, credentials.length)];
  const manner = chance.pick<SiegeRequest['manner']>([
    'wait',
    'wait',
    'wait',
    'wait',
    'wait',
    'wait',
    'leave',
    'reset',
    'drip',
  ]);
  const { headers, body } = withBody(operation, chance);
  const signed = who === undefined ? [] : [`Authorization: ${who}`];
  const target = targetOf(operation, chance);
  const about = `${operation.method} ${operation.path}`;
  const usual = { line: `${operation.method} ${target} HTTP/1.1`, headers: [...signed, ...headers], body };
  const send = (what: string, parts: Parts): SiegeRequest => ({ what, bytes: bytesOf(parts), manner });
  switch (chance.whole(0, 11)) {
    case 0: {
      const header = chance.pick(oddHeaders);
      return send(`${about}, ${header.slice(0, 40)}`, { ...usual, headers: [...usual.headers, header] });
    }
    case 1: {
      const method = chance.pick(oddMethods);
      return send(`${method} ${operation.path}`, { ...usual, line: `${method} ${target} HTTP/1.1` });
    }
    case 2: {
      const odd = chance.pick(oddTargets);
      return send(`${operation.method} ${odd}`, { ...usual, line: `${operation.method} ${odd} HTTP/1.1` });
    }
    case 3: {
      const to = chance.pick(upgradeTargets);
      const key =
        chance.next() < 0.7 ? ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='] : [];
      const asked = ['Connection: Upgrade', `Upgrade: ${chance.pick(upgrades)}`, ...key, ...signed];
      const frames = chance.next() < 0.5 ? '' : chance.pick(['\u0081\u00ff', 'x'.repeat(200), '\u0089\u0000']);
      return send(`upgrade ${to}`, { line: `GET ${to} HTTP/1.1`, headers: asked, body: frames });
    }
    case 4: {
      const whole = bytesOf(usual);
      const at = chance.whole(0, whole.length - 1);
      const flipped = Buffer.from(whole);
      flipped[at] = chance.whole(0, 255);
      return { what: `${about}, byte ${at} changed`, bytes: flipped, manner };
    }
    default:
      return send(about, usual);
  }
}
