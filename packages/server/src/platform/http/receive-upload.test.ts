import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { Readable } from 'node:stream';
import { ErrorBody } from '@sillage/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestDisk } from '../disk/testing.ts';
import type { Http } from './index.ts';
import { openTestHttp, seen } from './open-test-http.ts';

let test: Awaited<ReturnType<typeof openTestHttp>>;
let http: Http;
beforeAll(async () => {
  test = await openTestHttp();
  http = test.http;
});
afterAll(() => test.close());

const bearer = { authorization: 'Bearer coach' };
const code = (answer: { body: string }) => ErrorBody.parse(JSON.parse(answer.body)).code;

describe('uploads', () => {
  const upload = (parts: [string, string | Blob, string?][], headers: Record<string, string> = bearer) => {
    const form = new FormData();
    for (const [name, value, filename] of parts) {
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, value, filename);
    }
    const encoded = new Response(form);
    return encoded.arrayBuffer().then((bytes) =>
      http.app.inject({
        method: 'POST',
        url: '/api/boats',
        headers: { ...headers, 'content-type': encoded.headers.get('content-type') ?? '' },
        payload: Buffer.from(bytes),
      }),
    );
  };
  const big = new Blob(['x'.repeat(3_000_000)]);

  it('streams the file to disk, whatever the order of the parts, and removes what nobody took', async () => {
    const parts: [string, string | Blob, string?][] = [
      ['file', big, 'rec.txt'],
      ['data', '{"name":"n"}'],
    ];
    for (const order of [parts, parts.toReversed()]) {
      const answer = await upload(order);
      expect([answer.statusCode, answer.json()]).toEqual([201, { got: ['n', 'rec.txt', 3_000_000, 3_000_000] }]);
    }
    expect(await readdir(test.temporary)).toEqual([]);
  });

  it('takes data that was sent as a file, and files without a name', async () => {
    const answer = await upload([
      ['data', new Blob(['{"name":"n"}'], { type: 'application/json' }), 'blob'],
      ['file', new Blob(['abc']), ''],
    ]);
    expect(answer.json()).toEqual({ got: ['n', '', 3, 3] });
    const tooMuch = new Blob([`{"name":"${'x'.repeat(1_048_576)}"}`]);
    expect(code(await upload([['data', tooMuch, 'blob']]))).toBe('request.tooLarge');
  });

  it('takes data of type JSON without a file name, as clients made of the OpenAPI document send it', async () => {
    const send = (type: string | undefined, data: string) => {
      const about = type === undefined ? '' : `Content-Type: ${type}\r\n`;
      const part = `--B\r\nContent-Disposition: form-data; name="data"\r\n${about}\r\n${data}\r\n`;
      const file = '--B\r\nContent-Disposition: form-data; name="file"; filename="r"\r\n\r\nabc\r\n--B--\r\n';
      const headers = { ...bearer, 'content-type': 'multipart/form-data; boundary=B' };
      return http.app.inject({ method: 'POST', url: '/api/boats', headers, payload: part + file });
    };
    for (const type of [undefined, 'text/plain', 'application/json', 'application/json; charset=utf-8']) {
      const answer = await send(type, '{"name":"n"}');
      expect([type, answer.json()]).toEqual([type, { got: ['n', 'r', 3, 3] }]);
    }
    const deep = `${'['.repeat(300_000)}${']'.repeat(300_000)}`;
    for (const data of ['{"name"', deep, '{"__proto__":{"x":1},"name":"n"}']) {
      expect(code(await send('application/json', data))).toBe('request.malformed');
    }
    const description = (await http.app.inject({ url: '/api/openapi.json' })).json();
    const form = description.paths['/boats'].post.requestBody.content['multipart/form-data'];
    expect(form.encoding).toEqual({ data: { contentType: 'application/json, text/plain' } });
  });

  it('refuses two files and broken forms, and logs no bug', async () => {
    const bugs = seen.length;
    const file = new Blob(['a']);
    const twice: [string, Blob, string][] = [
      ['file', file, 'a'],
      ['file', file, 'b'],
    ];
    expect(code(await upload(twice))).toBe('request.malformed');
    expect(code(await upload(Array(30).fill(['more', 'x'])))).toBe('request.malformed');
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=B']) {
      const headers = { ...bearer, 'content-type': type };
      const answer = await http.app.inject({ method: 'POST', url: '/api/boats', headers, payload: '--B\r\nbroken' });
      expect(code(answer)).toBe('request.malformed');
    }
    expect(await readdir(test.temporary)).toEqual([]);
    expect(seen.length).toBe(bugs);
  });

  it('refuses what the disk has no room for, announced or not, leaves the rest of it free, and nothing behind', async () => {
    const { disk, room } = await openTestDisk({ totalBytes: 3e9 });
    room.freeBytes = disk.report().keptBytes + 1_000_000;
    const { app } = await test.start({ disk });
    const send = (sizeBytes: number, announced: boolean) => {
      const head = '--B\r\nContent-Disposition: form-data; name="file"; filename="r"\r\n\r\n';
      const data = '\r\n--B\r\nContent-Disposition: form-data; name="data"\r\n\r\n{"name":"n"}\r\n--B--\r\n';
      const bytes = Buffer.from(head + 'x'.repeat(sizeBytes) + data);
      const headers = { ...bearer, 'content-type': 'multipart/form-data; boundary=B' };
      const payload = announced ? bytes : Readable.from([bytes]);
      return app.inject({ method: 'POST', url: '/api/boats', headers, payload });
    };
    expect((await send(900_000, false)).json()).toEqual({ got: ['n', 'r', 900_000, 900_000] });
    for (const announced of [true, false]) {
      const answer = await send(5_000_000, announced);
      expect([answer.statusCode, code(answer), answer.headers.connection]).toEqual([507, 'disk.full', 'close']);
    }
    expect(await readdir(test.temporary)).toEqual([]);
  });

  it('takes plain JSON too', async () => {
    const answer = await http.app.inject({
      method: 'POST',
      url: '/api/boats',
      headers: bearer,
      payload: { name: 'n' },
    });
    expect(answer.json().got.slice(0, 2)).toEqual(['n', null]);
  });

  it('refuses bad data and strangers, leaving nothing behind', async () => {
    expect(
      code(
        await upload([
          ['file', big, 'r'],
          ['data', '{'],
        ]),
      ),
    ).toBe('request.malformed');
    expect(
      code(
        await upload([
          ['file', big, 'r'],
          ['data', '{}'],
        ]),
      ),
    ).toBe('request.invalid');
    expect(code(await upload([['file', big, 'r']], {}))).toBe('session.required');
    expect(await readdir(test.temporary)).toEqual([]);
  });
});

it('forgets an upload whose sender went away, and does not wait for silent connections at the end', async () => {
  const listening = await test.start();
  await listening.listen('127.0.0.1', 0);
  const address = listening.app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const silent = createConnection(port, '127.0.0.1');
  const sender = createConnection(port, '127.0.0.1');
  const part = 'Content-Disposition: form-data; name="file"; filename="a"';
  const head = `POST /api/boats HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer coach\r\nContent-Length: 9000000`;
  sender.write(
    `${head}\r\nContent-Type: multipart/form-data; boundary=B\r\n\r\n--B\r\n${part}\r\n\r\n${'x'.repeat(99_999)}`,
  );
  await vi.waitFor(async () => expect(await readdir(test.temporary)).toHaveLength(1));
  const bugs = seen.length;
  sender.destroy();
  await vi.waitFor(async () => expect(await readdir(test.temporary)).toEqual([]));
  expect(seen.length).toBe(bugs);
  const ended = once(silent, 'close');
  await listening.close();
  await ended;
});
