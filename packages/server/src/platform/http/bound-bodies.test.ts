import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { ErrorBody, endpoint, limits } from '@sillage/contract';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { bodyBytes } from './bound-bodies.ts';
import { openTestHttp } from './open-test-http.ts';

const counted: string[] = [];
const room = await openTestHttp();
const http = await room.start({ tally: { count: (what) => void counted.push(what) } });
/** Requests that are being answered wait for this. */
let gate = Promise.withResolvers<void>();
let arrived = 0;
const keep = endpoint({
  name: 'keep',
  method: 'POST',
  path: '/keep',
  summary: 's',
  access: 'signedIn',
  body: z.object({ text: z.string().max(limits.jsonBodyBytes) }),
  reply: z.object({ characters: z.number() }),
});
http.serve(keep, async ({ body }) => {
  arrived += 1;
  await gate.promise;
  return { characters: body.text.length };
});
const knock = endpoint({
  name: 'knock',
  method: 'POST',
  path: '/knock',
  summary: 's',
  access: 'open',
  body: z.object({ text: z.string().max(limits.jsonBodyBytes) }),
  reply: z.object({ characters: z.number() }),
});
http.serve(knock, async ({ body }) => ({ characters: body.text.length }));
afterAll(() => room.close());
beforeEach(() => {
  gate = Promise.withResolvers();
  arrived = 0;
  counted.length = 0;
});

/** Bytes of a body that is still taken. */
const large = limits.jsonBodyBytes;
const bodyOf = (bytes: number) => JSON.stringify({ text: 'x'.repeat(bytes - '{"text":""}'.length) });
const send = (url: string, from: string, bytes: number) =>
  http.app.inject({
    method: 'POST',
    url: `/api/${url}`,
    headers: { authorization: 'Bearer coach', 'content-type': 'application/json', 'x-forwarded-for': from },
    payload: bodyOf(bytes),
  });
const statusOf = async (url: string, from: string, bytes: number) => (await send(url, from, bytes)).statusCode;

test('bodies that are held at once share the memory for them: a host has its part, small ones are always taken', async () => {
  const fit = Math.floor(bodyBytes.aHost / large);
  const first = Array.from({ length: fit }, () => statusOf('keep', '192.0.2.1', large));
  await vi.waitFor(() => expect(arrived).toBe(fit));
  const beyond = await send('keep', '192.0.2.1', large);
  expect([beyond.statusCode, ErrorBody.parse(beyond.json()).code]).toEqual([429, 'request.tooMany']);
  expect(Number(beyond.headers['retry-after'])).toBeGreaterThan(0);
  expect(counted).toEqual(['request.refused']);
  const others = [statusOf('keep', '192.0.2.1', 4096), statusOf('keep', '192.0.2.2', large)];
  await vi.waitFor(() => expect(arrived).toBe(fit + 2));
  gate.resolve();
  expect(await Promise.all([...first, ...others])).toEqual(Array(fit + 2).fill(200));
  expect(await statusOf('keep', '192.0.2.1', large)).toBe(200);
});

test('so do those of all hosts', async () => {
  const fit = Math.floor(bodyBytes.inAll / large);
  const all = Array.from({ length: fit }, (_, i) => statusOf('keep', `192.0.2.${i % 20}`, large));
  await vi.waitFor(() => expect(arrived).toBe(fit));
  expect(await statusOf('keep', '198.51.100.1', large)).toBe(429);
  gate.resolve();
  expect(await Promise.all(all)).toEqual(Array(fit).fill(200));
});

test('what anybody may send is short', async () => {
  expect(await statusOf('knock', '192.0.2.1', 64 * 1024)).toBe(200);
  expect(await statusOf('knock', '192.0.2.1', 64 * 1024 + 1)).toBe(413);
});

test('beside its file a form holds 2 MB at most, also in fields that nobody reads', async () => {
  const sendFields = async (count: number) => {
    const form = new FormData();
    form.append('data', '{"name":"n"}');
    for (let i = 0; i < count; i += 1) form.append(`other${i}`, 'x'.repeat(900_000));
    form.append('file', new Blob(['a']), 'a.txt');
    const request = new Request('http://hub/', { method: 'POST', body: form });
    const headers = { authorization: 'Bearer coach', 'content-type': request.headers.get('content-type') ?? '' };
    const payload = Buffer.from(await request.arrayBuffer());
    return (await http.app.inject({ method: 'POST', url: '/api/boats', headers, payload })).statusCode;
  };
  expect(await sendFields(2)).toBe(201);
  expect(await sendFields(3)).toBe(413);
});

test('who goes while it is asked who they are leaves the room as it was', async () => {
  let asked = Promise.withResolvers<void>();
  let known = Promise.withResolvers<void>();
  const slow = await room.start({
    authenticate: async () => {
      asked.resolve();
      await known.promise;
      return { userId: 7, clientId: 1, roles: ['Coach'], groupIds: [] };
    },
  });
  slow.serve(keep, async ({ body }) => ({ characters: body.text.length }));
  await slow.listen('127.0.0.1', 0);
  const address = slow.app.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const head = [
    'POST /api/keep HTTP/1.1',
    'host: hub',
    'authorization: Bearer coach',
    'content-type: application/json',
  ];
  for (let held = 0; held <= bodyBytes.aHost; held += large) {
    asked = Promise.withResolvers();
    known = Promise.withResolvers();
    const parsing = Promise.withResolvers<void>();
    slow.app.server.once('request', (_, response) => response.once('close', () => parsing.resolve()));
    const socket = connect(address.port, '127.0.0.1').on('error', () => {});
    socket.write([...head, `content-length: ${large}`, '', '{'].join('\r\n'));
    await asked.promise;
    socket.destroy();
    await parsing.promise;
    known.resolve();
    await setImmediate();
  }
  const answer = await fetch(`http://127.0.0.1:${address.port}/api/keep`, {
    method: 'POST',
    headers: { authorization: 'Bearer coach', 'content-type': 'application/json' },
    body: bodyOf(large),
  });
  expect(answer.status).toBe(200);
  await slow.close();
});
